// A module that exports tools, for `plainwire serve examples/registry/tools.js`.
import { tool } from 'plainwire/server';

export const tools = [
  tool({
    name: 'word_count',
    description: 'Count the words of a text.',
    parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    sideEffecting: false,
    run: ({ text }) => text.split(/\s+/).filter((word) => word !== '').length,
  }),
  tool({
    name: 'publish',
    description: 'Publish a text.',
    parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    requiresApproval: true,
    caps: ['egress'],
    run: ({ text }) => `published ${text.length} characters`,
  }),
];
