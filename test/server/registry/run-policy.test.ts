import { describe, expect, it } from 'vitest';
import { RunPolicy } from '../../../src/server/index.js';

const LEGS = ['private_data', 'untrusted_content', 'egress'];
const tools = (...caps: string[][]) => caps.map((each) => ({ caps: each, requiresApproval: false }));

describe('the Rule of Two', () => {
  it.each([
    [[], true],
    [[[]], true],
    ...LEGS.map((cap) => [[[cap]], true] as const),
    [[['private_data', 'egress'], ['egress']], true],
    [[['private_data'], ['untrusted_content']], true],
    [[['untrusted_content', 'egress', 'mine']], true],
    [LEGS.map((cap) => [cap]), false],
    [[LEGS], false],
    [[['private_data'], ['untrusted_content', 'egress', 'mine']], false],
  ] as const)('for %j: allowed is %s', (caps, allowed) => {
    expect(new RunPolicy().check(tools(...caps.map((each) => [...each]))).allowed).toBe(allowed);
  });

  it('says what is combined, and what to do', () => {
    expect(new RunPolicy().check(tools(LEGS)).reason).toBe(
      'lethal trifecta: this tool set combines private-data access, untrusted-content ingestion, and egress in one ' +
        'run — require a human gate or split the run',
    );
    expect(new RunPolicy().check(tools(['egress'])).reason).toContain('it has egress');
    expect(new RunPolicy().check([]).reason).toContain('it has none');
  });

  it.each([
    [false, true, false],
    [true, true, true],
    [true, false, false],
  ])(
    'with a human gate %s, and egress that asks for approval %s: allowed is %s',
    (humanGate, asks, allowed) => {
      const set = [
        ...tools(['private_data'], ['untrusted_content']),
        { caps: ['egress'], requiresApproval: asks },
      ];
      expect(new RunPolicy({ humanGate }).check(set).allowed).toBe(allowed);
    },
  );
});
