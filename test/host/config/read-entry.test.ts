// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of a configuration.
import { sep } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ConfigFormat, FORMATS } from '../../../src/host/config/config-format.js';
import { keyText } from '../../../src/host/config/config-problem.js';
import { ENTRY_KEYS } from '../../../src/host/config/entry-keys.js';
import { readEntry } from '../../../src/host/config/read-entry.js';
import type { Origin } from '../../../src/host/index.js';
import { stdioServer, streamableHttpServer } from '../../../src/transport/index.js';

const SECRET = 'geheim-4711';
const CWD = `${sep}work`;

interface ReadOptions {
  readonly format?: ConfigFormat;
  readonly origin?: Origin;
  readonly name?: string;
}

function read(declared: unknown, { format = 'plainwire', origin, name = 's' }: ReadOptions = {}) {
  const values = { env: { TOKEN: SECRET, BIN: 'node', EMPTY: '' }, places: new Map<string, string>() };
  const isProgram = origin?.kind === 'program';
  const expander = { syntax: isProgram ? undefined : FORMATS[format], values, charsLeft: 100_000 };
  const reading = readEntry(name, declared, {
    origin: origin ?? { kind: 'user', path: '/mcp.json' },
    format: FORMATS[format],
    expander,
    cwd: CWD,
  });
  const told = (severity: string) => {
    return reading.findings
      .filter((finding) => finding.severity === severity)
      .map(({ path, message }) => `${keyText(path) ?? ''}: ${message}`);
  };
  return { ...reading, errors: told('error'), warnings: told('warning') };
}

const run = { command: 'node' };
const remote = { url: 'https://a.test/mcp' };

describe('readEntry', () => {
  it('has a default for everything but the target', () => {
    expect(read(run)).toEqual({
      entry: {
        name: 's',
        origin: { kind: 'user', path: '/mcp.json' },
        target: stdioServer({ command: 'node', cwd: CWD }),
        startupMs: 60_000,
        requestMs: undefined,
        trust: false,
        resources: true,
        skills: false,
        enabled: true,
        enabledTools: undefined,
        disabledTools: [],
      },
      findings: [],
      variables: [],
      errors: [],
      warnings: [],
    });
  });

  it('takes everything that can be said of a program', () => {
    const { entry, findings, variables } = read({
      type: 'stdio',
      command: '${BIN}',
      args: ['-e', '$TOKEN', 'x$$y'],
      env: { A: 'Bearer ${TOKEN}', __proto__x: '1' },
      inheritEnv: true,
      cwd: 'sub',
      timeout: { startup: 5, request: 0.25 },
      trust: true,
      resources: false,
      skills: true,
      enabled: false,
      enabledTools: ['a', '$TOKEN'],
      disabledTools: ['b'],
    });
    expect(findings).toEqual([]);
    expect(variables).toEqual(['BIN', 'TOKEN']);
    expect(entry).toMatchObject({
      target: stdioServer({
        command: 'node',
        args: ['-e', SECRET, 'x$y'],
        env: { A: `Bearer ${SECRET}`, __proto__x: '1' },
        inheritEnv: true,
        cwd: `${CWD}${sep}sub`,
      }),
      startupMs: 5000,
      requestMs: 250,
      trust: true,
      resources: false,
      skills: true,
      enabled: false,
      enabledTools: ['a', '$TOKEN'],
      disabledTools: ['b'],
    });
  });

  it.each([
    [{ ...remote }, 'http'],
    [{ ...remote, type: 'http' }, 'http'],
    [{ ...remote, type: 'streamable-http' }, 'http'],
    [{ ...remote, type: 'streamable_http' }, 'http'],
    [{ ...remote, type: 'streamableHttp' }, 'http'],
    [{ ...remote, type: 'sse' }, 'sse'],
    [{ url: 'https://a.test/sse' }, 'http'],
    [{ url: 'wss://a.test/mcp', type: 'ws' }, 'websocket'],
    [{ url: 'ws://a.test/mcp', type: 'websocket' }, 'websocket'],
    [{ url: 'WSS://a.test/mcp' }, 'websocket'],
    [{ command: 'x' }, 'stdio'],
    [{ command: 'x', type: 'stdio' }, 'stdio'],
  ])('%j is reached by %s', (declared, kind) => {
    const { entry, findings } = read(declared);
    expect(findings).toEqual([]);
    expect(entry?.target.kind).toBe(kind);
  });

  it('sends headers with their variables', () => {
    const { entry } = read({ ...remote, headers: { Authorization: 'Bearer $TOKEN', 'X-A': 'b' } });
    const headers = { Authorization: `Bearer ${SECRET}`, 'X-A': 'b' };
    expect(entry?.target).toEqual(streamableHttpServer({ ...remote, headers }));
  });

  it.each([
    [5, ': must be an object that describes a server, not a number'],
    [null, ': must be an object that describes a server, not null'],
    [[], ': must be an object that describes a server, not a list'],
    ['npx', ': must be an object that describes a server, not text'],
    [{}, ': `command` or `url` is missing'],
    [{ args: ['x'] }, ': `command` or `url` is missing'],
    [{ ...run, ...remote }, 'url: `command` and `url` exclude each other'],
    [{ ...run, ...remote, type: 'stdio' }, 'url: `command` and `url` exclude each other'],
    [{ ...run, type: 'http' }, ': `url` is missing'],
    [{ ...remote, type: 'stdio' }, ': `command` is missing'],
    [{ type: 'sse' }, ': `url` is missing'],
    [{ ...remote, type: 'smoke' }, 'type: must be one of stdio, http'],
    [{ ...remote, type: 'HTTP' }, 'type: must be one of'],
    [{ ...remote, type: 'constructor' }, 'type: must be one of'],
    [{ ...remote, type: 7 }, 'type: must be text, not a number'],
    [{ command: 7 }, 'command: must be text in double quotes, not a number'],
    [{ command: '' }, 'command: must be a non-empty string'],
    [{ command: '$EMPTY' }, 'command: must be a non-empty string'],
    [{ ...run, args: 'x' }, 'args: must be a list of texts, not text'],
    [{ ...run, args: ['x', 80] }, 'args[1]: must be text in double quotes, not a number'],
    [{ ...run, args: ['a\0b'] }, 'args: must hold strings only'],
    [{ ...run, env: ['x'] }, 'env: must be an object of texts, not a list'],
    [{ ...run, env: { PORT: 8080 } }, 'env.PORT: must be text in double quotes, not a number'],
    [{ ...run, env: { A: null } }, 'env.A: must be text in double quotes, not null'],
    [{ ...run, env: { 'A=B': 'x' } }, 'env["A=B"]: cannot be the name of a variable'],
    [{ ...run, env: { '': 'x' } }, 'env[""]: cannot be the name of a variable'],
    [{ ...run, cwd: 5 }, 'cwd: must be text in double quotes, not a number'],
    [{ ...run, inheritEnv: 'yes' }, 'inheritEnv: must be true or false, not text'],
    [{ url: 5 }, 'url: must be text in double quotes, not a number'],
    [{ url: 'a.test/mcp' }, 'url: must be an absolute URL'],
    [{ url: 'ftp://a.test' }, 'url: must begin with http: or https:'],
    // A scheme is told in lower case.
    [{ url: `${SECRET.toLowerCase()}:x` }, 'url: must begin with http: or https:'],
    [{ url: 'unix:///a.sock' }, 'url: must begin with http: or https:'],
    [{ url: 'https://a.test', type: 'ws' }, 'url: must begin with ws: or wss:'],
    [{ url: 'wss://a.test', type: 'http' }, 'url: must begin with http: or https:'],
    [{ url: `https://me:${SECRET}@a.test` }, 'url: must not carry a user name or password'],
    [{ ...remote, headers: 'x' }, 'headers: must be an object of texts, not text'],
    [{ ...remote, headers: { A: 1 } }, 'headers.A: must be text in double quotes, not a number'],
    [{ ...remote, headers: { 'A B': 'x' } }, 'headers: holds a name that is no HTTP header name'],
    [{ ...remote, headers: { A: `${SECRET}\n` } }, 'headers: holds a value that HTTP cannot carry, for A'],
    [{ ...remote, headers: { A: '${TOKEN' } }, 'headers.A: holds a ${ that is no variable'],
    [{ ...run, timeout: '60' }, 'timeout: must be a number of seconds above 0, not text'],
    [{ ...run, timeout: 0 }, 'timeout: must be a number of seconds above 0, not this number'],
    [{ ...run, timeout: -1 }, 'timeout: must be a number of seconds above 0'],
    [{ ...run, timeout: Number.POSITIVE_INFINITY }, 'timeout: must be a number of seconds above 0'],
    [{ ...run, timeout: null }, 'timeout: must be a number of seconds above 0, not null'],
    [{ ...run, timeout: { startup: 'x' } }, 'timeout.startup: must be a number of seconds above 0'],
    [
      { ...run, timeout: { request: [] } },
      'timeout.request: must be a number of seconds above 0, not a list',
    ],
    [{ ...run, trust: 'true' }, 'trust: must be true or false, not text'],
    [{ ...run, trust: 1 }, 'trust: must be true or false, not a number'],
    [{ ...run, enabled: 'no' }, 'enabled: must be true or false, not text'],
    [{ ...run, disabled: 0 }, 'disabled: must be true or false, not a number'],
    [{ ...run, enabledTools: 'a' }, 'enabledTools: must be a list of texts, not text'],
    [{ ...run, disabledTools: [1] }, 'disabledTools[0]: must be text in double quotes, not a number'],
    [{ ...run, envFile: '.env' }, 'envFile: is not supported'],
    [{ ...remote, headersHelper: 'x' }, 'headersHelper: is not supported'],
    [{ target: stdioServer(run) }, ': `command` or `url` is missing'],
  ])('%j fails closed: %s', (declared, error) => {
    const { entry, errors, findings } = read(declared);
    expect(entry).toBeUndefined();
    expect(errors).toContainEqual(expect.stringContaining(error));
    expect(JSON.stringify(findings).toLowerCase()).not.toContain(SECRET.toLowerCase());
  });

  it.each([
    [{ ...run, Args: [] }, 'Args: is no key that is known here'],
    [{ ...run, headers: {} }, 'headers: has no effect with stdio'],
    [{ ...remote, env: {} }, 'env: has no effect with http'],
    [{ ...remote, cwd: '.' }, 'cwd: has no effect with http'],
    [{ ...remote, type: 'sse', args: [] }, 'args: has no effect with sse'],
    [{ ...run, timeout: { start: 3 } }, 'timeout.start: has no effect'],
    [{ ...run, resources: 'yes' }, 'resources: only true counts; text is the same as false'],
    [{ ...run, skills: 1 }, 'skills: only true counts; a number is the same as false'],
    [{ ...run, env: { A: '$NOPE' } }, 'env.A: the environment variable NOPE is not set'],
    [{ ...run, args: ['$NOPE', '$NOPE$NOPE'] }, 'args[1]: the environment variable NOPE is not set'],
  ])('%j is worth a warning: %s', (declared, warning) => {
    const { entry, warnings } = read(declared);
    expect(entry).toBeDefined();
    expect(warnings).toContainEqual(expect.stringContaining(warning));
  });

  it.each([
    [true, true],
    [undefined, true],
    [false, false],
    ['true', false],
    [1, false],
    [null, false],
  ])('resources %j shows the server: %s', (resources, isShown) => {
    expect(read({ ...run, resources }).entry?.resources).toBe(isShown);
  });

  it.each([
    [{ enabled: true }, true],
    [{ enabled: false }, false],
    [{ disabled: true }, false],
    [{ disabled: false }, true],
    [{ enabled: true, disabled: true }, false],
    [{ enabled: false, disabled: false }, false],
  ])('%j: enabled is %s', (keys, isEnabled) => {
    expect(read({ ...run, ...keys }).entry?.enabled).toBe(isEnabled);
  });

  it.each([
    ['plainwire', 90, { startupMs: 90_000, requestMs: undefined }],
    ['plainwire', 0.0001, { startupMs: 1, requestMs: undefined }],
    ['plainwire', { request: 3 }, { startupMs: 60_000, requestMs: 3000 }],
    ['plainwire', {}, { startupMs: 60_000, requestMs: undefined }],
    ['claude-code', 30_000, { startupMs: 60_000, requestMs: 30_000 }],
    ['cursor', 30, { startupMs: 60_000, requestMs: undefined }],
  ] as const)('%s: timeout %j', (format, timeout, expected) => {
    expect(read({ ...run, timeout }, { format }).entry).toMatchObject(expected);
  });

  it('says that a timeout nobody defined has no effect', () => {
    expect(read({ ...run, timeout: 30 }, { format: 'vscode' }).warnings).toMatchObject([
      expect.stringContaining('timeout: has no effect'),
    ]);
  });

  it('the file of a project cannot vouch for its servers', () => {
    const origin = { kind: 'project', path: '/p/mcp.json' } as const;
    const { entry, warnings } = read({ ...run, trust: true }, { origin });
    expect(entry?.trust).toBe(false);
    expect(warnings).toMatchObject([expect.stringContaining('trust: ')]);
  });

  it.each(['', ' x', 'x\ty', 'a\u202eb', 'a\u00a0b', 'x'.repeat(129)])('%j cannot be a name', (name) => {
    expect(read(run, { name })).toMatchObject({
      entry: undefined,
      errors: [expect.stringContaining(': the name')],
    });
  });

  it.each(['My Server', '@scope/x', 'a__b', '日本語', '__proto__', 'constructor', '1'])(
    '%j can be a name',
    (name) => {
      expect(read(run, { name }).entry?.name).toBe(name);
    },
  );

  it('is frozen', () => {
    const { entry } = read({ ...run, enabledTools: ['a'] });
    for (const part of [entry, entry?.target, entry?.enabledTools, entry?.disabledTools]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });
});

describe('an entry of a program', () => {
  const origin = { kind: 'program' } as const;

  it('is not expanded', () => {
    const env = { A: '$TOKEN', B: '${', C: 'pa$$word' };
    expect(read({ ...run, env }, { origin }).entry?.target).toMatchObject({ env });
  });

  it('may bring its target', () => {
    const target = streamableHttpServer({ ...remote, headers: () => ({ A: 'b' }) });
    const { entry, findings } = read({ target, trust: true, timeout: 5 }, { origin });
    expect(findings).toEqual([]);
    expect(entry).toMatchObject({ trust: true, startupMs: 5000 });
    expect(entry?.target).toBe(target);
  });

  it('takes a key that is undefined as one that is not there', () => {
    expect(read({ ...run, url: undefined, trust: undefined }, { origin })).toMatchObject({
      errors: [],
      warnings: [],
    });
  });

  it.each([
    [{ target: {} }, 'target: must be what stdioServer'],
    [{ target: { kind: 'smoke' } }, 'target: must be what stdioServer'],
    [{ target: 'npx' }, 'target: must be what stdioServer'],
    [{ target: stdioServer(run), command: 'x' }, 'command: must not stand beside `target`'],
    [{ target: stdioServer(run), type: 'stdio' }, 'type: must not stand beside `target`'],
    [{ target: stdioServer(run), headers: {} }, 'headers: must not stand beside `target`'],
  ])('%j fails closed: %s', (declared, error) => {
    const { entry, errors } = read(declared, { origin });
    expect(entry).toBeUndefined();
    expect(errors).toMatchObject([expect.stringContaining(error)]);
  });
});

describe('any entry', () => {
  const value = fc.oneof(
    fc.constantFrom('node', '$TOKEN', '${', 'https://a.test', 'ws://a', 'stdio', '', true, 0, 7, null),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const key = fc.constantFrom(...Object.keys(ENTRY_KEYS), 'target', '__proto__', 'x');

  it('is read or left out with a reason, and no secret is told', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(key, value)), (members) => {
        const { entry, findings, errors } = read(Object.fromEntries(members));
        expect(entry === undefined).toBe(errors.length > 0);
        expect(JSON.stringify(findings)).not.toContain(SECRET);
      }),
    );
  });
});
