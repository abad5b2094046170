import type { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ProjectQuestions } from '../../../src/cli/configured/ask-project-server.js';
import type { ServerEntry } from '../../../src/host/index.js';
import { stdioServer, streamableHttpServer } from '../../../src/transport/index.js';
import { CliRun } from '../../support/cli-run.js';
import { typingTerminal } from '../../support/typing-terminal.js';

const command = stdioServer({
  command: 'npx',
  args: ['-y', 'some server'],
  env: { KEY: 's3cret' },
  cwd: '/srv',
});

function entry(target: ServerEntry['target'] = command, name = 'docs'): ServerEntry {
  return {
    name,
    origin: { kind: 'project', path: '/srv/.plainwire/mcp.json' },
    target,
    startupMs: 1,
    requestMs: undefined,
    trust: false,
    resources: true,
    skills: false,
    enabled: true,
    enabledTools: undefined,
    disabledTools: [],
  };
}

describe('a server of a project', () => {
  it.each([
    ['y', true],
    ['Yes', true],
    [' y ', true],
    ['', false],
    ['n', false],
    ['yeah', false],
    ['yn', false],
  ])('the answer %j is %s', async (typed, expected) => {
    const terminal = typingTerminal(typed);
    const run = new CliRun();
    const questions = new ProjectQuestions({ openTerminal: terminal.open, ...run.surroundings });
    expect(await questions.approve(entry(), { variables: [] })).toBe(expected);
    questions.close();
    expect(terminal.closed()).toBe(1);
  });

  it.each([
    ['a line', ['y\n'], [], false],
    ['lines', ['y\n', 'y\ny\n'], [], false],
    ['the beginning of a line', ['y'], [''], false],
    ['the beginning of a line that goes on', ['y'], ['es'], false],
    ['a line, and an answer', ['n\n'], ['y'], true],
  ])(
    'is not approved by what was typed before it was asked about: %s',
    async (_what, ahead, typed, expected) => {
      const terminal = typingTerminal(...typed);
      const openTerminal = () => {
        const opened = terminal.open();
        for (const text of ahead) (opened.input as PassThrough).write(text);
        return opened;
      };
      const questions = new ProjectQuestions({ openTerminal, ...new CliRun().surroundings });
      expect(await questions.approve(entry(), { variables: [] })).toBe(expected);
      questions.close();
    },
  );

  it('is not approved by what followed the answer to another question', async () => {
    const terminal = typingTerminal('y\ny', '');
    const questions = new ProjectQuestions({ openTerminal: terminal.open, ...new CliRun().surroundings });
    expect(await questions.approve(entry(), { variables: [] })).toBe(true);
    expect(await questions.approve(entry(command, 'other'), { variables: [] })).toBe(false);
    questions.close();
  });

  it('is shown whole, without secrets, and with every character that is there', async () => {
    const terminal = typingTerminal('n', 'n');
    const questions = new ProjectQuestions({ openTerminal: terminal.open, ...new CliRun().surroundings });
    await questions.approve(entry(command, 'do\u202ecs'), { variables: ['GITHUB_TOKEN'] });
    const shown = terminal.shown();
    for (const part of [
      '/srv/.plainwire/mcp.json declares the server "do\\u{202e}cs"',
      '"npx" "-y" "some server"',
      'in            /srv',
      'and sets      KEY',
      'GITHUB_TOKEN',
    ])
      expect(shown).toContain(part);
    expect(shown).not.toContain('s3cret');
    await questions.approve(entry(streamableHttpServer({ url: 'https://docs.example/mcp' })), {
      variables: [],
    });
    expect(terminal.shown()).toContain('it connects to  https://docs.example/mcp');
    questions.close();
  });

  it('hides nothing that would run, whatever it looks like', async () => {
    const terminal = typingTerminal('n');
    const questions = new ProjectQuestions({ openTerminal: terminal.open, ...new CliRun().surroundings });
    const sly = stdioServer({ command: 'node', args: ['-e', 'token=steal()'] });
    await questions.approve(entry(sly), { variables: [] });
    expect(terminal.shown()).toContain('"token=steal()"');
    questions.close();
  });

  it('one terminal serves all questions', async () => {
    const terminal = typingTerminal('y', 'n', 'y');
    const questions = new ProjectQuestions({ openTerminal: terminal.open, ...new CliRun().surroundings });
    const answers: unknown[] = [];
    for (const name of ['a', 'b', 'c'])
      answers.push(await questions.approve(entry(command, name), { variables: [] }));
    expect(answers).toEqual([true, false, true]);
    questions.close();
  });

  it('is refused when the input ends, and when the command is interrupted', async () => {
    const gone = new ProjectQuestions({ openTerminal: typingTerminal().open, ...new CliRun().surroundings });
    expect(await gone.approve(entry(), { variables: [] })).toBe(false);
    const interrupted = new CliRun(AbortSignal.abort());
    const questions = new ProjectQuestions({
      openTerminal: typingTerminal('y').open,
      ...interrupted.surroundings,
    });
    expect(await questions.approve(entry(), { variables: [] })).toBe(false);
  });

  it('is refused without a terminal, and the reason is told once', async () => {
    const run = new CliRun();
    const openTerminal = () => {
      throw new Error('none');
    };
    const questions = new ProjectQuestions({ openTerminal, ...run.surroundings });
    expect(await questions.approve(entry(), { variables: [] })).toBe(false);
    expect(await questions.approve(entry(), { variables: [] })).toBe(false);
    questions.close();
    expect(run.notes).toEqual([expect.stringMatching(/no terminal to ask in.*--config/)]);
  });
});
