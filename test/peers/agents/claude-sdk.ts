import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { ClaudeAgentOptions } from '../../../src/adapters/index.js';
import { anthropicMessages } from './anthropic-messages.js';
import { CLAUDE_BINARIES, CLAUDE_SDK } from './binaries.js';
import { claudeEnvironment } from './claude.js';
import type { Turn } from './model-stand-in.js';
import { ModelStandIn } from './model-stand-in.js';
import type { Workplace } from './workplace.js';

type Message = Readonly<Record<string, unknown>>;

interface SpawnOptions {
  readonly command: string;
  readonly args: string[];
  readonly cwd?: string;
  readonly env: Record<string, string | undefined>;
}

interface AgentSdk {
  query(request: { prompt: string; options: object }): AsyncIterable<Message>;
}

export interface SdkRunOptions {
  readonly place: Workplace;
  readonly turns: readonly Turn[];
  /** From our projection. */
  readonly options: Partial<ClaudeAgentOptions>;
  readonly prompt?: string;
}

/** After that the process is killed. */
const RUN_MS = 100_000;

/**
 * `query` of the Agent SDK, with the newest Claude Code, a private home and no way out but loopback. The SDK starts the
 * process as it likes; a test may look at it.
 */
export class SdkRun implements AsyncDisposable {
  readonly model: ModelStandIn;
  /** All that the SDK told, once it is over. */
  readonly messages: Promise<readonly Message[]>;
  #child: ChildProcessWithoutNullStreams | undefined;

  private constructor(model: ModelStandIn, sdk: AgentSdk, { place, options, prompt }: SdkRunOptions) {
    this.model = model;
    const request = {
      prompt: prompt ?? 'Do as you are told.',
      options: {
        cwd: place.folder,
        env: claudeEnvironment(place, model.url),
        pathToClaudeCodeExecutable: CLAUDE_BINARIES[0]?.path,
        spawnClaudeCodeProcess: (how: SpawnOptions) => this.#spawn(how),
        ...options,
      },
    };
    this.messages = collect(sdk.query(request));
    // Looked at when the test gets there.
    this.messages.catch(() => {});
  }

  static async start(options: SdkRunOptions): Promise<SdkRun> {
    const sdk = (await import(pathToFileURL(CLAUDE_SDK).href)) as AgentSdk;
    const model = await ModelStandIn.start(anthropicMessages, options.turns);
    return new SdkRun(model, sdk, options);
  }

  /** The words that anybody on this machine can read while it runs (Linux). */
  get visibleArgs(): readonly string[] {
    return readFileSync(`/proc/${this.#child?.pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  }

  #spawn({ command, args, cwd, env }: SpawnOptions): ChildProcessWithoutNullStreams {
    const child = spawn(command, args, { ...(cwd === undefined ? {} : { cwd }), env, timeout: RUN_MS });
    this.#child = child;
    return child;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const child = this.#child;
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    await this.model[Symbol.asyncDispose]();
  }
}

async function collect(messages: AsyncIterable<Message>): Promise<Message[]> {
  const all: Message[] = [];
  for await (const message of messages) all.push(message);
  return all;
}
