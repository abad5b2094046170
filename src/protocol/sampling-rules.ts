import type { CreateMessageParams, SamplingMessage } from './shapes/index.js';

type Block = { readonly type: string; readonly id?: unknown; readonly toolUseId?: unknown };

/**
 * What is wrong with the messages of a sampling request, in the words of the specification; `undefined` when they are
 * in order. There are two roles; tool results stand alone in a user message, and answer the uses of the message before.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#message-content-constraints
 */
export function samplingProblem({ messages }: CreateMessageParams): string | undefined {
  let waiting = new Set<unknown>();
  for (const message of messages) {
    // 2026-07-28 client/sampling#messages: a role of user or assistant. Another one might give orders to the model.
    if (message.role !== 'user' && message.role !== 'assistant')
      return `Unknown role ${JSON.stringify(message.role)}`;
    const blocks = blocksOf(message);
    const results = blocks.filter(({ type }) => type === 'tool_result');
    if (results.length > 0 && results.length < blocks.length) return 'Tool results mixed with other content';
    const answered = new Set(results.map(({ toolUseId }) => toolUseId));
    if ([...waiting].some((id) => !answered.has(id))) return 'Tool result missing in request';
    const uses = blocks.filter(({ type }) => type === 'tool_use');
    waiting = new Set(message.role === 'assistant' ? uses.map(({ id }) => id) : []);
  }
  return waiting.size > 0 ? 'Tool result missing in request' : undefined;
}

function blocksOf({ content }: SamplingMessage): readonly Block[] {
  return (Array.isArray(content) ? content : [content]) as readonly Block[];
}
