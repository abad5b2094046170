import { McpServer } from '../../../src/server/index.js';

const text = { type: 'string' } as const;
const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

/** A plain server of ours with something of everything. Run without logs: what checks send wrong is not news. */
export function checkedServer(): McpServer {
  const server = new McpServer(
    { name: 'checked', version: '1.0.0', instructions: 'For tests.' },
    { pageSize: 2, logging: true, onLog: () => {} },
  );
  return server
    .tool({
      name: 'now',
      description: 'Tells the time',
      annotations: READ_ONLY,
      outputSchema: { type: 'object', properties: { time: text }, required: ['time'] },
      run: () => ({ structuredContent: { time: 'noon' } }),
    })
    .tool<{ text: string }>({
      name: 'echo',
      description: 'Says it again',
      annotations: READ_ONLY,
      inputSchema: { type: 'object', properties: { text }, required: ['text'] },
      run: ({ text: said }) => said,
    })
    .tool<{ region?: string }>({
      name: 'lookup',
      description: 'Looks up a region',
      annotations: READ_ONLY,
      inputSchema: { type: 'object', properties: { region: { ...text, 'x-mcp-header': 'Region' } } },
      run: ({ region = 'none' }) => region,
    })
    .tool({
      name: 'steps',
      description: 'Reports progress',
      annotations: READ_ONLY,
      async run(_args, context) {
        for (let step = 1; step <= 3; step += 1) context.progress(step);
        return 'done';
      },
    })
    .tool({
      name: 'erase',
      description: 'No check may call it',
      annotations: { destructiveHint: true },
      run: () => {
        throw new Error('called');
      },
    })
    .resource({ uri: 'note:///one', name: 'one', mimeType: 'text/plain', read: () => 'hello' })
    .resource({ uri: 'note:///two', name: 'two', mimeType: 'text/plain', read: () => 'hello' })
    .resource({
      uri: 'note:///bytes',
      name: 'bytes',
      mimeType: 'application/octet-stream',
      read: () => new Uint8Array([0, 1, 2, 255]),
    })
    .resourceTemplate({
      uriTemplate: 'book:///{title}',
      name: 'book',
      read: ({ variables }) => (variables['title'] === 'dune' ? 'sand' : undefined),
      complete: () => ['dune'],
    })
    .prompt({
      name: 'greet',
      arguments: [{ name: 'who', required: true }],
      get: ({ who }) => `Hello ${who}`,
      complete: () => ['world'],
    })
    .prompt({ name: 'thanks', get: () => 'Thanks' })
    .prompt({
      name: 'picture',
      get: () => [{ role: 'user', content: { type: 'image', data: 'AAEC', mimeType: 'image/png' } }],
    })
    .prompt({
      name: 'ask',
      async get(_args, context) {
        if (context.era === 'legacy') return 'nobody to ask';
        const { action } = await context.elicit({
          message: 'Your name?',
          requestedSchema: { type: 'object', properties: { name: text } },
        });
        return action;
      },
    });
}
