// What the SDK clients do with a server: the same walk for both SDK lines.

/** `http <url> [revision]` or `stdio [revision] -- command args…` */
export function parseTarget(words) {
  const [kind, ...rest] = words;
  if (kind === 'http') return { kind, url: rest[0], revision: rest[1] };
  const dashes = rest.indexOf('--');
  return {
    kind: 'stdio',
    revision: rest[dashes - 1],
    command: rest[dashes + 1],
    args: rest.slice(dashes + 2),
  };
}

/** Makes the SDK ask for an older revision than its newest: it has no option for that. */
export function pinInitialize(transport, revision) {
  if (revision === undefined) return;
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (message.method === 'initialize') message.params.protocolVersion = revision;
    return send(message, options);
  };
}

async function outcome(action) {
  try {
    return { result: await action() };
  } catch (error) {
    return { error: { code: error.code, message: String(error.message) } };
  }
}

async function cancelled(callTool) {
  const controller = new AbortController();
  const call = callTool({ name: 'hang', arguments: {} }, { signal: controller.signal });
  setTimeout(() => controller.abort('enough'), 200);
  return call.then(
    () => 'answered',
    () => 'cancelled',
  );
}

async function withProgress(callTool) {
  const steps = [];
  await callTool({ name: 'count', arguments: {} }, { onprogress: ({ progress }) => steps.push(progress) });
  return steps;
}

export async function walk({ client, callTool, seen }) {
  const call = (name, args) => outcome(() => callTool({ name, arguments: args }));
  const report = {
    serverInfo: client.getServerVersion(),
    capabilities: client.getServerCapabilities(),
    instructions: client.getInstructions(),
    tools: (await client.listTools()).tools,
    echo: await call('echo', { message: 'höß 🦉\u2028' }),
    add: await call('add', { a: 1, b: 2 }),
    badArguments: await call('add', { a: 'one' }),
    unknownTool: await call('no-such-tool', {}),
    fail: await call('fail', {}),
    progress: await withProgress(callTool),
    cancelled: await cancelled(callTool),
    ask: await call('ask', {}),
    resources: (await client.listResources()).resources,
    templates: (await client.listResourceTemplates()).resourceTemplates,
    hello: await outcome(() => client.readResource({ uri: 'memo://hello' })),
    note: await outcome(() => client.readResource({ uri: 'memo://note/x' })),
    missing: await outcome(() => client.readResource({ uri: 'memo://missing' })),
    prompts: (await client.listPrompts()).prompts,
    greet: await outcome(() => client.getPrompt({ name: 'greet', arguments: { name: 'Ada' } })),
    complete: await outcome(() =>
      client.complete({ ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'name', value: 'A' } }),
    ),
    afterwards: await call('echo', { message: 'still here' }),
  };
  return { ...report, ...seen };
}
