/** The programs whose configuration files can be read. */
export type ConfigFormat = 'plainwire' | 'claude-code' | 'claude-desktop' | 'cursor' | 'vscode';

/** What a number under `timeout` means to the program whose file it is. */
export type TimeoutMeaning = 'startup-seconds' | 'request-milliseconds' | 'none';

/** How one program writes its servers down. */
export interface FormatRow {
  /** The key that holds the servers by name. */
  readonly serversKey: 'mcpServers' | 'servers';
  /** Whether `projects.<folder>.mcpServers` counts as well, for the folder that is worked in. */
  readonly hasProjects: boolean;
  /** Keys beside the servers; undefined when the file holds many other things that are no business of ours. */
  readonly otherKeys: readonly string[] | undefined;
  readonly timeout: TimeoutMeaning;
  /** Whether `$NAME` is a variable, and `$$` a dollar sign. Elsewhere a password may hold them. */
  readonly bareVariables: boolean;
  /** Whether `${env:NAME}` and the names of places (`${workspaceFolder}`) are known. */
  readonly editorVariables: boolean;
}

/** The rows that the formats have in common are those of a program that has no rule of its own. */
const FOREIGN = {
  serversKey: 'mcpServers',
  hasProjects: false,
  otherKeys: undefined,
  timeout: 'none',
  bareVariables: false,
  editorVariables: false,
} as const satisfies FormatRow;

export const FORMATS: { readonly [format in ConfigFormat]: FormatRow } = {
  plainwire: {
    ...FOREIGN,
    otherKeys: ['$schema'],
    timeout: 'startup-seconds',
    bareVariables: true,
  },
  // There a server's `timeout` bounds how long a call may take, and MCP_TIMEOUT bounds the start of all servers.
  'claude-code': { ...FOREIGN, hasProjects: true, timeout: 'request-milliseconds' },
  'claude-desktop': FOREIGN,
  cursor: { ...FOREIGN, editorVariables: true },
  vscode: { ...FOREIGN, serversKey: 'servers', editorVariables: true },
};

/** Keys of other programs without which a server would start in a wrong way: a hint instead. */
export const REFUSED_KEYS: ReadonlyMap<string, string> = new Map([
  ['envFile', 'is not supported: put its variables into `env`'],
  ['headersHelper', 'is not supported: put the headers into `headers`, or declare the server in a program'],
]);
