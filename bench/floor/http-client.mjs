// The client half of the floor for HTTP: an undici Pool, nothing checked.
import { Pool } from 'undici';

export function openFloorHttp(url) {
  const pool = new Pool(new URL(url).origin, { connections: 64 });
  let nextId = 0;
  return {
    request: async (method, params) => {
      const answer = await pool.request({
        method: 'POST',
        path: '/mcp',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: nextId++, method, params }),
      });
      return (await answer.body.json()).result;
    },
    close: () => pool.close(),
  };
}
