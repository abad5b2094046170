import type { ChildProcess } from 'node:child_process';
import { Fault } from '../../protocol/index.js';

/** How long Codex may take to say what it makes of a hook. */
const CHECK_MS = 20_000;
const LIST_ID = 2;
/** The hook that keeps a call from running. Without the other one Codex refuses what it would have let ours approve. */
const BEFORE_CALL = 'preToolUse';

export interface HookCheck {
  readonly command: string;
  /** Of its verb `app-server`, with the hook among them. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface ListedHook {
  readonly eventName?: string;
  readonly source?: string;
  readonly enabled?: boolean;
  readonly trustStatus?: string;
}

/**
 * Asks Codex itself whether it is going to run the approval hook: a version that computes the hash of hooks in another
 * way, or an administrator who allows none, would leave it out in silence, and nobody would be asked.
 *
 * @throws Fault (as a rejection) `spawn_failed`, `capability_missing`
 */
export async function checkCodexHook(check: HookCheck): Promise<void> {
  const hooks = await listHooks(check);
  // None but ours come with the command line.
  const ours = hooks.filter(({ source }) => source === 'sessionFlags');
  const left = ours.find(({ enabled, trustStatus }) => enabled !== true || trustStatus !== 'trusted');
  if (left === undefined && ours.some(({ eventName }) => eventName === BEFORE_CALL)) return;
  throw new Fault(
    'capability_missing',
    `${check.command} would not run the hook that asks for approval (it says: ${left?.trustStatus ?? 'no such hook'}), so ` +
      'nothing was started. Either hooks are forbidden here, or this version of Codex is not known yet.',
  );
}

async function listHooks({ command, args, env }: HookCheck): Promise<readonly ListedHook[]> {
  const { default: spawn } = await import('cross-spawn');
  const child = spawn(command, [...args], { stdio: ['pipe', 'pipe', 'ignore'], env });
  try {
    return await answerOf(child, command);
  } finally {
    child.kill();
  }
}

/** https://developers.openai.com/codex/app-server: JSON-RPC by lines, without the `jsonrpc` member */
function answerOf(child: ChildProcess, command: string): Promise<readonly ListedHook[]> {
  const requests = [
    { id: 1, method: 'initialize', params: { clientInfo: { name: 'plainwire', version: '1' } } },
    { method: 'initialized' },
    { id: LIST_ID, method: 'hooks/list', params: { cwds: [process.cwd()] } },
  ];
  return new Promise((resolve, reject) => {
    const fail = (why: string): void =>
      reject(new Fault('spawn_failed', `${command} app-server could not be asked about its hooks: ${why}.`));
    const timer = setTimeout(() => fail(`no answer for ${CHECK_MS} ms`), CHECK_MS);
    timer.unref();
    let text = '';
    child.once('error', ({ message }) => fail(message));
    child.once('close', () => fail('it ended'));
    child.stdin?.on('error', () => {});
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      const hooks = text
        .split('\n')
        .slice(0, -1)
        .map(hooksIn)
        .find((found) => found !== undefined);
      if (hooks !== undefined) resolve(hooks);
    });
    child.stdin?.write(requests.map((request) => `${JSON.stringify(request)}\n`).join(''));
  });
}

/** The hooks in a line of the answer; undefined for any other line. */
function hooksIn(line: string): readonly ListedHook[] | undefined {
  try {
    const { id, result } = JSON.parse(line) as {
      id?: unknown;
      result?: { data?: { hooks?: ListedHook[] }[] };
    };
    if (id !== LIST_ID) return undefined;
    return result?.data?.flatMap(({ hooks }) => hooks ?? []) ?? [];
  } catch {
    return undefined;
  }
}
