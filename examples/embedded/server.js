// A stdio server with two tools and a resource. `node examples/embedded/server.js` waits for a client on its standard input.
import { McpServer, serveStdio } from 'plainwire/server';

const notes = new Map([['welcome', 'Every message here is one line of JSON.']]);

const server = new McpServer({
  name: 'notes',
  version: '1.0.0',
  instructions: 'Keeps short notes in memory.',
})
  .tool({
    name: 'write_note',
    description: 'Keeps a note under a name',
    inputSchema: {
      type: 'object',
      properties: { name: { type: 'string' }, text: { type: 'string' } },
      required: ['name', 'text'],
    },
    run: ({ name, text }) => {
      notes.set(name, text);
      return `Kept "${name}", ${notes.size} notes in all.`;
    },
  })
  .tool({
    name: 'count_words',
    description: 'Counts the words of a text, reporting progress',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    outputSchema: { type: 'object', properties: { words: { type: 'integer' } }, required: ['words'] },
    run: ({ text }, context) => {
      const words = text.split(/\s+/).filter((word) => word !== '');
      for (const index of words.keys()) context.progress(index + 1, { total: words.length });
      return { structuredContent: { words: words.length } };
    },
  })
  .resourceTemplate({
    uriTemplate: 'note://{name}',
    name: 'note',
    mimeType: 'text/plain',
    read: ({ variables }) => notes.get(variables.name),
  });

await serveStdio(server);
