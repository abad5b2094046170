import type { ServerTarget } from '../../transport/index.js';

/** Keys that every declaration of a server may have. docs/config.md says what they mean. */
export interface DeclarationSettings {
  /** Seconds for connecting, or `startup` and `request` apart. */
  readonly timeout?: number | { readonly startup?: number; readonly request?: number };
  readonly trust?: boolean;
  readonly resources?: boolean;
  readonly skills?: boolean;
  readonly enabled?: boolean;
  readonly enabledTools?: readonly string[];
  readonly disabledTools?: readonly string[];
}

/** A server in the shape that the configuration files have, keyed by its name there. */
export interface FileDeclaration extends DeclarationSettings {
  readonly type?: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly inheritEnv?: boolean;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server whose description the program made itself, for what a file cannot say: header functions, certificates. */
export interface TargetDeclaration extends DeclarationSettings {
  readonly target: ServerTarget;
}

/** A server as a program declares it. */
export type ServerDeclaration = FileDeclaration | TargetDeclaration;
