// What our client does with a server in the transcripts of spec-fixtures/transcripts/client: once when they are recorded, and again
// whenever they are replayed. One step after the other, so that two runs differ as little as possible.

const HELLO = 'memo://hello';

/** What the user, the model and the file system of this client answer, and what it heard besides answers. */
export function walkOptions(heard) {
  return {
    // A memory of its own: no walk knows what another one found out.
    cache: { eras: new Map() },
    onElicit: () => ({ action: 'accept', content: { name: 'Ada' } }),
    onSample: () => ({ role: 'assistant', model: 'our-model', content: { type: 'text', text: 'Hi.' } }),
    roots: [{ uri: 'file:///ours', name: 'ours' }],
    onLog: (entry) => heard.logs.push(entry),
    onWarning: ({ code }) => heard.warnings.push(code),
  };
}

export const nothingHeard = () => ({ logs: [], warnings: [] });

async function outcome(action) {
  try {
    return { result: await action() };
  } catch (error) {
    return { error: { code: error.code, message: error.message } };
  }
}

/** On one channel calls that are made together go out together, in their order. HTTP gives each a connection of its own. */
async function together(call, isDuplex) {
  return isDuplex ? Promise.all(['a', 'b', 'c'].map((message) => call('echo', { message }))) : [];
}

async function calls(client, isDuplex) {
  const call = (name, args) => outcome(() => client.callTool(name, args));
  const steps = [];
  return {
    echo: await call('echo', { message: 'höß 🦉\u2028' }),
    together: await together(call, isDuplex),
    add: await call('add', { a: 1, b: 2 }),
    badArguments: await call('add', { a: 'one' }),
    unknownTool: await call('no-such-tool'),
    fail: await call('fail'),
    progress: await outcome(() => client.callTool('count', {}, { onProgress: (step) => steps.push(step) })),
    steps,
    cancelled: await cancelled(client),
    ask: await call('ask'),
    sample: await call('sample'),
    roots: await call('roots'),
    region: await call('region', { region: 'Straße' }),
    log: await call('log'),
  };
}

/** Cancels a call as soon as it reports that it runs. */
function cancelled(client) {
  const controller = new AbortController();
  const onProgress = () => controller.abort('enough');
  return outcome(() => client.callTool('hang', {}, { signal: controller.signal, onProgress }));
}

async function reads(client) {
  const argument = { name: 'name', value: 'A' };
  return {
    hello: await outcome(() => client.readResource(HELLO)),
    note: await outcome(() => client.readResource('memo://note/x')),
    missing: await outcome(() => client.readResource('memo://missing')),
    greet: await outcome(() => client.getPrompt('greet', { name: 'Ada' })),
    completePrompt: await outcome(() =>
      client.complete({ ref: { type: 'ref/prompt', name: 'greet' }, argument }),
    ),
    completeTemplate: await outcome(() =>
      client.complete({ ref: { type: 'ref/resource', uri: 'memo://note/{name}' }, argument }),
    ),
  };
}

/** Subscribes; where the server has a way to tell of changes, waits for one. */
async function changes(client, tellsOfChanges) {
  const subscription = client.subscribe({ resources: [HELLO] });
  const agreed = await subscription.ready;
  const next = subscription[Symbol.asyncIterator]().next();
  await client.callTool('touch');
  const change = tellsOfChanges ? (await next).value : undefined;
  await subscription.close();
  return { agreed, change };
}

/** Everything that a client can do with one of our peers (test/peers/programs); gives back what it made of it. */
export async function walk(client, { carrier, tellsOfChanges }, heard) {
  const { serverInfo, capabilities, instructions, revision } = client;
  return {
    offer: { serverInfo, capabilities, instructions, revision },
    tools: await client.listTools(),
    resources: await client.listResources(),
    templates: await client.listResourceTemplates(),
    prompts: await client.listPrompts(),
    ping: await outcome(() => client.ping()),
    ...(await calls(client, carrier === 'stdio')),
    ...(await reads(client)),
    changes: await changes(client, tellsOfChanges),
    heard,
  };
}
