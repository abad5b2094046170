// A registry and an approval server in one run of an agent CLI, which is the common case. Prints what each CLI is handed;
// `node examples/approvals/agents.js claude "close slice s-1"` (or `codex`) runs it, and asks in this terminal.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { claudeArgs, claudeOptions, codexArgs, codexEnv, writeMcpConfig } from 'plainwire/adapters';
import { ApprovalServer, serveRegistry, TerminalAsker, tool } from 'plainwire/server';

const closeSlice = tool({
  name: 'close_slice',
  description: 'Record a slice of work as finished with the given verdict.',
  parameters: {
    type: 'object',
    properties: { slice_id: { type: 'string' }, verdict: { type: 'string' } },
    required: ['slice_id', 'verdict'],
  },
  requiresApproval: true,
  run: ({ slice_id, verdict }) => `${slice_id}: ${verdict}`,
});
const listSlices = tool({
  name: 'list_slices',
  description: 'List the open slices.',
  parameters: { type: 'object', properties: {} },
  sideEffecting: false,
  run: () => 's-1, s-2',
});

const [agent, prompt] = process.argv.slice(2);
const asker =
  agent === undefined
    ? () => ({ kind: 'reject', note: 'nobody is here' })
    : new TerminalAsker({ input: process.stdin, output: process.stderr });
const registry = await serveRegistry([closeSlice, listSlices], { name: 'engine' });
const approvals = new ApprovalServer({ asker });
await registry.start();
await approvals.start();
const both = [registry, approvals];
const config = await writeMcpConfig(both);

const command = fileURLToPath(new URL('dist/cli.js', import.meta.resolve('plainwire/package.json')));
const hookCommand = [process.execPath, command, 'codex-hook'];

const runs = {
  claude: () => ['claude', ['-p', ...claudeArgs(both, { configPath: config.path }), prompt], {}],
  // Codex has no tool for permission prompts, but it has hooks, which ask the approval server: see docs/codex.md.
  codex: () => ['codex', ['exec', ...codexArgs(both, { hookCommand }), prompt], codexEnv(both)],
};

if (agent === undefined) {
  const masked = (value) =>
    JSON.stringify(value)
      .replaceAll(config.path, '<config>')
      .replace(/:\d+\/mcp/, ':<port>/mcp');
  console.log('claude', masked(claudeArgs(both, { configPath: config.path })));
  console.log(
    'without its own tools',
    masked(claudeArgs(both, { configPath: config.path, builtinTools: false })),
  );
  console.log('Agent SDK', masked(claudeOptions(both, { configPath: config.path })));
  for (const arg of codexArgs([registry]).filter((word) => word !== '-c'))
    console.log('codex -c', masked(arg));
  for (const name of Object.keys(codexEnv([registry]))) console.log('codex env', `${name}=***`);
} else {
  const [program, args, env] = runs[agent]();
  const child = spawn(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  [process.exitCode] = await once(child, 'close');
  for (const { tool: name, allowed, source } of approvals.decisions) console.log(name, allowed, source);
  asker.close();
}
await config.close();
await approvals.stop();
await registry.stop();
