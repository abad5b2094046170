import { describe, expect, it } from 'vitest';
import { McpClient } from '../../../src/client/index.js';
import type { Revision } from '../../../src/protocol/index.js';
import { connectInMemory, McpServer } from '../../../src/server/index.js';
import { Gate } from '../../support/gate.js';

const nameForm = {
  type: 'object' as const,
  properties: { name: { type: 'string' as const } },
  required: ['name'],
};

function newServer(revisions?: readonly Revision[]): McpServer {
  return new McpServer(
    { name: 'test', version: '1' },
    { onLog: () => {}, logging: true, ...(revisions === undefined ? {} : { revisions }) },
  )
    .tool({ name: 'era', run: (_args, context) => context.era })
    .tool({
      name: 'greet',
      run: async (_args, context) => {
        const first = await context.elicit({
          key: 'first',
          message: 'First name?',
          requestedSchema: nameForm,
        });
        const last = await context.elicit({ key: 'last', message: 'Last name?', requestedSchema: nameForm });
        return `Hello, ${first.content?.['name']} ${last.content?.['name']}!`;
      },
    })
    .resource({ uri: 'test://r', name: 'r', read: () => 'text' });
}

describe.each<['legacy' | 'modern', Revision]>([
  ['modern', '2026-07-28'],
  ['legacy', '2025-11-25'],
])('a client in the same process: %s', (era, revision) => {
  it('is served', async () => {
    await using client = await McpClient.connect(connectInMemory(newServer([revision])));
    const result = await client.callTool('era');
    expect(result.content).toEqual([{ type: 'text', text: era }]);
    expect(await client.listTools()).toMatchObject([{ name: 'era' }, { name: 'greet' }]);
    expect((await client.readResource('test://r')).contents).toEqual([{ uri: 'test://r', text: 'text' }]);
  });

  it('is asked, round after round', async () => {
    const asked: string[] = [];
    const options = {
      onElicit: (params: { message: string }) => {
        asked.push(params.message);
        return {
          action: 'accept' as const,
          content: { name: params.message.startsWith('First') ? 'Ann' : 'Lee' },
        };
      },
    };
    await using client = await McpClient.connect(connectInMemory(newServer([revision])), options);
    const result = await client.callTool('greet');
    expect(result.content).toEqual([{ type: 'text', text: 'Hello, Ann Lee!' }]);
    expect(asked).toEqual(['First name?', 'Last name?']);
  });

  // requirement: cancelled-request-stopped, legacy-cancelled-request-stopped
  it('can cancel a call', async () => {
    const started = new Gate();
    const aborted = new Gate();
    const server = newServer([revision]).tool({
      name: 'wait',
      run: (_args, { signal }) =>
        new Promise(() => {
          signal.addEventListener('abort', () => aborted.open());
          started.open();
        }),
    });
    await using client = await McpClient.connect(connectInMemory(server));
    const stop = new AbortController();
    const call = client.callTool('wait', {}, { signal: stop.signal });
    await started.promise;
    stop.abort();
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    await aborted.promise;
    expect((await client.callTool('era')).content).toHaveLength(1);
  });
});

it('two servers in memory are not taken for each other', async () => {
  await using modern = await McpClient.connect(connectInMemory(newServer(['2026-07-28'])));
  await using legacy = await McpClient.connect(connectInMemory(newServer(['2025-06-18'])));
  expect([modern.revision, legacy.revision]).toEqual(['2026-07-28', '2025-06-18']);
});
