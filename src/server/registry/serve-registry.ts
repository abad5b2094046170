import { Fault } from '../../protocol/index.js';
import { ConfigFile } from '../loopback/config-file.js';
import type { StdioServerDescription } from '../loopback/description.js';
import { suggestedTimeout } from '../loopback/description.js';
import type { LoopbackAuth } from '../loopback/loopback-listener.js';
import { LoopbackListener } from '../loopback/loopback-listener.js';
import { secretRecord } from '../loopback/secret-record.js';
import type { RegistryMcpServer, RegistryOptions } from './registry-mcp-server.js';
import { registryMcpServer } from './registry-mcp-server.js';
import { ServedRegistry } from './served-registry.js';
import type { Tool } from './tool.js';
import type { RegistryLike } from './tool-registry.js';

export interface ServeRegistryOptions extends RegistryOptions {
  /**
   * `'http'` (default): on loopback, and the tools run in this process. `'stdio'`: the agent CLI starts `command`, which
   * has to build the tools anew and serve them with `serveRegistryStdio`.
   */
  readonly transport?: 'http' | 'stdio';
  /** HTTP. Default `'bearer'`: a generated token, which cannot be set. `'none'` lets anything on this machine call. */
  readonly auth?: LoopbackAuth;
  /** stdio: program and arguments, see `stdioCommand`. */
  readonly command?: readonly string[];
  /** stdio: variables for the command. They go into the config file only. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where the config file goes. It is kept then. Default: a folder of its own, which is removed. */
  readonly configPath?: string;
}

const OPTION_NAMES: readonly string[] = [
  'name',
  'context',
  'timeoutMs',
  'validator',
  'onLog',
  'limits',
  'clock',
  'transport',
  'auth',
  'command',
  'env',
  'configPath',
] satisfies (keyof ServeRegistryOptions)[];

/**
 * Hands the tools of this process to an agent CLI. What it gives is complete before anything is served: the names, the
 * declarations, the address, the config file. `start` serves, `stop` ends that and removes the file.
 *
 * @example
 * const engine = await serveRegistry([deploy], { name: 'engine' });
 * await engine.start();
 * // … run the agent CLI with engine.configPath …
 * await engine.stop();
 * @throws Fault (as a rejection) `invalid_argument`, `listen_failed`, `config_unwritable`, `platform_missing`
 */
export async function serveRegistry(
  source: RegistryLike | Iterable<Tool>,
  options: ServeRegistryOptions,
): Promise<ServedRegistry> {
  checkOptions(options);
  const served = registryMcpServer(source, options);
  return options.transport === 'stdio' ? handOutCommand(served, options) : handOutHttp(served, options);
}

async function handOutHttp(
  served: RegistryMcpServer,
  options: ServeRegistryOptions,
): Promise<ServedRegistry> {
  const { name, auth, limits, clock } = options;
  const listener = await LoopbackListener.reserve(served.server, {
    name,
    onWarning: served.onWarning,
    ...(auth === undefined ? {} : { auth }),
    ...(limits === undefined ? {} : { limits }),
    ...(clock === undefined ? {} : { clock }),
  });
  try {
    const config = await ConfigFile.at(options.configPath);
    const { url, authHeaders } = listener;
    const description = {
      ...described(served, options, config),
      transport: 'http',
      url,
      authHeaders,
    } as const;
    return await ServedRegistry.create({ ...served, description, config, listener });
  } catch (error) {
    await listener.close();
    throw error;
  }
}

async function handOutCommand(
  served: RegistryMcpServer,
  options: ServeRegistryOptions,
): Promise<ServedRegistry> {
  const [command = '', ...args] = options.command ?? [];
  const config = await ConfigFile.at(options.configPath);
  const description: StdioServerDescription = {
    ...described(served, options, config),
    transport: 'stdio',
    url: null,
    authHeaders: Object.freeze({}),
    command,
    args: Object.freeze(args),
    env: secretRecord(options.env ?? {}),
  };
  return ServedRegistry.create({ ...served, description, config, listener: undefined });
}

function described(
  { tools }: RegistryMcpServer,
  { name, timeoutMs }: ServeRegistryOptions,
  { path }: ConfigFile,
) {
  const { described, toolNames, mcpNames } = tools;
  const suggestedTimeoutMs = suggestedTimeout(timeoutMs);
  return { name, tools: described, toolNames, mcpNames, suggestedTimeoutMs, configPath: path };
}

/** Silence about an option that does not exist would be taken for consent: a host, say, or a token of one's own. */
function checkOptions(options: ServeRegistryOptions): void {
  const unknown = Object.keys(options).filter((key) => !OPTION_NAMES.includes(key));
  if (unknown.length > 0) {
    throw refused(
      `there is no option ${unknown.map((key) => `\`${key}\``).join(', ')}. It listens on 127.0.0.1 only, and makes its ` +
        'token itself.',
    );
  }
  const { transport = 'http' } = options;
  if (transport !== 'http' && transport !== 'stdio') throw refused("`transport` must be 'http' or 'stdio'.");
  if (transport === 'http') checkHttpOptions(options);
  else checkStdioOptions(options);
}

function checkHttpOptions({ command, env }: ServeRegistryOptions): void {
  if (command === undefined && env === undefined) return;
  throw refused("`command` and `env` are for transport: 'stdio'; over HTTP the tools run in this process.");
}

function checkStdioOptions({ command, env = {}, auth }: ServeRegistryOptions): void {
  if (command === undefined) {
    throw refused(
      "transport: 'stdio' needs `command`. The agent CLI starts a stdio server itself, so the tools are built anew in " +
        'another process, and this registry with its closures and context does not get there. Give the command that ' +
        "calls serveRegistryStdio, for instance stdioCommand('./tools.js'), or use transport: 'http'.",
    );
  }
  if (!Array.isArray(command) || command.length === 0 || !command.every(isFilledString)) {
    throw refused('`command` must be a list: the program and its arguments.');
  }
  if (!Object.values(env).every((value) => typeof value === 'string')) {
    throw refused('the values of `env` must be strings.');
  }
  if (auth !== undefined) throw refused('`auth` is for HTTP; nobody else is on the pipes of a stdio server.');
}

function isFilledString(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function refused(problem: string): Fault {
  return new Fault('invalid_argument', `serveRegistry: ${problem}`);
}
