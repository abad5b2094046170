import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tool } from '../../../src/server/index.js';
import { tool } from '../../../src/server/index.js';

const ID = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } as const;

/**
 * Two tools that leave a file with the process that ran them: one that may run, and one that a person has to agree to.
 * `revisions` gets the revision of MCP that each call came in.
 */
export function sliceTools(folder: string, revisions: string[] = []): readonly Tool[] {
  const mark = (name: string): Promise<void> => writeFile(join(folder, name), String(process.pid));
  const closeSlice = tool({
    name: 'close_slice',
    description: 'Closes a slice.',
    parameters: ID,
    run: async ({ id }, { call }) => {
      revisions.push(call?.revision ?? 'none');
      await mark(`closed-${id}`);
      return `closed ${id}`;
    },
  });
  const deploy = tool({
    name: 'deploy',
    description: 'Deploys a slice.',
    parameters: ID,
    requiresApproval: true,
    caps: ['egress'],
    run: async ({ id }) => {
      await mark(`deployed-${id}`);
      return `deployed ${id}`;
    },
  });
  return [closeSlice, deploy];
}

export const CLOSE_SLICE = 'mcp__engine__close_slice';
export const DEPLOY = 'mcp__engine__deploy';
