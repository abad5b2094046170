import { describe, expect, it } from 'vitest';
import { FLAG_HELP, OPTIONS } from '../../src/cli/flag-table.js';
import { helpOf } from '../../src/cli/help.js';
import { VERB_TABLE, verbsWith } from '../../src/cli/verb-table.js';

describe('help', () => {
  it('shows all verbs, common flags and exit codes', () => {
    const text = helpOf('');
    for (const part of [...Object.keys(VERB_TABLE), '--timeout 30s', 'exit codes', 'plainwire help <verb>'])
      expect(text).toContain(part);
  });

  it.each(Object.entries(VERB_TABLE))(
    'of %s shows how it is written, and its flags only',
    (verb, { flags }) => {
      const text = helpOf(verb);
      expect(text).toMatch(new RegExp(`^plainwire ${verb}: .*\n\n {2}plainwire ${verb}`));
      for (const [flag, [written]] of Object.entries(FLAG_HELP)) {
        const isShown = text.split('\n').some((line) => line.startsWith(`  ${written} `));
        expect([flag, isShown]).toEqual([flag, flag === 'help' || flags.includes(flag as never)]);
      }
    },
  );

  it('fits a terminal', () => {
    for (const verb of ['', ...Object.keys(VERB_TABLE)])
      for (const line of helpOf(verb).split('\n')) expect(line.length).toBeLessThan(110);
  });

  it('of a verb that there is not says which one may have been meant', () => {
    expect(() => helpOf('insepct')).toThrow(
      /`insepct` is no verb: did you mean inspect\? There are: inspect, call/,
    );
    expect(() => helpOf('toString')).toThrow(/is no verb\. There are/);
  });

  it('knows each flag as one of some verb, or of all', () => {
    const general = ['help', 'version'];
    for (const flag of Object.keys(OPTIONS) as (keyof typeof OPTIONS)[])
      expect([flag, verbsWith(flag).length > 0]).toEqual([flag, !general.includes(flag)]);
  });
});
