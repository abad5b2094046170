import type { Limits } from '../protocol/index.js';
import { DEFAULT_LIMITS, Fault, limitsWith } from '../protocol/index.js';
import type { Asker, AskFunction } from '../server/index.js';
import { askerOf } from '../server/index.js';
import type { Clock } from '../transport/index.js';
import { systemClock } from '../transport/index.js';
import { ConfigMerge } from './config/config-merge.js';
import type { ServerDeclaration } from './config/server-declaration.js';
import type { LoadedConfig, ServerEntry } from './config/server-entry.js';
import type { HostListener } from './events.js';
import type { PermissionRuleDeclaration, PermissionRules } from './permissions/permission-rule.js';
import { permissionRules } from './permissions/program-rules.js';
import type { ReconnectOptions } from './reconnect.js';
import type { HostClientOptions } from './server-connection.js';

export interface McpHostOptions {
  /** What `loadMcpConfig` gave. */
  readonly config?: LoadedConfig;
  /** Servers of the program, by name. They replace those of `config` that have the same name. */
  readonly servers?: Readonly<Record<string, ServerDeclaration>>;
  /** Servers that connect at the same time. Default 32. */
  readonly connectConcurrency?: number;
  /** What `loadPermissions` gave, or rules in order. Default: no rules, so that the table of docs/config.md decides. */
  readonly permissions?: PermissionRules | readonly PermissionRuleDeclaration[];
  /** Who is asked about a call where the verdict is `ask`. Without one such a call is denied. */
  readonly asker?: Asker | AskFunction;
  /** Only tools that change nothing may run. Default false. */
  readonly readOnly?: boolean;
  /** `false`: events carry arguments and results as they are, secrets included. Default true. */
  readonly redact?: boolean;
  /** Told what happens, from the first attempt to connect on. */
  readonly onEvent?: HostListener;
  /** `false`: there are no tools that read resources. Default true. */
  readonly resourceTools?: boolean;
  /** Where `read_mcp_resource` saves what is no text. Default `<cwd>/.plainwire/tool-outputs`. */
  readonly outputFolder?: string;
  /** `false`: a lost server stays lost until `reconnect` is called. */
  readonly reconnect?: ReconnectOptions | false;
  /** For the client of each server: who the host is, who answers what servers ask, limits… */
  readonly client?: HostClientOptions | ((entry: ServerEntry) => HostClientOptions);
  readonly limits?: Partial<Limits>;
  readonly clock?: Clock;
  /** From 0 to 1, for the delays between attempts. Default `Math.random`. */
  readonly random?: () => number;
}

const OPTION_NAMES: readonly string[] = [
  'config',
  'servers',
  'connectConcurrency',
  'permissions',
  'asker',
  'readOnly',
  'redact',
  'onEvent',
  'resourceTools',
  'outputFolder',
  'reconnect',
  'client',
  'limits',
  'clock',
  'random',
] satisfies (keyof McpHostOptions)[];

const SWITCHES = ['readOnly', 'redact', 'resourceTools'] as const satisfies (keyof McpHostOptions)[];

/** The options with every default filled in. */
export interface HostConfig {
  readonly connectConcurrency: number;
  readonly rules: PermissionRules;
  readonly asker: Asker | undefined;
  readonly isReadOnly: boolean;
  readonly hasResourceTools: boolean;
  readonly outputFolder: string | undefined;
  readonly reconnect: ReconnectOptions | false;
  readonly clientOptions: (entry: ServerEntry) => HostClientOptions;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly random: () => number;
}

/** @throws Fault `invalid_argument` */
export function resolveHostOptions(options: McpHostOptions): HostConfig {
  // A `readonly` or a `permission` that was spelled wrong would protect nothing.
  refuseUnknown(options, OPTION_NAMES);
  for (const name of SWITCHES) {
    const value: unknown = options[name];
    // The text 'true' of a variable would protect nothing either.
    if (value !== undefined && typeof value !== 'boolean') throw refused(`\`${name}\` must be true or false`);
  }
  const { asker, client = {}, connectConcurrency = 32, limits } = options;
  if (!Number.isInteger(connectConcurrency) || connectConcurrency < 1) {
    throw refused('`connectConcurrency` must be a whole number, 1 or more');
  }
  checkReconnect(options.reconnect);
  return {
    connectConcurrency,
    rules: permissionRules(options.permissions),
    asker: asker === undefined ? undefined : askerOf(asker),
    isReadOnly: options.readOnly ?? false,
    hasResourceTools: options.resourceTools ?? true,
    outputFolder: options.outputFolder,
    reconnect: options.reconnect ?? {},
    clientOptions: (entry) => {
      const given = typeof client === 'function' ? optionsFrom(client(entry), entry) : client;
      return limits === undefined ? given : { ...given, limits: { ...limits, ...given.limits } };
    },
    limits: limitsWith(limits),
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
  };
}

/** A promise would be taken for options that say nothing, and credentials in it would not be sent. */
function optionsFrom(given: unknown, { name }: ServerEntry): HostClientOptions {
  if (given === undefined) return {};
  if (typeof given === 'object' && given !== null && !('then' in given)) return given;
  throw refused(`\`client\` gave no options for server '${name}'. It must give an object, and no promise`);
}

/** @throws Fault `invalid_argument`: a `server` that was spelled wrong would take all servers away. */
export function checkReload(options: Pick<McpHostOptions, 'config' | 'servers'>): void {
  refuseUnknown(options, ['config', 'servers']);
}

function refuseUnknown(options: object, names: readonly string[]): void {
  const unknown = Object.keys(options).filter((key) => !names.includes(key));
  if (unknown.length === 0) return;
  throw refused(`there is no option ${unknown.map((key) => `\`${key}\``).join(', ')}`);
}

/** With a number that is none, a server would be tried again without a pause or an end. */
function checkReconnect(reconnect: McpHostOptions['reconnect']): void {
  if (reconnect === undefined || reconnect === false) return;
  for (const name of ['attempts', 'firstDelayMs', 'maxDelayMs'] as const) {
    const value: unknown = reconnect[name];
    if (value === undefined || (typeof value === 'number' && value >= 0)) continue;
    throw refused(`\`reconnect.${name}\` must be a number, 0 or more`);
  }
}

/** The servers of a configuration and of the program, in the order of their declaration, and what is wrong with any. */
export function serversOf({
  config,
  servers = {},
}: Pick<McpHostOptions, 'config' | 'servers'>): LoadedConfig {
  const merge = new ConfigMerge(new Set(), undefined);
  merge.addProgram(servers, OF_PROGRAM);
  const own = merge.result();
  const entries = new Map(config?.servers.map((entry) => [entry.name, entry]));
  // A declaration of the program that is wrong does not bring back the one that it was to replace.
  for (const name of Object.keys(servers)) entries.delete(name);
  for (const entry of own.servers) entries.set(entry.name, entry);
  return { servers: [...entries.values()], problems: [...(config?.problems ?? []), ...own.problems] };
}

/** Values of a program are not expanded, and its folders are relative to that of the process. */
const OF_PROGRAM = {
  cwd: '.',
  home: '.',
  values: { env: {}, places: new Map<string, string>() },
  limits: DEFAULT_LIMITS,
} as const;

function refused(problem: string): Fault {
  return new Fault('invalid_argument', `McpHost: ${problem}.`);
}
