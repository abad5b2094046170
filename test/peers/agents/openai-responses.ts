import type { ModelApi, Turn } from './model-stand-in.js';

interface OfferedTool {
  readonly type: string;
  readonly name?: string;
  readonly tools?: readonly OfferedTool[];
}

interface Item {
  readonly type: string;
  readonly role?: string;
  readonly content?: readonly { readonly text?: string }[];
  readonly output?: string | readonly { readonly text?: string }[];
}

/** Tools of an MCP server come as a namespace; its name and the tool's make the qualified name. */
const SEPARATOR = '__';

/** @see https://platform.openai.com/docs/api-reference/responses-streaming */
export const openaiResponses: ModelApi = {
  path: '/responses',
  isAside: () => false,
  read: ({ tools, input }) => ({
    tools: (tools as OfferedTool[]).flatMap(namesOf),
    prompts: (input as Item[])
      .filter(({ role }) => role === 'user')
      .flatMap(({ content = [] }) => content.map(({ text = '' }) => text)),
    results: (input as Item[]).filter(({ type }) => type === 'function_call_output').map(textOf),
  }),
  events: (turn, ordinal) => {
    const id = `resp_${ordinal}`;
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    return [
      ['response.created', { type: 'response.created', response: { id } }],
      ['response.output_item.done', { type: 'response.output_item.done', item: itemOf(turn, ordinal) }],
      ['response.completed', { type: 'response.completed', response: { id, usage } }],
    ];
  },
};

function namesOf({ type, name = type, tools = [] }: OfferedTool): string[] {
  return type === 'namespace' ? tools.map((tool) => `${name}${SEPARATOR}${tool.name}`) : [name];
}

function itemOf(turn: Turn, ordinal: number): object {
  if ('say' in turn) {
    const content = [{ type: 'output_text', text: turn.say }];
    return { type: 'message', id: `msg_${ordinal}`, role: 'assistant', content };
  }
  const [, namespace, name = turn.use] = /^(mcp__.+)__(.+)$/.exec(turn.use) ?? [];
  return {
    type: 'function_call',
    call_id: `call_${ordinal}`,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    arguments: JSON.stringify(turn.input),
  };
}

function textOf({ output = '' }: Item): string {
  return typeof output === 'string' ? output : output.map(({ text = '' }) => text).join('\n');
}
