import { describe, expect, it } from 'vitest';
import { isFault } from '../../src/protocol/index.js';
import {
  customServer,
  type ServerTarget,
  sseServer,
  stdioServer,
  streamableHttpServer,
  targetIdentity,
  webSocketServer,
} from '../../src/transport/index.js';

const PEM = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
const url = 'https://example.com/mcp';
const open = async (): Promise<never> => {
  throw new Error('not opened here');
};

describe('descriptions of servers', () => {
  it.each<[string, ServerTarget, object]>([
    [
      'stdio, with defaults',
      stdioServer({ command: 'npx' }),
      { kind: 'stdio', command: 'npx', args: [], env: {}, inheritEnv: false },
    ],
    [
      'stdio, with everything',
      stdioServer({
        command: 'npx',
        args: ['-y', 'x'],
        env: { A: 'b' },
        inheritEnv: true,
        cwd: '/',
        graceMs: 0,
      }),
      {
        kind: 'stdio',
        command: 'npx',
        args: ['-y', 'x'],
        env: { A: 'b' },
        inheritEnv: true,
        cwd: '/',
        graceMs: 0,
      },
    ],
    ['http', streamableHttpServer({ url, timeoutMs: 5 }), { kind: 'http', url, timeoutMs: 5 }],
    ['sse', sseServer({ url, headers: { 'X-Key': 'k' } }), { kind: 'sse', url, headers: { 'X-Key': 'k' } }],
    [
      'websocket',
      webSocketServer({ url: 'wss://h/mcp', ca: [PEM] }),
      { kind: 'websocket', url: 'wss://h/mcp', ca: [PEM] },
    ],
    ['custom', customServer({ name: 'mine', open }), { kind: 'custom', name: 'mine', open }],
  ])('%s', (_name, target, expected) => {
    expect(target).toEqual(expected);
  });

  it('are frozen through and through, and share nothing with the caller', () => {
    const args = ['a'];
    const env = { A: 'b' };
    const headers = { 'X-Key': 'k' };
    const ca = [PEM];
    const targets = [stdioServer({ command: 'c', args, env }), streamableHttpServer({ url, headers, ca })];
    args.push('b');
    env.A = 'c';
    headers['X-Key'] = 'l';
    ca.pop();
    expect(targets[0]).toMatchObject({ args: ['a'], env: { A: 'b' } });
    expect(targets[1]).toMatchObject({ headers: { 'X-Key': 'k' }, ca: [PEM] });
    for (const target of targets) {
      for (const value of [target, ...Object.values(target)]) {
        if (typeof value === 'object') expect(Object.isFrozen(value)).toBe(true);
      }
    }
    expect(Object.isFrozen(args)).toBe(false);
  });

  it.each<[string, () => ServerTarget]>([
    ['command', () => stdioServer({ command: '' })],
    ['command', () => stdioServer({ command: 5 as never })],
    ['command', () => stdioServer({ command: 'a\0b' })],
    ['args', () => stdioServer({ command: 'a', args: [1 as never] })],
    ['env', () => stdioServer({ command: 'a', env: { A: undefined as never } })],
    ['cwd', () => stdioServer({ command: 'a', cwd: '' })],
    ['graceMs', () => stdioServer({ command: 'a', graceMs: -1 })],
    ['graceMs', () => stdioServer({ command: 'a', graceMs: Number.NaN })],
    ['url', () => streamableHttpServer({ url: 'example.com/mcp' })],
    ['url', () => streamableHttpServer({ url: '' })],
    ['url', () => streamableHttpServer({ url: 'ftp://example.com' })],
    ['url', () => streamableHttpServer({ url: 'https://user:pass@example.com/' })],
    ['url', () => sseServer({ url: 'file:///etc/passwd' })],
    ['url', () => webSocketServer({ url: 'https://example.com' })],
    ['headers', () => streamableHttpServer({ url, headers: { 'bad name': 'x' } })],
    ['headers', () => streamableHttpServer({ url, headers: { name: 'a\r\nb: c' } })],
    ['headers', () => webSocketServer({ url: 'ws://h', headers: { name: 5 as never } })],
    ['timeoutMs', () => streamableHttpServer({ url, timeoutMs: -5 })],
    ['ca', () => streamableHttpServer({ url, ca: '/etc/ca.pem' })],
    ['proxy', () => streamableHttpServer({ url, proxy: 'not a url' })],
    ['name', () => customServer({ name: '', open })],
    ['open', () => customServer({ name: 'a', open: 'no' as never })],
  ])('name the option that is wrong: %s (%#)', (option, make) => {
    let thrown: unknown;
    try {
      make();
    } catch (error) {
      thrown = error;
    }
    expect(isFault(thrown, 'invalid_argument')).toBe(true);
    expect(thrown).toMatchObject({ details: { option }, message: expect.stringContaining(`\`${option}\``) });
  });

  it('do not repeat secrets in the message', () => {
    const secrets = [
      () => streamableHttpServer({ url: 'https://user:hunter2@example.com/' }),
      () => streamableHttpServer({ url: 'ftp://example.com?key=hunter2' }),
      () => streamableHttpServer({ url, headers: { authorization: 'hunter2\n' } }),
    ];
    for (const make of secrets) {
      expect(make).toThrow();
      expect(make).not.toThrow(/hunter2/);
    }
  });
});

describe('targetIdentity', () => {
  const stdio = { command: 'c', args: ['a'] };

  it.each<[string, ServerTarget, ServerTarget, boolean]>([
    ['env', stdioServer(stdio), stdioServer({ ...stdio, env: { A: 'b' } }), true],
    ['inheritEnv', stdioServer(stdio), stdioServer({ ...stdio, inheritEnv: true }), true],
    ['args', stdioServer(stdio), stdioServer({ command: 'c', args: ['b'] }), false],
    [
      'how args are cut',
      stdioServer({ command: 'c', args: ['a b'] }),
      stdioServer({ command: 'c', args: ['a', 'b'] }),
      false,
    ],
    ['command', stdioServer(stdio), stdioServer({ ...stdio, command: 'd' }), false],
    ['cwd', stdioServer(stdio), stdioServer({ ...stdio, cwd: '/' }), false],
    ['headers', streamableHttpServer({ url }), streamableHttpServer({ url, headers: { a: 'b' } }), true],
    ['url', streamableHttpServer({ url }), streamableHttpServer({ url: `${url}/` }), false],
    ['timeoutMs', streamableHttpServer({ url }), streamableHttpServer({ url, timeoutMs: 1 }), false],
    ['the transport', streamableHttpServer({ url }), sseServer({ url }), false],
    [
      'websocket headers',
      webSocketServer({ url: 'ws://h' }),
      webSocketServer({ url: 'ws://h', headers: {} }),
      true,
    ],
    ['websocket url', webSocketServer({ url: 'ws://h' }), webSocketServer({ url: 'ws://i' }), false],
    ['custom name', customServer({ name: 'a', open }), customServer({ name: 'b', open }), false],
  ])('that differ in %s', (_what, left, right, isSame) => {
    expect(targetIdentity(left) === targetIdentity(right)).toBe(isSame);
  });
});
