// The programs of examples/adapters print the facts that docs/adapters.md promises, word for word.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '..', '..', 'examples', 'adapters');
const run = promisify(execFile);

async function lines(program: string): Promise<string[]> {
  const { stdout, stderr } = await run(process.execPath, [join(FOLDER, program)], { timeout: 20_000 });
  expect(stderr).toBe('');
  return stdout.trimEnd().split('\n');
}

describe('examples/adapters', () => {
  it('tools.js', async () => {
    expect(await lines('tools.js')).toEqual([
      'demo_add | Add two integers.',
      'params: {"a":{"title":"A","type":"integer"},"b":{"title":"B","type":"integer"}}',
      'side effecting: true',
      'result: 5',
    ]);
  });

  it('documents.js', async () => {
    expect(await lines('documents.js')).toEqual([
      'memory: Restart the ingest worker, then check the queue depth.',
      "metadata: { uri: 'docs://runbook', name: 'runbook', mimeType: 'text/plain' }",
      "warning: mcpPrompts leaves out 'review': it needs arguments (diff), so there is no text for all cases. " +
        "Get it with client.getPrompt('review', { … }).",
      'static: triage mcp:1 You triage incidents. Be terse.',
      'with arguments, fetched directly: Review this diff: -a +b',
    ]);
  });

  it('loop.js', async () => {
    expect(await lines('loop.js')).toEqual([
      'refused: Invalid arguments for tool "add": "b" must be an integer, not a string.',
      'answered: 5',
      'output: 2 + 3 is 5. | stop reason: end_turn',
    ]);
  });

  it('again.js', async () => {
    expect(await lines('again.js')).toEqual([
      "tool names: [ 'mcp__engine__demo_add', 'mcp__engine__greet' ]",
      'called: demo_add',
      'result: 5',
    ]);
  });
});
