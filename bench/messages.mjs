// The messages that are measured. test/bench/messages.test.ts checks that they are what they claim to be.

const tool = (index) => ({
  name: `tool_${index}`,
  title: `Tool number ${index}`,
  description: `Does the thing with number ${index}. `.repeat(17).trim(),
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
    arguments: { location: 'New York City', unit: 'celsius', days: 3 },
    _meta: { progressToken: 4711 },
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
      { type: 'text', text: 'The quick brown fox jumps över the lazy dog. 0123456789\n'.repeat(18_078) },
    ],
  },
};

/**
 * A server-sent event stream of about `bytes`, with a small message in each event, cut into chunks.
 *
 * @param {number} bytes
 * @param {number} chunkBytes
 */
export function sseChunks(bytes, chunkBytes) {
  const event = Buffer.from(
    `data: ${JSON.stringify({ jsonrpc: '2.0', ...smallRequest, kind: undefined })}\n\n`,
  );
  const events = Math.floor(bytes / event.length);
  const stream = Buffer.alloc(events * event.length, event);
  const chunks = [];
  for (let at = 0; at < stream.length; at += chunkBytes) chunks.push(stream.subarray(at, at + chunkBytes));
  return { chunks, events };
}

/**
 * One message on a line of its own, in pieces of equal length (the last may be shorter), the line end included.
 *
 * @param {number} lineBytes
 * @param {number} pieceBytes
 */
export function lineInPieces(lineBytes, pieceBytes) {
  const text = (/** @type {number} */ length) =>
    `${JSON.stringify({ jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'x'.repeat(length) }] } })}\n`;
  const line = Buffer.from(text(lineBytes - text(0).length));
  const pieces = [];
  for (let at = 0; at < line.length; at += pieceBytes) pieces.push(line.subarray(at, at + pieceBytes));
  return pieces;
}
