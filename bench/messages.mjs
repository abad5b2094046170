// The messages that are measured. test/bench/messages.test.ts checks that they are what they claim to be.

const tool = (index) => ({
  name: `tool_${index}`,
  title: `Tool number ${index}`,
  description: `Does the thing with number ${index}. `.repeat(8).trim(),
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(
      ['path', 'query', 'limit', 'recursive', 'format', 'since'].map((name) => [
        name,
        {
          type: name === 'limit' ? 'integer' : name === 'recursive' ? 'boolean' : 'string',
          description: `What ${name} means for tool ${index}, said in a sentence of the usual length.`,
        },
      ]),
    ),
    required: ['path', 'query'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: index % 2 === 0, destructiveHint: false, openWorldHint: true },
});

/** A request of about 180 bytes. */
export const smallRequest = {
  kind: 'request',
  id: 4711,
  method: 'tools/call',
  params: {
    name: 'get_weather',
    arguments: { location: 'New York', unit: 'celsius', days: 3 },
    _meta: { progressToken: 4711, 'com.example/trace': 'a1b2c3d4e5f60718' },
  },
};

/** A list of 69 tools, about 100 kB. */
export const toolList = {
  kind: 'success',
  id: 2,
  result: { tools: Array.from({ length: 69 }, (_, index) => tool(index)) },
};

/** One text of 1 MiB, with line ends and a letter beyond ASCII in every line. */
export const largeText = {
  kind: 'success',
  id: 3,
  result: {
    content: [
      { type: 'text', text: 'The quick brown fox jumps över the lazy dog. 0123456789\n'.repeat(18_400) },
    ],
  },
};
