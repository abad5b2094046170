import type { Cap, Tool } from './tool.js';

export interface PolicyVerdict {
  readonly allowed: boolean;
  /** Why. */
  readonly reason: string;
}

export interface RunPolicyOptions {
  /**
   * Whether a person decides about every call of a tool with `requiresApproval` in this run. Such tools do not count
   * then: what they do is not done unattended. Default false, because a declaration alone stops nobody.
   */
  readonly humanGate?: boolean;
}

const LEGS: readonly { readonly cap: Cap; readonly what: string }[] = [
  { cap: 'private_data', what: 'private-data access' },
  { cap: 'untrusted_content', what: 'untrusted-content ingestion' },
  { cap: 'egress', what: 'egress' },
];

/**
 * Decides whether a set of tools may be used in one run, before the run begins. Nothing on the wire enforces it.
 *
 * Rule of Two: who lets a model read private data, read what a stranger wrote, and send things out, all in one run,
 * has built the way for the stranger to get the data.
 */
export class RunPolicy {
  readonly #humanGate: boolean;

  constructor({ humanGate = false }: RunPolicyOptions = {}) {
    this.#humanGate = humanGate;
  }

  check(tools: Iterable<Pick<Tool, 'caps' | 'requiresApproval'>>): PolicyVerdict {
    const caps = new Set<string>();
    for (const tool of tools) {
      if (this.#humanGate && tool.requiresApproval) continue;
      for (const cap of tool.caps) caps.add(cap);
    }
    const held = LEGS.filter(({ cap }) => caps.has(cap)).map(({ what }) => what);
    if (held.length < LEGS.length) {
      const has = held.length === 0 ? 'none' : held.join(' and ');
      return { allowed: true, reason: `this tool set combines at most two of the three: it has ${has}` };
    }
    return {
      allowed: false,
      reason:
        `lethal trifecta: this tool set combines ${held.slice(0, -1).join(', ')}, and ${held.at(-1)} in one run — ` +
        'require a human gate or split the run',
    };
  }
}
