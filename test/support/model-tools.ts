import { tool } from '../../src/server/index.js';

export const PIXEL = { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' } as const;

const nothing = { type: 'object', properties: {} } as const;

export const add = tool({
  name: 'add',
  description: 'Add two integers.',
  parameters: {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'integer' } },
    required: ['a', 'b'],
  },
  sideEffecting: false,
  run: ({ a, b }) => a + b,
});
/** Its name is one that model APIs refuse. */
export const look = tool({
  name: 'run.look',
  parameters: nothing,
  run: () => ({ content: [{ type: 'text', text: 'seen' }, PIXEL] }),
});
export const refuse = tool({
  name: 'refuse',
  parameters: nothing,
  requiresApproval: true,
  run: () => ({ content: [{ type: 'text', text: 'not today' }], isError: true }),
});
export const crash = tool({
  name: 'crash',
  parameters: nothing,
  run: () => {
    throw new RangeError('too far');
  },
});
/** Model APIs refuse its schema. */
export const either = tool({
  name: 'either',
  parameters: { type: 'object', properties: {}, anyOf: [{ required: ['a'] }] },
  run: () => 'never',
});
/** Never ends, and does not look at its signal. */
export const wait = tool({
  name: 'wait',
  parameters: nothing,
  run: () => new Promise(() => {}),
});
