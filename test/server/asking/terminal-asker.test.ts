import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import type { FileText, Question } from '../../../src/server/index.js';
import { TerminalAsker } from '../../../src/server/index.js';
import { question } from '../../support/questions.js';
import { nextTurn } from '../../support/turn.js';
import { waitFor } from '../../support/wait-for.js';

const open: TerminalAsker[] = [];
afterEach(() => {
  for (const asker of open.splice(0)) asker.close();
});

/** A terminal with somebody at it who waits until something is shown before typing. */
function terminal(file: FileText = { kind: 'absent' }, now = 1000) {
  const input = new PassThrough();
  const output = new PassThrough();
  let text = '';
  output.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  const asker = new TerminalAsker({ input, output, readFile: async () => file, now: () => now });
  open.push(asker);
  let seen = 0;
  const shows = async (part: string): Promise<void> => {
    await waitFor(`the terminal shows ${JSON.stringify(part)}, not ${JSON.stringify(text.slice(seen))}`, () =>
      text.slice(seen).includes(part),
    );
    seen = text.indexOf(part, seen) + part.length;
  };
  const types = (line: string): void => void input.write(`${line}\n`);
  return { asker, input, output, shows, types, shown: () => text };
}

const ask = (asker: TerminalAsker, asked: Question) => Promise.resolve(asker.ask(asked));

describe('asking at a terminal', () => {
  it('shows what wants to run, and takes an approval', async () => {
    const { asker, shows, types } = terminal();
    const answer = ask(asker, question('Bash', { command: 'npm test' }));
    await shows('Approval needed for Bash');
    await shows('command: npm test');
    await shows('[a]pprove, [r]eject, [e]dit > ');
    types('a');
    expect(await answer).toEqual({ kind: 'approve', actor: 'terminal' });
  });

  it('shows a write as a difference', async () => {
    const { asker, shows, types } = terminal({ kind: 'text', text: 'old\n' });
    const answer = ask(asker, question('Write', { file_path: '/x', content: 'new\n' }));
    await shows('-old');
    await shows('+new');
    types('approve');
    expect(await answer).toMatchObject({ kind: 'approve' });
  });

  it.each([
    ['not on a Friday', { kind: 'reject', actor: 'terminal', note: 'not on a Friday' }],
    ['', { kind: 'reject', actor: 'terminal' }],
  ])('takes a refusal with the reason %j', async (reason, decision) => {
    const { asker, shows, types } = terminal();
    const answer = ask(asker, question());
    await shows(' > ');
    types('R');
    await shows('reason');
    types(reason);
    expect(await answer).toEqual(decision);
  });

  it('takes other arguments, shows them, and asks again', async () => {
    const { asker, shows, types } = terminal();
    const answer = ask(asker, question('Bash', { command: 'rm -rf /', timeout: 5 }));
    await shows(' > ');
    types('e');
    await shows('name=text');
    types('command=ls');
    await shows('Approval needed for Bash (edited)');
    await shows('command: ls');
    await shows(' > ');
    types('a');
    expect(await answer).toEqual({ kind: 'modify', value: { command: 'ls', timeout: 5 }, actor: 'terminal' });
  });

  it('changes nothing when an edit makes no sense, or is given up', async () => {
    const { asker, shows, types } = terminal();
    const answer = ask(asker, question('Bash', { command: 'ls' }));
    for (const [typed, remark] of [
      ['command', 'Nothing was changed'],
      ['', '[a]pprove'],
    ] as const) {
      await shows(' > ');
      types('e');
      await shows('name=text');
      await shows(' > ');
      types(typed);
      await shows(remark);
    }
    types('a');
    expect(await answer).toEqual({ kind: 'approve', actor: 'terminal' });
  });

  it('asks again after anything else', async () => {
    const { asker, shows, types } = terminal();
    const answer = ask(asker, question());
    for (const word of ['', 'yes', 'constructor', 'approve it']) {
      await shows(' > ');
      types(word);
      await shows('Type a, r, e or v');
    }
    await shows(' > ');
    types('r');
    await shows('reason');
    types('');
    expect(await answer).toMatchObject({ kind: 'reject' });
  });

  it('shows all of a long one when asked to', async () => {
    const { asker, shows, types, shown } = terminal();
    const answer = ask(asker, question('Bash', { command: `${'echo\n'.repeat(100)}rm -rf /` }));
    await shows('[v]iew everything');
    expect(shown()).not.toContain('rm -rf');
    types('v');
    await shows('rm -rf /');
    await shows('[a]pprove, [r]eject, [e]dit > ');
    types('a');
    expect(await answer).toMatchObject({ kind: 'approve' });
  });

  it('asks one after the other, and does not take one answer for two', async () => {
    const { asker, shows, types } = terminal();
    const first = ask(asker, question('First'));
    const second = ask(asker, question('Second'));
    await shows('Approval needed for First (1 more waiting)');
    await shows(' > ');
    types('a\na');
    expect(await first).toMatchObject({ kind: 'approve' });
    await shows('Approval needed for Second');
    await shows(' > ');
    types('r');
    await shows('reason');
    types('no');
    expect(await second).toMatchObject({ kind: 'reject', note: 'no' });
  });

  it('does not take what was typed before there was a question', async () => {
    const { asker, shows, types } = terminal();
    types('a');
    await nextTurn();
    const answer = ask(asker, question());
    await shows(' > ');
    types('r');
    await shows('reason');
    types('');
    expect(await answer).toMatchObject({ kind: 'reject' });
  });

  it('says how long there is to answer', async () => {
    const { asker, shows, types } = terminal();
    const answer = ask(asker, question('Bash', {}, { expiresAtMs: 31_000 }));
    await shows('denied in 30 s without an answer');
    await shows(' > ');
    types('a');
    await answer;
  });

  it('says how long there still is when it was not shown at once', async () => {
    const { asker, shows, types } = terminal(undefined, 28_000);
    const answer = ask(asker, question('Bash', {}, { expiresAtMs: 31_000 }));
    await shows('denied in 3 s without an answer');
    await shows(' > ');
    types('a');
    await answer;
  });

  it('cuts the name of a tool that would be a screen of its own', async () => {
    const { asker, shows, types, shown } = terminal();
    const name = `Read${' '.repeat(5_000)}Approval needed for Read`;
    const answer = ask(asker, question(name, { command: 'x' }));
    await shows('command: x');
    await shows(' > ');
    expect(shown().match(/Approval needed/g)).toHaveLength(1);
    types('a');
    await answer;
  });

  it('lets no text of a model begin where a question does, however wide the terminal is', async () => {
    const { asker, output, shows, types, shown } = terminal();
    Object.assign(output, { columns: 40 });
    const pad = (text: string) => text.padEnd(40);
    const description = `${' '.repeat(25)}${pad('Approval needed for Read')}${pad('  file_path: /README.md')}`;
    const answer = ask(asker, question('Bash', { command: 'rm -rf ~', description }));
    await shows(' > ');
    const lines = shown().split('\n');
    expect(lines.every((line) => line.length < 40)).toBe(true);
    expect(lines.filter((line) => /^ {0,7}(Approval needed|file_path)/.test(line))).toEqual([
      'Approval needed for Bash',
    ]);
    types('a');
    await answer;
  });

  it('goes on with the next one when a question is withdrawn', async () => {
    const { asker, shows, types } = terminal();
    const gone = question('Gone');
    const first = ask(asker, gone);
    const alsoGone = question('AlsoGone');
    const second = ask(asker, alsoGone);
    const third = ask(asker, question('Third'));
    await shows('Approval needed for Gone');
    await shows(' > ');
    alsoGone.withdraw();
    gone.withdraw();
    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    await shows('The question about Gone was withdrawn');
    await shows('Approval needed for Third');
    await shows(' > ');
    types('a');
    expect(await third).toMatchObject({ kind: 'approve' });
  });

  it('makes the name of the tool printable', async () => {
    const { asker, shows, types, shown } = terminal();
    const answer = ask(asker, question('\x1b[2JBash'));
    await shows('\\u{1b}[2JBash');
    await shows(' > ');
    types('a');
    await answer;
    expect(shown()).not.toContain('\x1b');
  });

  it('rejects everything once the input is over', async () => {
    const { asker, input, shows } = terminal();
    const first = ask(asker, question());
    const second = ask(asker, question());
    await shows(' > ');
    input.end();
    await expect(first).rejects.toMatchObject({ code: 'closed' });
    await expect(second).rejects.toMatchObject({ code: 'closed' });
  });
});
