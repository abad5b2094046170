import type { Era, JsonObject, JsonValue } from '../../protocol/index.js';
import { Fault, isJsonObject } from '../../protocol/index.js';
import type { SchemaValidator } from '../../schema/index.js';
import { describeProblems } from '../../schema/index.js';
import type { LazySchema } from './lazy-schema.js';

export function textBlock(text: string): JsonObject {
  return { type: 'text', text };
}

/** A failure that the model should see. 2026-07-28 server/tools#error-handling (tool execution errors) */
export function errorResult(text: string): JsonObject {
  return { content: [textBlock(text)], isError: true };
}

/**
 * The result object for what a tool returned. An object with `content` is passed on as it is.
 *
 * @throws Fault `handler_failed` for what is no result.
 */
export function normalizeResult(value: unknown, toolName: string): JsonObject {
  if (value === undefined || value === null) return { content: [] };
  if (typeof value === 'string') return { content: [textBlock(value)] };
  if (Array.isArray(value)) return { content: value };
  if (!isJsonObject(value)) throw unusable(toolName, `a ${typeof value}`);
  if (Array.isArray(value['content'])) return value;
  const structured = value['structuredContent'];
  // 2026-07-28 server/tools#structured-content: SHOULD also return the serialized JSON in a TextContent block
  if (structured !== undefined) return { content: [textBlock(JSON.stringify(structured))], ...value };
  if (value['isError'] === true && value['content'] === undefined) return { content: [], ...value };
  throw unusable(toolName, 'an object with neither `content` nor `structuredContent`');
}

/**
 * Holds a result against the tool's `outputSchema`. Errors are exempt: they need no structured content.
 *
 * @throws Fault `output_invalid`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#output-schema
 */
export async function checkOutput(
  result: JsonObject,
  schema: LazySchema,
  toolName: string,
  validator: SchemaValidator,
): Promise<void> {
  if (result['isError'] === true) return;
  const structured = result['structuredContent'];
  if (structured === undefined) throw mismatch(toolName, 'there is no structuredContent', result);
  const compiled = schema.ready ?? (await schema.compile(validator));
  const outcome = compiled.check(structured);
  if (outcome.ok) return;
  throw mismatch(toolName, describeProblems(outcome.problems, 'structuredContent'), result);
}

/** 2025-11-25 server/tools#structured-content: an object there; the text block carries anything else. */
export function forEra(result: JsonObject, era: Era): JsonObject {
  const structured: JsonValue | undefined = result['structuredContent'];
  if (era === 'modern' || structured === undefined || isJsonObject(structured)) return result;
  const { structuredContent: _modernOnly, ...rest } = result;
  return rest;
}

function unusable(toolName: string, what: string): Fault {
  return new Fault(
    'handler_failed',
    `Tool ${JSON.stringify(toolName)} returned ${what}. Return text, content blocks, or a result.`,
  );
}

function mismatch(toolName: string, problem: string, result: JsonObject): Fault {
  return new Fault(
    'output_invalid',
    `The result of tool ${JSON.stringify(toolName)} does not match its outputSchema: ${problem}.`,
    { origin: 'local', details: { result } },
  );
}
