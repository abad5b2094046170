import { describe, expect, it } from 'vitest';
import type { HostEvent } from '../../src/host/index.js';
import { McpHost } from '../../src/host/index.js';
import { customServer, Fault, type Question, ToolRegistry, toolContext } from '../../src/index.js';
import type { JsonObject } from '../../src/protocol/index.js';
import { Gate } from '../support/gate.js';
import { openHost, startHost, textResult, toolServer, wireTool } from '../support/host-servers.js';
import { EXIT, SILENCE } from '../support/scripted-server.js';

const refusing = (fault: Fault) => ({
  target: customServer({ name: 'refusing', open: () => Promise.reject(fault) }),
});
const broken = refusing(new Fault('spawn_failed', 'There is no such program.'));

function circular(): object {
  const holder: { self?: object } = {};
  holder.self = holder;
  return holder;
}

const names = (host: McpHost) => host.tools().map(({ name }) => name);
const text = (result: { content: readonly unknown[] }) => (result.content[0] as { text: string }).text;

describe('starting', () => {
  it('gives the tools of all servers under registered names', async () => {
    const { host } = await startHost({ one: toolServer(['echo', 'add']), two: toolServer(['echo']) });
    await using _ = host;
    expect(names(host)).toEqual(['mcp_one_echo', 'mcp_one_add', 'mcp_two_echo']);
    expect(host.lookup('mcp_two_echo')).toEqual({ server: 'two', tool: 'echo' });
    expect(host.nameOf('one', 'add')).toBe('mcp_one_add');
    expect([host.lookup('mcp_two_add'), host.nameOf('two', 'add'), host.nameOf('three', 'add')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('shows the state of each server', async () => {
    const { host } = await startHost({ good: toolServer(['echo', 'add']), broken });
    await using _ = host;
    expect(host.servers()).toMatchObject([
      {
        name: 'good',
        origin: { kind: 'program' },
        transport: 'custom',
        phase: 'ready',
        reason: undefined,
        revision: '2025-11-25',
        era: 'legacy',
        serverInfo: { name: 'scripted' },
        counts: { tools: 2, resources: undefined },
        problems: [],
      },
      { name: 'broken', phase: 'failed', reason: 'There is no such program.', revision: undefined },
    ]);
    expect(host.state('good')).toBe(host.servers()[0]);
    expect(() => host.state('nope')).toThrow(/No server is named 'nope'. There are: good, broken/);
  });

  it('one server that fails and one that never answers leave the others alone', async () => {
    const silent = toolServer([], { 'tools/list': SILENCE });
    const { open, clock } = openHost({
      silent: { target: silent.target, timeout: 7 },
      broken,
      good: toolServer(['echo']),
    });
    await using host = open;
    await host.ready('good');
    expect(host.state('silent').phase).toBe('connecting');
    await expect(host.ready('broken')).rejects.toMatchObject({ code: 'server_unavailable' });
    expect(text(await host.call('mcp_good_echo'))).toBe('echo {}');
    await silent.sees('tools/list');
    clock.advance(7_000);
    expect((await host.settled()).map(({ phase }) => phase)).toEqual(['failed', 'failed', 'ready']);
    expect(host.state('silent').reason).toMatch(/'silent' was not ready within 7000 ms. Raise `timeout`/);
    expect(silent.connection.isOver).toBe(true);
  });

  it('never lets more than connectConcurrency servers connect at once', async () => {
    const gates = [new Gate(), new Gate(), new Gate()];
    let atOnce = 0;
    let most = 0;
    const slow = (gate: Gate) =>
      toolServer(['t'], {
        'tools/list': async () => {
          atOnce += 1;
          most = Math.max(most, atOnce);
          await gate.promise;
          atOnce -= 1;
          return { tools: [] };
        },
      });
    const servers = gates.map(slow);
    const { open } = openHost(Object.fromEntries(servers.map((server, at) => [`s${at}`, server])), {
      connectConcurrency: 2,
    });
    await using host = open;
    await Promise.all([servers[0]?.sees('tools/list'), servers[1]?.sees('tools/list')]);
    expect(servers[2]?.connections).toHaveLength(0);
    gates[0]?.open();
    await servers[2]?.sees('tools/list');
    for (const gate of gates) gate.open();
    await host.settled();
    expect(most).toBe(2);
  });

  it('does not start what is switched off', async () => {
    const off = toolServer(['echo']);
    const { host } = await startHost({ off: { target: off.target, enabled: false } });
    await using _ = host;
    expect(host.state('off')).toMatchObject({ phase: 'closed', reason: 'switched off by `enabled: false`' });
    expect(off.connections).toHaveLength(0);
    await expect(host.ready('off')).rejects.toMatchObject({ code: 'server_unavailable' });
  });

  it('offers only the tools that the entry wants', async () => {
    const target = () => toolServer(['a', 'b', 'c']).target;
    const { host } = await startHost({
      some: { target: target(), enabledTools: ['a', 'b'], disabledTools: ['b'] },
      most: { target: target(), disabledTools: ['a'] },
      none: { target: target(), enabledTools: [] },
    });
    await using _ = host;
    expect(names(host)).toEqual(['mcp_some_a', 'mcp_most_b', 'mcp_most_c']);
    expect(host.servers().map(({ counts }) => counts.tools)).toEqual([1, 2, 0]);
    await expect(host.call('mcp_some_b')).rejects.toMatchObject({ code: 'invalid_argument' });
  });

  it('tells of names in the filters that the server does not list', async () => {
    const target = toolServer(['delete']).target;
    const { host } = await startHost({ s: { target, disabledTools: ['delte'], enabledTools: ['delete'] } });
    await using _ = host;
    expect(host.state('s').problems).toEqual([
      'the entry names the tool "delte", which the server does not list',
    ]);
  });

  it('keeps what is wrong with a declaration apart from the others', async () => {
    const host = await McpHost.start({ servers: { bad: { type: 'carrier-pigeon' } } });
    expect(host.servers()).toEqual([]);
    expect(host.problems).toMatchObject([{ severity: 'error', server: 'bad', key: 'type' }]);
    await host.close();
  });

  it.each([
    [{ readonly: true }, /no option `readonly`/],
    [{ readOnly: 'true' }, /`readOnly` must be true or false/],
    [{ readOnly: 1 }, /`readOnly` must be true or false/],
    [{ redact: 'false' }, /`redact` must be true or false/],
    [{ connectConcurrency: 0 }, /connectConcurrency/],
    [{ permissions: [{ tool: '*', action: 'maybe' }] }, /rule 1 action/],
    [{ asker: 'me' }, /asker/],
  ])('refuses the options %j', async (options, message) => {
    await expect(McpHost.start(options as never)).rejects.toThrow(message);
  });

  it.each([[{ attempts: -1 }], [{ firstDelayMs: Number.NaN }], [{ maxDelayMs: '5' }]])(
    'refuses the reconnect options %j',
    async (reconnect) => {
      await expect(McpHost.start({ reconnect } as never)).rejects.toThrow(
        /`reconnect\.\w+` must be a number/,
      );
    },
  );

  it.each([
    ['a promise', () => Promise.resolve({}), 'failed'],
    ['null', () => null, 'failed'],
    ['a number', () => 5, 'failed'],
    ['nothing', () => undefined, 'ready'],
  ])('options of a client that are %s', async (_, client, phase) => {
    await using host = await McpHost.start({
      servers: { s: { target: toolServer(['t']).target } },
      client: client as never,
    });
    expect(host.state('s').phase).toBe(phase);
    if (phase === 'failed') expect(host.state('s').reason).toContain('`client` gave no options for server');
  });

  it('two hosts share no session of a server', async () => {
    const server = toolServer(['echo']);
    const { host: one } = await startHost({ s: server });
    const { host: two } = await startHost({ s: server });
    expect(server.connections).toHaveLength(2);
    await one.close();
    expect(server.connections.map(({ isOver }) => isOver)).toEqual([true, false]);
    await two.close();
  });
});

describe('closing', () => {
  it('is idempotent, and leaves no connection and no timer', async () => {
    const server = toolServer(['echo']);
    const silent = toolServer([], { 'tools/list': SILENCE });
    const { open: host, clock } = openHost({ server, silent, broken });
    await Promise.all([host.ready('server'), silent.sees('tools/list')]);
    await Promise.all([host.close(), host.close()]);
    expect(host.servers().map(({ phase }) => phase)).toEqual(['closed', 'closed', 'closed']);
    expect([server.connection.isOver, silent.connection.isOver, clock.pending]).toEqual([true, true, 0]);
    expect(host.tools()).toEqual([]);
    await expect(host.reload({})).rejects.toMatchObject({ code: 'closed' });
    await expect(host.ready('server')).rejects.toThrow(/'server' is closed: the host was closed/);
  });
});

describe('tools', () => {
  it('run as neutral tools, and can be served again', async () => {
    const schema = { type: 'object', properties: { x: { type: 'number' } }, $defs: { unused: {} } };
    const server = toolServer([wireTool('echo', { inputSchema: schema, description: 'Echo.' }), 'fail']);
    const { host } = await startHost({ s: server });
    await using _ = host;
    const registry = new ToolRegistry(host.tools());
    const [echo] = host.tools();
    expect(echo).toMatchObject({ name: 'mcp_s_echo', description: 'Echo.', sideEffecting: true });
    expect(echo?.parameters).toEqual(schema);
    expect(await registry.call('mcp_s_echo', { x: 1 }, toolContext())).toBe('echo {"x":1}');
    expect(await registry.call('mcp_s_fail', {}, toolContext())).toBe('ERROR: fail {}');
    expect(server.requests('tools/call').map(({ params }) => params?.['name'])).toEqual(['echo', 'fail']);
  });

  it('give whole results on request', async () => {
    const result = { ...textResult('x'), structuredContent: { y: 1 } };
    const { host } = await startHost({ s: toolServer(['t'], { 'tools/call': result }) });
    await using _ = host;
    const [tool] = host.tools({ results: 'whole' });
    expect(await tool?.run({}, toolContext())).toEqual(result);
    expect(await host.call('mcp_s_t')).toEqual(result);
  });

  it('are the same list until something changes', async () => {
    const { host } = await startHost({ s: toolServer(['t']) });
    await using _ = host;
    expect(host.tools()).toBe(host.tools());
    expect(host.tools({ results: 'whole' })).not.toBe(host.tools());
  });

  it('keep their names: the first keeps one, the other is left out with an error', async () => {
    const { host } = await startHost({ 'my-srv': toolServer(['t']), my_srv: toolServer(['t', 'u']) });
    await using _ = host;
    expect(names(host)).toEqual(['mcp_my_srv_t', 'mcp_my_srv_u']);
    expect(host.lookup('mcp_my_srv_t')).toEqual({ server: 'my-srv', tool: 't' });
    expect(host.state('my_srv').problems).toEqual([
      expect.stringMatching(/"t" of server "my_srv" is left out/),
    ]);
  });

  it('are named in the order of the configuration, whichever server is faster', async () => {
    const gate = new Gate();
    const list = () => gate.promise.then(() => ({ tools: [wireTool('t')] }));
    const slow = toolServer([], { 'tools/list': list });
    const { open: host } = openHost({ 'my-srv': slow, my_srv: toolServer(['t']) });
    await using _ = host;
    await host.ready('my_srv');
    expect(host.lookup('mcp_my_srv_t')).toEqual({ server: 'my_srv', tool: 't' });
    gate.open();
    await host.settled();
    expect(host.lookup('mcp_my_srv_t')).toEqual({ server: 'my-srv', tool: 't' });
    await slow.connection.exit();
    await host.reconnect('my-srv');
    expect(host.lookup('mcp_my_srv_t')).toEqual({ server: 'my-srv', tool: 't' });
  });

  it('follow a list that changes', async () => {
    const tools: JsonObject[] = [wireTool('a')];
    const server = toolServer([], { 'tools/list': () => ({ tools: [...tools] }) });
    const events: HostEvent[] = [];
    const { host } = await startHost({ s: server }, { onEvent: (event) => events.push(event) });
    await using _ = host;
    const before = host.tools();
    const changed = new Gate<HostEvent>();
    host.onEvent((event) => event.kind === 'tools' && changed.open(event));
    tools.push(wireTool('b'));
    server.connection.tell('notifications/tools/list_changed');
    expect(await changed.promise).toEqual({ kind: 'tools', server: 's', tools: ['mcp_s_a', 'mcp_s_b'] });
    expect(names(host)).toEqual(['mcp_s_a', 'mcp_s_b']);
    expect(before).toHaveLength(1);
    expect(host.state('s').counts.tools).toBe(2);
  });
});

describe('calls', () => {
  it('wait for a server that is still connecting', async () => {
    const gate = new Gate();
    let lists = 0;
    const server = toolServer(['t'], {
      'tools/list': async () => {
        lists += 1;
        if (lists > 1) await gate.promise;
        return { tools: [wireTool('t')] };
      },
    });
    const { host } = await startHost({ s: server }, { reconnect: { firstDelayMs: 0 } });
    await using _ = host;
    await server.connection.exit();
    expect(names(host)).toEqual(['mcp_s_t']);
    await expect(host.call('mcp_s_t')).rejects.toMatchObject({
      code: 'server_unavailable',
      message: expect.stringMatching(/'s' is not connected: The server exited with code 1/),
    });
    const again = host.reconnect('s');
    const call = host.call('mcp_s_t');
    gate.open();
    expect(text(await call)).toBe('t {}');
    expect((await again).phase).toBe('ready');
  });

  it('take the budget of the entry', async () => {
    const server = toolServer(['t'], { 'tools/call': SILENCE });
    const { host, clock } = await startHost({ s: { target: server.target, timeout: { request: 3 } } });
    await using _ = host;
    const call = host.call('mcp_s_t');
    await server.sees('tools/call');
    clock.advance(3_000);
    await expect(call).rejects.toMatchObject({ code: 'timed_out' });
  });

  it('may take for ever without one', async () => {
    const gate = new Gate();
    const slow = { 'tools/call': async () => gate.promise.then(() => textResult('late')) };
    const { host, clock } = await startHost({ s: toolServer(['t'], slow) });
    await using _ = host;
    const call = host.call('mcp_s_t');
    clock.advance(7 * 24 * 3_600_000);
    gate.open();
    expect(text(await call)).toBe('late');
  });

  it('are cancelled on the server', async () => {
    const server = toolServer(['t'], { 'tools/call': SILENCE });
    const { host } = await startHost({ s: server });
    await using _ = host;
    const controller = new AbortController();
    const call = host.call('mcp_s_t', {}, { signal: controller.signal });
    await server.sees('tools/call');
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    await server.sees('notifications/cancelled');
  });

  it('of a server that dies meanwhile say so, and leave the others alone', async () => {
    const dying = toolServer(['t'], { 'tools/call': EXIT });
    const { host } = await startHost({ dying, good: toolServer(['t']) }, { reconnect: false });
    await using _ = host;
    await expect(host.call('mcp_dying_t')).rejects.toMatchObject({ code: 'process_exited' });
    expect(host.state('dying')).toMatchObject({ phase: 'failed', retryInMs: undefined });
    expect(names(host)).toEqual(['mcp_good_t']);
    expect(text(await host.call('mcp_good_t'))).toBe('t {}');
  });
});

describe('permissions', () => {
  const READ_ONLY = { annotations: { readOnlyHint: true } };
  const servers = () => ({
    s: toolServer([wireTool('look', READ_ONLY), 'write']),
    trusted: { target: toolServer([wireTool('look', READ_ONLY), 'write']).target, trust: true },
  });

  it.each([
    ['mcp_s_look', 'ask'],
    ['mcp_s_write', 'ask'],
    ['mcp_trusted_look', 'allow'],
    ['mcp_trusted_write', 'allow'],
  ])('without rules, %s is %s', async (name, action) => {
    const { host } = await startHost(servers(), { permissions: [] });
    await using _ = host;
    expect(host.explain(name)).toMatchObject({
      action,
      rule: undefined,
      because: expect.stringMatching(/./),
    });
  });

  it('a rule decides, and is named', async () => {
    const server = toolServer(['get', 'delete']);
    const { host } = await startHost(
      { s: server },
      {
        permissions: [
          { tool: 'mcp_s_delete*', action: 'deny' },
          { tool: 'mcp_s_*', action: 'allow' },
        ],
      },
    );
    await using _ = host;
    expect(text(await host.call('mcp_s_get'))).toBe('get {}');
    await expect(host.call('mcp_s_delete')).rejects.toMatchObject({
      code: 'permission_denied',
      message: expect.stringContaining('mcp_s_delete*'),
    });
    const tool = host.tools().find(({ name }) => name === 'mcp_s_delete');
    expect(await tool?.run({}, toolContext())).toMatch(
      /^ERROR: the call of 'mcp_s_delete' was not made: denied: /,
    );
    expect(server.requests('tools/call')).toHaveLength(1);
  });

  it('without an asker, what is to be asked is denied', async () => {
    const { host } = await startHost(servers(), { permissions: [] });
    await using _ = host;
    await expect(host.call('mcp_s_write')).rejects.toMatchObject({ code: 'permission_denied' });
  });

  it('an asker sees name and arguments, and may change them', async () => {
    const asked: Question[] = [];
    const server = toolServer(['write']);
    const { host } = await startHost(
      { s: server },
      {
        permissions: [],
        asker: (question) => {
          asked.push(question);
          return asked.length === 1 ? { kind: 'approve' } : { kind: 'modify', value: { path: 'b' } };
        },
      },
    );
    await using _ = host;
    const args = { path: 'a' };
    expect(text(await host.call('mcp_s_write', args))).toBe('write {"path":"a"}');
    expect(text(await host.call('mcp_s_write', args))).toBe('write {"path":"b"}');
    expect(asked[0]).toMatchObject({ tool: 'mcp_s_write', arguments: args });
    expect([Object.isFrozen(asked[0]?.arguments), Object.isFrozen(args)]).toEqual([true, false]);
  });

  it.each([
    [{ kind: 'reject', note: 'not on a Friday' }, /not on a Friday/],
    [{ kind: 'expired' }, /./],
    ['yes', /./],
    [new Error('the asker broke'), /./],
  ])('the answer %o denies', async (answer, message) => {
    const server = toolServer(['write']);
    const asker = () => {
      if (answer instanceof Error) throw answer;
      return answer as never;
    };
    const { host } = await startHost({ s: server }, { permissions: [], asker });
    await using _ = host;
    await expect(host.call('mcp_s_write')).rejects.toThrow(message);
    await expect(host.call('mcp_s_write')).rejects.toMatchObject({ code: 'permission_denied' });
    expect(server.requests('tools/call')).toEqual([]);
  });

  it('a question is withdrawn with its call, and when the host closes', async () => {
    const gate = new Gate<Question>();
    const { host } = await startHost(servers(), {
      permissions: [],
      asker: (question) => {
        gate.open(question);
        return new Promise(() => {});
      },
    });
    const controller = new AbortController();
    const call = host.call('mcp_s_write', {}, { signal: controller.signal });
    const { signal } = await gate.promise;
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    expect(signal.aborted).toBe(true);
    const second = host.call('mcp_s_write');
    await host.close();
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('an approval that comes after the server was connected again goes to the new session', async () => {
    const answer = new Gate<{ kind: 'approve' }>();
    const asked = new Gate();
    const server = toolServer(['t']);
    const { host, clock } = await startHost(
      { s: server },
      {
        permissions: [],
        asker: () => {
          asked.open();
          return answer.promise;
        },
      },
    );
    await using _ = host;
    const call = host.call('mcp_s_t');
    await asked.promise;
    const failed = new Gate();
    host.onEvent((event) => event.kind === 'state' && event.state.phase === 'failed' && failed.open());
    await server.connection.exit();
    await failed.promise;
    clock.advance(1_000);
    await host.ready('s');
    answer.open({ kind: 'approve' });
    expect(await call).toEqual(textResult('t {}'));
    expect(server.connections).toHaveLength(2);
  });

  it.each([
    ['a function', { f: () => 1 }],
    ['itself', circular()],
  ])('arguments that hold %s are refused before anybody is asked', async (_, args) => {
    const questions: Question[] = [];
    const asker = (question: Question) => {
      questions.push(question);
      return { kind: 'approve' } as const;
    };
    const { host } = await startHost({ s: toolServer(['t']) }, { permissions: [], asker: asker as never });
    await using _host = host;
    await expect(host.call('mcp_s_t', args as never)).rejects.toMatchObject({ code: 'invalid_argument' });
    expect(questions).toEqual([]);
  });

  it.each([[null], [[1]], ['x'], [5]])('arguments that are %j are refused', async (args) => {
    const server = toolServer(['t']);
    const { host } = await startHost({ s: server });
    await using _ = host;
    await expect(host.call('mcp_s_t', args as never)).rejects.toMatchObject({ code: 'invalid_argument' });
    expect(server.requests('tools/call')).toEqual([]);
  });

  it('a refusal shows no secret in its event', async () => {
    const events: HostEvent[] = [];
    const { host } = await startHost(
      { s: toolServer(['t']) },
      {
        permissions: [],
        asker: async () => ({ kind: 'reject', note: 'not with Bearer abcdefghijkl' }) as never,
        onEvent: (event) => events.push(event),
      },
    );
    await using _ = host;
    const call = host.call('mcp_s_t', { token: 'abcdefghijkl' });
    await expect(call).rejects.toMatchObject({ code: 'permission_denied' });
    expect(events.at(-1)).toMatchObject({ outcome: 'denied', reason: 'not with Bearer [redacted]' });
    expect(JSON.stringify(events)).not.toContain('abcdefghijkl');
  });

  it('nobody is asked about a call that was taken back before', async () => {
    const questions: Question[] = [];
    const asker = (question: Question) => {
      questions.push(question);
      return new Promise<never>(() => {});
    };
    const { host } = await startHost({ s: toolServer(['t']) }, { permissions: [], asker });
    await using _ = host;
    const call = host.call('mcp_s_t', {}, { signal: AbortSignal.abort() });
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    expect(questions).toEqual([]);
  });

  it('holds back no more questions than limits.pendingApprovals', async () => {
    const { host } = await startHost(servers(), {
      permissions: [],
      limits: { pendingApprovals: 1 },
      asker: () => new Promise(() => {}),
    });
    const first = host.call('mcp_s_write');
    await expect(host.call('mcp_s_write')).rejects.toThrow(/pendingApprovals \(1\)/);
    await host.close();
    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('read-only mode overrides what a rule allows', async () => {
    const { host } = await startHost(servers(), {
      readOnly: true,
      permissions: [{ tool: '*', action: 'allow' }],
    });
    await using _ = host;
    await expect(host.call('mcp_trusted_write')).rejects.toMatchObject({ code: 'permission_denied' });
    expect(text(await host.call('mcp_trusted_look'))).toBe('look {}');
  });
});

describe('events', () => {
  const calls = (events: readonly HostEvent[]) =>
    events.filter(({ kind }) => kind === 'call' || kind === 'result');

  it('tell of each call with its registered name, arguments and result', async () => {
    const events: HostEvent[] = [];
    const { host } = await startHost(
      { s: toolServer(['echo', 'fail']) },
      {
        permissions: [
          { tool: 'mcp_s_fail', action: 'deny' },
          { tool: '*', action: 'allow' },
        ],
        onEvent: (event) => events.push(event),
      },
    );
    await using _ = host;
    await host.call('mcp_s_echo', { x: 1 });
    await host.call('mcp_s_fail').catch(() => {});
    const members = { tool: 'mcp_s_echo', server: 's', serverTool: 'echo', arguments: { x: 1 } };
    expect(calls(events)).toMatchObject([
      { kind: 'call', call: 1, ...members },
      { kind: 'result', call: 1, ...members, outcome: 'ok', result: textResult('echo {"x":1}'), tookMs: 0 },
      { kind: 'result', call: 2, tool: 'mcp_s_fail', outcome: 'denied', reason: expect.stringMatching(/./) },
    ]);
  });

  it.each([
    [true, '[redacted]'],
    [false, 's3cret'],
  ])('with redact: %s the value of a token is %s', async (redact, shown) => {
    const events: HostEvent[] = [];
    const { host } = await startHost(
      { s: toolServer(['echo']) },
      { redact, onEvent: (event) => events.push(event) },
    );
    await using _ = host;
    const result = await host.call('mcp_s_echo', { token: 's3cret' });
    expect(text(result)).toContain('s3cret');
    expect(calls(events)[0]).toMatchObject({ arguments: { token: shown } });
    expect(JSON.stringify(calls(events)[1])).toContain(shown);
  });

  it('a listener that throws changes nothing, and one that was taken off hears nothing', async () => {
    const heard: string[] = [];
    const { host } = await startHost(
      { s: toolServer(['echo']) },
      {
        onEvent: () => {
          throw new Error('no');
        },
      },
    );
    await using _ = host;
    host.onEvent(async () => Promise.reject(new Error('neither')));
    const off = host.onEvent(({ kind }) => heard.push(kind));
    await host.call('mcp_s_echo');
    off();
    await host.call('mcp_s_echo');
    expect(heard).toEqual(['call', 'result']);
  });
});
