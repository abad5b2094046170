import type { HandedOut } from '../described.js';
import { handedOutTogether } from '../described.js';
import { stdioVariables, tokenVariables } from './codex-variables.js';

const SCHEME = /^bearer +/i;

/**
 * Variables for the environment of `codex`, beside those that it has anyway: the tokens that `codexArgs` names, and what
 * stdio servers want. Secrets: give them to the process and to nobody else.
 *
 * @throws Fault `invalid_argument`
 * @example spawn('codex', ['exec', ...codexArgs(servers), prompt], { env: { ...process.env, ...codexEnv(servers) } })
 */
export function codexEnv(servers: readonly HandedOut[]): Record<string, string> {
  const { descriptions } = handedOutTogether(servers);
  // An approval server is reached through its config file, by the hook.
  const served = descriptions.filter(({ permissionPromptTool }) => permissionPromptTool === undefined);
  const env = stdioVariables(served);
  const variables = tokenVariables(served);
  for (const { name, authHeaders } of served) {
    const variable = variables.get(name);
    // Codex writes the scheme itself.
    if (variable !== undefined) env[variable] = (authHeaders['Authorization'] ?? '').replace(SCHEME, '');
  }
  return env;
}
