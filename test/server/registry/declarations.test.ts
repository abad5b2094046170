import { describe, expect, it } from 'vitest';
import { type ToolOptions, tool } from '../../../src/server/index.js';
import { annotationsOf, declarationsOf } from '../../../src/server/registry/declarations.js';

const made = (options: Partial<ToolOptions<undefined>>) => tool({ name: 't', run: () => {}, ...options });

describe('the hints', () => {
  it.each([
    [false, false, [], { readOnlyHint: true, destructiveHint: false, openWorldHint: false }],
    [false, true, [], { readOnlyHint: false, destructiveHint: true, openWorldHint: false }],
    [true, false, [], { readOnlyHint: false, destructiveHint: true, openWorldHint: false }],
    [true, true, [], { readOnlyHint: false, destructiveHint: true, openWorldHint: false }],
    [false, false, ['private_data'], { readOnlyHint: true, destructiveHint: false, openWorldHint: false }],
    [
      false,
      false,
      ['untrusted_content'],
      { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
    ],
    [true, false, ['egress'], { readOnlyHint: false, destructiveHint: true, openWorldHint: true }],
  ])('for side effects %s, approval %s, %j', (sideEffecting, requiresApproval, caps, hints) => {
    expect(annotationsOf(made({ sideEffecting, requiresApproval, caps }))).toEqual(hints);
  });

  it('can say more, but never that a tool is free which asks for approval', () => {
    const annotations = {
      title: 'T',
      idempotentHint: true,
      readOnlyHint: true,
      destructiveHint: false,
      openWorldHint: false,
    };
    expect(annotationsOf(made({ requiresApproval: true, listing: { annotations } }))).toEqual({
      title: 'T',
      idempotentHint: true,
      readOnlyHint: false,
      destructiveHint: true,
      openWorldHint: false,
    });
  });

  it('can say that a side effect only adds', () => {
    const listing = { annotations: { destructiveHint: false } };
    expect(annotationsOf(made({ sideEffecting: true, listing }))).toMatchObject({
      readOnlyHint: false,
      destructiveHint: false,
    });
  });
});

describe('the declarations', () => {
  it('are there word for word', () => {
    expect(declarationsOf(made({ caps: ['b', 'a'], requiresApproval: true }))).toEqual({
      sideEffecting: true,
      requiresApproval: true,
      caps: ['b', 'a'],
    });
  });
});
