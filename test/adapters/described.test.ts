import { describe, expect, it } from 'vitest';
import { handedOutTogether } from '../../src/adapters/described.js';
import {
  approvalsDescription,
  describedTool,
  httpDescription,
  stdioDescription,
} from '../support/descriptions.js';

describe('what is handed out together', () => {
  it('is told by descriptions, and by what has one', () => {
    const [engine, child, gate] = [httpDescription(), stdioDescription(), approvalsDescription()];
    const together = handedOutTogether([{ description: engine }, child, gate]);
    expect(together.descriptions).toEqual([engine, child, gate]);
    expect(together.approvals).toBe(gate);
    expect(handedOutTogether([engine]).approvals).toBeUndefined();
  });

  it('may have the tool for permission prompts among its tools', () => {
    const gate = { ...approvalsDescription('gate'), tools: [describedTool('gate', 'approve')] };
    expect(handedOutTogether([gate]).approvals).toBe(gate);
  });

  it.each([
    ['nothing', [], /no server/],
    ['two of one name', [httpDescription('a'), stdioDescription('a')], /two servers are named 'a'/],
    [
      'two that answer prompts',
      [approvalsDescription('a'), approvalsDescription('b')],
      /'a' and 'b' both answer permission prompts/,
    ],
    [
      'two tools that agents would call the same',
      [
        httpDescription('a', { tools: [describedTool('a', '_b')] }),
        stdioDescription('a_', { tools: [describedTool('a_', 'b')] }),
      ],
      /'a' and 'a_' both have a tool that agents call mcp__a___b/,
    ],
    [
      'a tool that hides the one for permission prompts',
      [approvalsDescription('a_'), httpDescription('a', { tools: [describedTool('a', '_approve')] })],
      /'a_' and 'a' both have a tool that agents call mcp__a___approve/,
    ],
  ])('is not %s', (_name, servers, message) => {
    expect(() => handedOutTogether(servers)).toThrow(
      expect.objectContaining({ code: 'invalid_argument', message: expect.stringMatching(message) }),
    );
  });
});
