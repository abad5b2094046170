// examples/approvals/agents.js with the real agents, in a terminal.
import { writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shellWord, TerminalProcess } from '../../support/terminal-process.js';
import { anthropicMessages } from './anthropic-messages.js';
import { CLAUDE_BINARIES, CODEX } from './binaries.js';
import { claudeEnvironment } from './claude.js';
import { codexEnvironment } from './codex.js';
import { ModelStandIn } from './model-stand-in.js';
import { openaiResponses } from './openai-responses.js';
import { CLOSE_SLICE } from './slice-tools.js';
import { Workplace } from './workplace.js';

const EXAMPLE = join(import.meta.dirname, '..', '..', '..', 'examples', 'approvals', 'agents.js');

interface Row {
  readonly agent: string;
  readonly binary: string;
  readonly api: typeof anthropicMessages;
  /** What it needs to find the model. */
  readonly settle: (place: Workplace, modelUrl: string) => Promise<Record<string, string>>;
}

const codexConfig = (url: string): string => `
model = "stand-in"
model_provider = "stand_in"
analytics.enabled = false
features.plugins = false
[model_providers.stand_in]
name = "stand-in"
base_url = "${url}/v1"
env_key = "STAND_IN_KEY"
wire_api = "responses"
`;

const ROWS: readonly Row[] = [
  {
    agent: 'claude',
    binary: CLAUDE_BINARIES[0]?.path ?? '',
    api: anthropicMessages,
    settle: async (place, url) => claudeEnvironment(place, url),
  },
  {
    agent: 'codex',
    binary: CODEX,
    api: openaiResponses,
    settle: async (place, url) => {
      await writeFile(join(place.home, 'config.toml'), codexConfig(url));
      await writeFile(place.path('.git'), '');
      return codexEnvironment(place);
    },
  },
];

describe.concurrent('examples/approvals/agents.js', () => {
  it.each(ROWS)('puts a person between $agent and a tool that requires approval', async (row) => {
    await using place = await Workplace.create();
    const call = { use: CLOSE_SLICE, input: { slice_id: 's-1', verdict: 'pass' } };
    await using model = await ModelStandIn.start(row.api, [call, call, { say: 'Closed.' }]);
    const env = await row.settle(place, model.url);
    await using terminal = new TerminalProcess({
      line: [process.execPath, EXAMPLE, row.agent, 'Close s-1.'].map(shellWord).join(' '),
      cwd: place.folder,
      env: { ...env, PATH: [dirname(row.binary), env['PATH']].join(delimiter) },
    });
    await terminal.answer('a');
    await terminal.answer('r');
    await terminal.answer('once is enough');
    expect(await terminal.ended).toEqual({ code: 0, signal: null });
    expect(terminal.screen).toContain(`Approval needed for ${CLOSE_SLICE}`);
    expect(terminal.screen).toContain(`${CLOSE_SLICE} true asker\n${CLOSE_SLICE} false asker`);
    expect(model.prompts.join('\n')).toContain('Close s-1.');
    expect(model.results).toEqual([
      expect.stringMatching(/s-1: pass$/),
      expect.stringContaining('once is enough'),
    ]);
  });
});
