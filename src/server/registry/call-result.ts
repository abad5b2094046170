import type { CallToolResult } from '../../protocol/index.js';
import { normalizeResult } from '../features/tool-result.js';
import { resultOf } from './call-outcome.js';

/**
 * What a tool gave, as the result that an MCP client would get: for loops in this process that show results to a model.
 *
 * @throws TypeError for what cannot be written as JSON; Fault `handler_failed` for what is no result.
 */
export function callResult(value: unknown, toolName: string): CallToolResult {
  return normalizeResult(resultOf(value), toolName) as unknown as CallToolResult;
}
