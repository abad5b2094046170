import type { AgentCommand } from '../../support/agent-process.js';
import { AgentProcess } from '../../support/agent-process.js';
import type { ChildEnd } from '../../support/child-program.js';
import type { ModelApi, Turn } from './model-stand-in.js';
import { ModelStandIn } from './model-stand-in.js';
import type { Workplace } from './workplace.js';

/** What a test says about a run. */
export interface RunOptions {
  readonly place: Workplace;
  /** What the model does. */
  readonly turns: readonly Turn[];
  /** From our projections. The prompt comes behind them. */
  readonly args: readonly string[];
  /** From our projections. */
  readonly env?: Readonly<Record<string, string>>;
  readonly prompt?: string;
  readonly timeoutMs?: number;
}

/** An agent CLI at work, with the model that it talks to. */
export class AgentRun implements AsyncDisposable {
  readonly model: ModelStandIn;
  readonly process: AgentProcess;

  private constructor(model: ModelStandIn, process: AgentProcess) {
    this.model = model;
    this.process = process;
  }

  static async start(
    api: ModelApi,
    turns: readonly Turn[],
    commandFor: (modelUrl: string) => AgentCommand,
  ): Promise<AgentRun> {
    const model = await ModelStandIn.start(api, turns);
    return new AgentRun(model, new AgentProcess(commandFor(model.url)));
  }

  get ended(): Promise<ChildEnd> {
    return this.process.ended;
  }

  /** Waits for an orderly end; any other one fails with what the agent said. */
  async finish(): Promise<this> {
    const { code, signal } = await this.process.ended;
    if (code === 0) return this;
    const { stdout, stderr } = this.process;
    throw new Error(`The agent ended with ${code ?? signal}:\n${stderr}\n${stdout}`);
  }

  /** The first event with these members. */
  event(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const isIt = (event: Record<string, unknown>): boolean =>
      Object.entries(members).every(([key, value]) => event[key] === value);
    const found = this.process.events.find(isIt);
    if (found !== undefined) return found;
    throw new Error(`No event ${JSON.stringify(members)} in ${this.process.stdout}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.process[Symbol.asyncDispose]();
    await this.model[Symbol.asyncDispose]();
  }
}
