import type { JsonObject, Limits } from '../../protocol/index.js';
import { invalidParams, VERSION } from '../../protocol/index.js';
import type { Clock } from '../../transport/index.js';
import type { CallContext } from '../context/call-context.js';
import { McpServer } from '../mcp-server.js';
import type { ServerLogEntry } from '../server-log.js';
import { PROMPT_SCHEMA } from './prompt-request.js';

/** The one tool of an approval server. */
export const APPROVE = 'approve';

export interface ApprovalMcpOptions {
  readonly name: string;
  readonly answer: (args: JsonObject, call: CallContext) => Promise<string>;
  readonly onLog: (entry: ServerLogEntry) => void;
  readonly limits: Partial<Limits> | undefined;
  readonly clock: Clock | undefined;
}

/**
 * The MCP server under an approval server. No `outputSchema` and no structured content: Claude Code takes one text block
 * and nothing else. Calls are not held against the schema, because each has to get a verdict.
 */
export function approvalMcpServer({ name, answer, onLog, limits, clock }: ApprovalMcpOptions): McpServer {
  const server = new McpServer(
    { name, version: VERSION },
    {
      features: ['tools'],
      listChanged: false,
      resourceUpdates: false,
      routeCall: (tool, args, call) => {
        // 2026-07-28 server/tools#error-handling
        if (tool !== APPROVE) throw invalidParams(`Unknown tool: ${tool.slice(0, MAX_NAME_CHARS)}`);
        return answer(args, call);
      },
      onLog,
      ...(limits === undefined ? {} : { limits }),
      ...(clock === undefined ? {} : { clock }),
    },
  );
  return server.tool({
    name: APPROVE,
    description: 'Answers the permission prompts of an agent CLI. Not for models.',
    inputSchema: PROMPT_SCHEMA,
    run: (args, call) => answer(args as JsonObject, call),
  });
}

const MAX_NAME_CHARS = 128;
