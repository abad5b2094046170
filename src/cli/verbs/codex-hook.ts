import { readFile } from 'node:fs/promises';
import { McpClient, streamableHttpServer } from '../../client/index.js';
import type { JsonObject } from '../../protocol/index.js';
import { isJsonObject } from '../../protocol/index.js';
import { watchProcess } from '../agents/process-watch.js';
import type { CommandLine } from '../command-line.js';
import { EXIT, UsageError } from '../exit-code.js';
import { printable } from '../output.js';
import type { Surroundings } from '../session.js';

/** For Codex this exit code is a no; every other one is a yes. */
const DENY = EXIT.usage;

/** Set by the shell around us to the process id of Codex (src/adapters/codex/approval-hook.ts). */
const PARENT_VARIABLE = 'PLAINWIRE_HOOK_PARENT';

const PERMISSION_REQUEST = 'PermissionRequest';
const CONFIRMED = {
  hookSpecificOutput: { hookEventName: PERMISSION_REQUEST, decision: { behavior: 'allow' } },
};

/** The approval server has the deadline, if there is one. */
const FOR_EVER = { idleMs: Number.POSITIVE_INFINITY, totalMs: Number.POSITIVE_INFINITY };

export interface HookParts {
  /** Default: the standard input of this process. */
  readonly input?: AsyncIterable<string | Uint8Array>;
  /** Process id of Codex. Default: what the shell around us says. */
  readonly parent?: number;
}

/**
 * `codex-hook <config file>`: not for people. Codex runs it before each tool call; it puts the call to the approval server
 * that the file names and tells Codex the verdict. Whatever goes wrong is a no.
 *
 * Nothing on standard output and exit code 0 lets the call go on as it is.
 */
export async function codexHook(
  { words }: CommandLine,
  { output, interrupted }: Surroundings,
  { input = process.stdin, parent = parentOf(process.env) }: HookParts = {},
): Promise<number> {
  const [path, ...rest] = words;
  if (path === undefined || rest.length > 0)
    throw new UsageError('codex-hook takes the config file of an approval server.');
  // Codex that is killed does not end its hooks, and a question whose answer nobody waits for has to be withdrawn.
  const watch = parent === undefined ? undefined : watchProcess(parent);
  try {
    const { isSecond, prompt } = await readCall(input);
    const signal = watch === undefined ? interrupted : AbortSignal.any([interrupted, watch.gone]);
    const verdict = await ask(path, prompt, signal);
    if (isSecond) {
      // What is not confirmed is left to Codex, which refuses it or asks its own user.
      if (verdict['behavior'] === 'allow') output.line(JSON.stringify(CONFIRMED));
      return EXIT.ok;
    }
    if (verdict['behavior'] !== 'allow') {
      output.note(String(verdict['message'] ?? 'The call was denied.'));
      return DENY;
    }
    if (isSame(verdict['updatedInput'], prompt['input'])) return EXIT.ok;
    output.line(JSON.stringify(changed(verdict['updatedInput'])));
    return EXIT.ok;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    output.note(`The approval could not be obtained, so the call was denied: ${printable(message)}`);
    return DENY;
  } finally {
    watch?.close();
  }
}

function parentOf(env: Readonly<Record<string, string | undefined>>): number | undefined {
  const pid = Number(env[PARENT_VARIABLE]);
  return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined;
}

interface HookedCall {
  /** Codex is about to refuse the call, or to ask for it: the question before the call was the first one. */
  readonly isSecond: boolean;
  readonly prompt: JsonObject;
}

/**
 * What Codex says of a call, in the words of a permission prompt. Before it runs a tool of an MCP server that may need
 * approval it runs hooks twice: for `PreToolUse`, which can change the arguments, and for `PermissionRequest`, which alone
 * can approve.
 */
async function readCall(input: AsyncIterable<string | Uint8Array>): Promise<HookedCall> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of input)
    text += typeof part === 'string' ? part : decoder.decode(part, { stream: true });
  const { hook_event_name, tool_name, tool_input, tool_use_id } = JSON.parse(text) as JsonObject;
  const isSecond = hook_event_name === PERMISSION_REQUEST;
  const isMcp = typeof tool_name === 'string' && tool_name.startsWith('mcp__');
  const prompt = { tool_name, input: tool_input, tool_use_id };
  if (isSecond) return { isSecond, prompt: { ...prompt, confirmation: 'this' } };
  return { isSecond, prompt: isMcp ? { ...prompt, confirmation: 'follows' } : prompt };
}

async function ask(path: string, prompt: JsonObject, signal: AbortSignal): Promise<JsonObject> {
  const client = await McpClient.connect(await serverIn(path), { signal, listen: false });
  try {
    const { content } = await client.callTool('approve', prompt, { signal, ...FOR_EVER });
    const [block] = content;
    const verdict: unknown = JSON.parse(block?.type === 'text' ? String(block['text']) : '');
    if (isJsonObject(verdict)) return verdict;
    throw new Error('the approval server gave no verdict');
  } finally {
    await client.close();
  }
}

async function serverIn(path: string) {
  const { mcpServers } = JSON.parse(await readFile(path, 'utf8')) as {
    mcpServers: Record<string, { url: string; headers: Record<string, string> }>;
  };
  const [server] = Object.values(mcpServers);
  if (server === undefined) throw new Error(`there is no server in ${path}`);
  return streamableHttpServer({ url: server.url, headers: server.headers });
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function changed(updatedInput: unknown): object {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput } };
}
