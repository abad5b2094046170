import { AgentRun, type RunOptions } from './agent-run.js';
import { CODEX } from './binaries.js';
import { openaiResponses } from './openai-responses.js';
import type { Workplace } from './workplace.js';

const VERB = ['exec', '--json', '--ephemeral', '--skip-git-repo-check'];

export interface CodexOptions extends RunOptions {
  /** Default `workspace-write`. */
  readonly sandbox?: 'read-only' | 'workspace-write' | 'danger-full-access';
}

/** `codex exec` with a private home and no way out but loopback. */
export function startCodex({
  place,
  turns,
  args,
  env,
  sandbox = 'workspace-write',
  prompt = 'Do as you are told.',
  timeoutMs,
}: CodexOptions): Promise<AgentRun> {
  return AgentRun.start(openaiResponses, turns, (url) => ({
    command: CODEX,
    args: [...codexStart(url, sandbox), ...args, prompt],
    cwd: place.folder,
    env: { ...codexEnvironment(place), ...env },
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  }));
}

/** A private home. */
export function codexEnvironment({ home }: Workplace): Record<string, string> {
  return { HOME: home, CODEX_HOME: home, TMPDIR: home, PATH: '/usr/bin:/bin', STAND_IN_KEY: 'not-a-key' };
}

/** The verb, and a model on loopback. */
export function codexStart(modelUrl: string, sandbox: string): readonly string[] {
  return [...VERB, '--sandbox', sandbox, ...modelArgs(modelUrl)];
}

function modelArgs(url: string): readonly string[] {
  const provider = {
    name: 'stand-in',
    base_url: `${url}/v1`,
    env_key: 'STAND_IN_KEY',
    wire_api: 'responses',
  };
  const fields = Object.entries(provider).map(([key, value]) => `${key}="${value}"`);
  return [
    ['-c', `model_providers.stand_in={${fields.join(',')}}`],
    ['-c', 'model_provider=stand_in'],
    ['-c', 'model=stand-in'],
    ['-c', 'analytics.enabled=false'],
    ['--disable', 'plugins'],
  ].flat();
}
