// The client half of the floor for HTTP: an undici Pool, nothing checked.
import { Pool } from 'undici';
import { HEADERS, PARAMS } from './members.mjs';

export function openFloorHttp(url, era) {
  const pool = new Pool(new URL(url).origin, { connections: 64 });
  let nextId = 0;
  return {
    request: async (method, params) => {
      const id = nextId++;
      const answer = await pool.request({
        method: 'POST',
        path: '/mcp',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...HEADERS[era](method, params),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params: PARAMS[era](id, params) }),
      });
      return (await answer.body.json()).result;
    },
    close: () => pool.close(),
  };
}
