import type { ModelApi, Turn } from './model-stand-in.js';

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly content?: string | readonly Block[];
}

interface Message {
  readonly role: string;
  readonly content: string | readonly Block[];
}

const USAGE = { input_tokens: 1, output_tokens: 1 };

/** @see https://docs.anthropic.com/en/api/messages-streaming */
export const anthropicMessages: ModelApi = {
  path: '/v1/messages',
  isAside: ({ tools }) => !Array.isArray(tools) || tools.length === 0,
  read: ({ tools, messages }) => {
    const blocks = (messages as Message[]).filter(({ role }) => role === 'user').flatMap(blocksOf);
    return {
      tools: (tools as { name: string }[]).map(({ name }) => name),
      prompts: blocks.filter(({ type }) => type === 'text').map(({ text = '' }) => text),
      results: blocks.filter(({ type }) => type === 'tool_result').map(({ content }) => textOf(content)),
    };
  },
  events: (turn, ordinal) => [
    ['message_start', { type: 'message_start', message: emptyMessage(ordinal) }],
    [
      'content_block_start',
      { type: 'content_block_start', index: 0, content_block: emptyBlock(turn, ordinal) },
    ],
    ['content_block_delta', { type: 'content_block_delta', index: 0, delta: deltaOf(turn) }],
    ['content_block_stop', { type: 'content_block_stop', index: 0 }],
    [
      'message_delta',
      {
        type: 'message_delta',
        delta: { stop_reason: 'use' in turn ? 'tool_use' : 'end_turn', stop_sequence: null },
        usage: USAGE,
      },
    ],
    ['message_stop', { type: 'message_stop' }],
  ],
};

function emptyMessage(ordinal: number): object {
  return {
    id: `msg_${ordinal}`,
    type: 'message',
    role: 'assistant',
    model: 'stand-in',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: USAGE,
  };
}

function emptyBlock(turn: Turn, ordinal: number): object {
  return 'use' in turn
    ? { type: 'tool_use', id: `toolu_${ordinal}`, name: turn.use, input: {} }
    : { type: 'text', text: '' };
}

function deltaOf(turn: Turn): object {
  return 'use' in turn
    ? { type: 'input_json_delta', partial_json: JSON.stringify(turn.input) }
    : { type: 'text_delta', text: turn.say };
}

function blocksOf({ content }: Message): readonly Block[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

function textOf(content: Block['content']): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text = '' }) => text).join('\n');
}
