// What a message holds in each era besides its point, so that a floor can send the very bytes that plainwire sends.
// `none` is the least that JSON-RPC needs.

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'plainwire', version: '0.1.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const SERVER = { 'io.modelcontextprotocol/serverInfo': { name: 'bench', version: '1.0.0' } };

/** The params to send, by era. */
export const PARAMS = {
  none: (_id, params) => params,
  legacy: (id, params) => ({ _meta: { progressToken: id }, ...params }),
  modern: (id, params) => ({ _meta: { progressToken: id, ...ENVELOPE }, ...params }),
};

/** The result to send, by era. */
export const RESULTS = {
  none: (result) => result,
  legacy: (result) => result,
  modern: (result) => ({ resultType: 'complete', _meta: SERVER, ...result }),
};

/** The headers to send, by era. */
export const HEADERS = {
  none: () => ({}),
  legacy: () => ({ authorization: 'Bearer bench', 'mcp-protocol-version': '2025-11-25' }),
  modern: (method, { name }) => ({
    authorization: 'Bearer bench',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name === undefined ? {} : { 'mcp-name': name }),
  }),
};
