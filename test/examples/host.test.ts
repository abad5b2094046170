// The programs of examples/host print the facts that docs/host.md promises, word for word.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

async function lines(program: string): Promise<string[]> {
  const { TENANT: _, ...env } = process.env;
  const options = { cwd: ROOT, timeout: 25_000, env };
  const { stdout, stderr } = await run(process.execPath, [join('examples', 'host', program)], options);
  expect(stderr).toBe('');
  return stdout.trimEnd().split('\n');
}

describe('examples/host', () => {
  it('tenants.js', async () => {
    expect(await lines('tenants.js')).toEqual([
      'acme issue 7: the queue is full | nobody issue 7: the queue is full',
      'globex issue 7: the queue is full | nobody issue 7: the queue is full',
    ]);
  });

  it('config.js', async () => {
    expect(await lines('config.js')).toEqual([
      'problem: mcp.json:11: server "typo": `command` or `url` is missing: there is nothing to start or to connect to',
      'issues: ready 2026-07-28, 3 tools',
      'archive: failed Could not start the server command "no-such-program" (ENOENT)',
      'mcp_issues_get_issue | Read an issue.',
      'mcp_issues_create_issue | Open an issue.',
      'mcp_issues_find_runbook | Find the runbook of a service.',
      'list_mcp_resources | Lists resources of the connected MCP ser',
      'list_mcp_resource_templates | Lists resource templates of the connecte',
      'read_mcp_resource | Reads one resource of a connected MCP se',
    ]);
  });

  it('permissions.js', async () => {
    expect(await lines('permissions.js')).toEqual([
      'get_issue allow',
      'delete_issue deny',
      'create_issue ask',
      'find_runbook ask',
      'event: mcp_issues_get_issue ok',
      'nobody issue 1: the queue is full',
      'asked: mcp_issues_create_issue {"title":"the queue is full"}',
      'event: mcp_issues_create_issue ok',
      'nobody: opened "the queue is full"',
      'asked: mcp_issues_create_issue {"title":"spam"}',
      'event: mcp_issues_create_issue denied',
      "ERROR: the call of 'mcp_issues_create_issue' was not made: no spam",
      'event: mcp_issues_delete_issue denied',
      'permission_denied',
    ]);
  });

  it('picker.js', async () => {
    expect(await lines('picker.js')).toEqual([
      "[ 'report://q3', 'chart://q3' ] undefined",
      "[ 'report://{quarter}' ]",
      'acme: 12 issues opened, 11 closed',
      'true unknown_server',
      '[resource_link report://q3 (Q3 report, text/plain); read it with read_mcp_resource {"server":"docs","uri":"report://q3"}]',
      '{"resourceTemplates":[{"server":"docs","uriTemplate":"report://{quarter}","name":"Report of a quarter"}]}',
      'acme: 12 issues opened, 11 closed',
      '600 4',
    ]);
  });
});
