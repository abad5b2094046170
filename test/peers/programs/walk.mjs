// What the SDK clients do with a server: the same walk for both SDK lines.

import { setTimeout } from 'node:timers/promises';

const HELLO = 'memo://hello';
/** A transcript of the walk is no place for a megabyte, or for the same call 64 times. */
const IS_SHORT = process.env.WALK === 'short';
const LARGE_LETTERS = IS_SHORT ? 8 : 2 ** 19;
const MANY_CALLS = IS_SHORT ? 1 : 64;

/** `http|websocket <url> [revision]` or `stdio [revision] -- command args…` */
export function parseTarget(words) {
  const [kind, ...rest] = words;
  if (kind !== 'stdio') return { kind, url: rest[0], revision: rest[1] };
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

/** What comes over the wire, below the SDK, which may drop a report of progress that comes right before the answer. */
export function observe(transport) {
  const wire = { progress: [], revision: undefined };
  transport.onmessage = ({ method, params, result }) => {
    if (method === 'notifications/progress') wire.progress.push(params);
    wire.revision ??= result?.protocolVersion;
  };
  return wire;
}

async function outcome(action) {
  try {
    return { result: await action() };
  } catch (error) {
    return { error: { code: error.code, message: String(error.message) } };
  }
}

/** Cancels a call as soon as it reports that it runs. */
async function cancelled(callTool) {
  const controller = new AbortController();
  const options = { signal: controller.signal, onprogress: () => controller.abort('enough') };
  return callTool({ name: 'hang', arguments: {} }, options).then(
    () => 'answered',
    () => 'cancelled',
  );
}

async function withProgress(callTool, wire) {
  const before = wire.progress.length;
  await callTool({ name: 'count', arguments: {} }, { onprogress: () => {} });
  return wire.progress.slice(before).map(({ progress, total }) => [progress, total]);
}

/** Calls a tool again and again until what it does has arrived: the stream for it may still be opening. */
async function until(callTool, name, hasArrived) {
  while (!hasArrived()) {
    await callTool({ name, arguments: {} });
    // In a transcript there is one call: by then the stream has been open for long.
    while (IS_SHORT && !hasArrived()) await setTimeout(10);
  }
  return true;
}

async function offer(client) {
  return {
    serverInfo: client.getServerVersion(),
    capabilities: client.getServerCapabilities(),
    instructions: client.getInstructions(),
    tools: (await client.listTools()).tools,
    resources: (await client.listResources()).resources,
    templates: (await client.listResourceTemplates()).resourceTemplates,
    prompts: (await client.listPrompts()).prompts,
  };
}

async function calls(callTool, wire) {
  const call = (name, args = {}) => outcome(() => callTool({ name, arguments: args }));
  return {
    echo: await call('echo', { message: 'höß 🦉\u2028' }),
    large: (await callTool({ name: 'echo', arguments: { message: 'ß'.repeat(LARGE_LETTERS) } })).content[0]
      .text.length,
    many: new Set(
      await Promise.all(Array.from({ length: MANY_CALLS }, (_, index) => echoed(callTool, index))),
    ).size,
    add: await call('add', { a: 1, b: 2 }),
    badArguments: await call('add', { a: 'one' }),
    unknownTool: await call('no-such-tool'),
    fail: await call('fail'),
    progress: await withProgress(callTool, wire),
    cancelled: await cancelled(callTool),
    ask: await call('ask'),
    sample: await call('sample'),
    roots: await call('roots'),
    region: await call('region', { region: 'Straße' }),
    log: await call('log'),
    poll: await call('poll'),
  };
}

async function echoed(callTool, index) {
  const { content } = await callTool({ name: 'echo', arguments: { message: String(index) } });
  return content[0].text;
}

async function reads(client) {
  const name = { name: 'name', value: 'A' };
  const complete = (ref) => outcome(() => client.complete({ ref, argument: name }));
  return {
    hello: await outcome(() => client.readResource({ uri: HELLO })),
    note: await outcome(() => client.readResource({ uri: 'memo://note/x' })),
    missing: await outcome(() => client.readResource({ uri: 'memo://missing' })),
    greet: await outcome(() => client.getPrompt({ name: 'greet', arguments: { name: 'Ada' } })),
    completePrompt: await complete({ type: 'ref/prompt', name: 'greet' }),
    completeTemplate: await complete({ type: 'ref/resource', uri: 'memo://note/{name}' }),
  };
}

/**
 * `callTool` is the call of the SDK; `wire` comes from `observe`; `seen` is filled by the client's notification
 * handlers; `prepare` asks for log messages, and for changes of the tools and of memo://hello.
 */
export async function walk({ client, callTool, seen, wire, prepare }) {
  const offered = await offer(client);
  await prepare();
  return {
    ...offered,
    ...(await calls(callTool, wire)),
    ...(await reads(client)),
    touched: await until(callTool, 'touch', () => seen.updated.includes(HELLO)),
    grown: await until(callTool, 'grow', () => seen.toolsChanged > 0),
    grownTools: (await client.listTools()).tools.some(({ name }) => name.startsWith('grown-')),
    logs: seen.logs,
    afterwards: await outcome(() => callTool({ name: 'echo', arguments: { message: 'still here' } })),
  };
}
