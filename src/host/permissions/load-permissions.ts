import type { LoadConfigOptions } from '../config/load-config.js';
import type { LoadedPermissions, PermissionRuleDeclaration } from './permission-rule.js';

export type LoadPermissionsOptions = Pick<LoadConfigOptions, 'cwd' | 'home' | 'limits'> & {
  /** Rules of the program. They stand before those of the files. */
  readonly rules?: readonly PermissionRuleDeclaration[];
  /** Read in place of the user's and the project's file; not to be there is an error then. */
  readonly permissionsPath?: string;
};

/**
 * Reads the permission rules: of the program, of `~/.plainwire/permissions.json`, and what
 * `<cwd>/.plainwire/permissions.json` adds, which can only be stricter. What cannot be read asks.
 *
 * @throws Fault (as a rejection) `invalid_argument` for wrong rules of the program, `platform_missing`
 */
export async function loadPermissions(_options: LoadPermissionsOptions = {}): Promise<LoadedPermissions> {
  return { rules: [], tightening: [], problems: [] };
}
