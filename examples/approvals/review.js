// Puts a reviewer between an agent CLI and what it wants to do. The reviewer here is a few lines of code; a real one asks a
// person. The questions that Claude Code would ask are asked by our own client, over a real socket.
import { readFileSync } from 'node:fs';
import { claudeArgs } from 'plainwire/adapters';
import { McpClient, streamableHttpServer } from 'plainwire/client';
import { ApprovalServer } from 'plainwire/server';

const reviewer = {
  async ask({ arguments: args }) {
    if (String(args.file_path).startsWith('/etc/')) {
      return { kind: 'reject', actor: 'ci', note: '/etc is out of scope' };
    }
    return { kind: 'approve', actor: 'ci' };
  },
};

const approvals = new ApprovalServer({ asker: reviewer, timeoutMs: 30_000, autoAllow: ['Read'] });
await approvals.start();
const masked = (text) =>
  text
    .replace(approvals.configPath, '<config>')
    .replace(/:\d+\/mcp/, ':<port>/mcp')
    .replace(/Bearer [\w-]{43}"/, 'Bearer <43-char token>"');

console.log('tool name:   ', approvals.toolName);
console.log('claude args: ', masked(JSON.stringify(claudeArgs([approvals]))));
console.log('config:      ', masked(JSON.stringify(JSON.parse(readFileSync(approvals.configPath, 'utf8')))));

const client = await McpClient.connect(
  streamableHttpServer({ url: approvals.url, headers: approvals.authHeaders }),
);
console.log(
  'tools:       ',
  (await client.listTools()).map(({ name }) => name),
);
for (const [tool_name, file_path] of [
  ['Read', '/etc/passwd'],
  ['Write', '/etc/passwd'],
  ['Write', 'out.txt'],
]) {
  const { content } = await client.callTool('approve', { tool_name, input: { file_path } });
  console.log(`  ${tool_name.padEnd(6)} -> ${content[0].text}`);
}
await client.close();
await approvals.stop();

console.log('prompts seen:', approvals.promptsSeen);
for (const { tool, allowed, source, asked } of approvals.decisions) {
  console.log(
    `  ${tool.padEnd(6)} allowed=${String(allowed).padEnd(5)} source=${source.padEnd(10)} asked=${asked}`,
  );
}
