// The programs of examples/approvals print the facts that the docs promise, word for word.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '..', '..', 'examples', 'approvals');
const run = promisify(execFile);

async function lines(program: string): Promise<string[]> {
  const { stdout, stderr } = await run(process.execPath, [join(FOLDER, program)], { timeout: 20_000 });
  expect(stderr).toBe('');
  return stdout.trimEnd().split('\n');
}

describe('examples/approvals', () => {
  it('review.js', async () => {
    expect(await lines('review.js')).toEqual([
      'tool name:    mcp__plainwire_approvals__approve',
      'claude args:  ["--mcp-config","<config>","--setting-sources","","--permission-prompt-tool",' +
        '"mcp__plainwire_approvals__approve","--strict-mcp-config"]',
      'config:       {"mcpServers":{"plainwire_approvals":{"type":"http","url":"http://127.0.0.1:<port>/mcp",' +
        '"headers":{"Authorization":"Bearer <43-char token>"},"timeout":60000,"alwaysLoad":true}}}',
      "tools:        [ 'approve' ]",
      '  Read   -> {"behavior":"allow","updatedInput":{"file_path":"/etc/passwd"}}',
      '  Write  -> {"behavior":"deny","message":"/etc is out of scope"}',
      '  Write  -> {"behavior":"allow","updatedInput":{"file_path":"out.txt"}}',
      'prompts seen: 3',
      '  Read   allowed=true  source=auto_allow asked=false',
      '  Write  allowed=false source=asker      asked=true',
      '  Write  allowed=true  source=asker      asked=true',
    ]);
  });

  it('narrowed.js', async () => {
    expect(await lines('narrowed.js')).toEqual([
      'Read README.md    auto-allowed: true  asked: false',
      'Read /etc/passwd  auto-allowed: false  asked: true',
      'Write README.md    auto-allowed: false  asked: true',
    ]);
  });

  it('queue.js', async () => {
    expect(await lines('queue.js')).toEqual([
      'pending:  1 Bash git push --force',
      'first:    accepted',
      'second:   already answered',
      'answer:   {"behavior":"allow","updatedInput":{"command":"git push"}}',
      'nobody:   {"behavior":"deny","message":"Nobody answered within 0.5s. Nobody refused this call; it was denied ' +
        'because nobody approved it."}',
      'made up:  unknown',
      'record:   asker true ann',
      'record:   timeout false -',
    ]);
  });

  it('agents.js', async () => {
    expect(await lines('agents.js')).toEqual([
      'claude ["--mcp-config","<config>","--setting-sources","","--allowed-tools","mcp__engine__list_slices",' +
        '"--permission-prompt-tool","mcp__plainwire_approvals__approve","--strict-mcp-config"]',
      'without its own tools ["--mcp-config","<config>","--setting-sources","","--tools","","--allowed-tools",' +
        '"mcp__engine__list_slices","--permission-prompt-tool","mcp__plainwire_approvals__approve",' +
        '"--strict-mcp-config"]',
      'Agent SDK {"extraArgs":{"mcp-config":"<config>"},"strictMcpConfig":true,"settingSources":[],' +
        '"allowedTools":["mcp__engine__list_slices"],"permissionPromptToolName":"mcp__plainwire_approvals__approve"}',
      'codex -c "mcp_servers.engine.url=\\"http://127.0.0.1:<port>/mcp\\""',
      'codex -c "mcp_servers.engine.bearer_token_env_var=\\"PLAINWIRE_TOKEN_ENGINE\\""',
      'codex -c "mcp_servers.engine.required=true"',
      'codex -c "mcp_servers.engine.tool_timeout_sec=2147484"',
      'codex -c "mcp_servers.engine.default_tools_approval_mode=\\"prompt\\""',
      'codex -c "mcp_servers.engine.tools.close_slice.approval_mode=\\"prompt\\""',
      'codex -c "mcp_servers.engine.tools.list_slices.approval_mode=\\"approve\\""',
      'codex -c "shell_environment_policy.exclude=[\\"PLAINWIRE_TOKEN_*\\"]"',
      'codex env PLAINWIRE_TOKEN_ENGINE=***',
    ]);
  });
});
