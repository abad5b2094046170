import type { JsonObject, Tool as WireTool } from '../../protocol/index.js';
import { Fault, isJsonObject } from '../../protocol/index.js';
import type { SchemaValidator } from '../../schema/index.js';
import { ajvValidator } from '../../schema/index.js';
import { deepFrozen } from '../deep-frozen.js';
import type { SchemaObject } from '../definitions.js';
import type { ArgumentCheck } from './argument-check.js';
import { jsonSchemaCheck, standardCheck } from './argument-check.js';
import type { SchemaArguments } from './schema-type.js';
import type { StandardOutput, StandardParameters } from './standard-schema.js';
import { emittedSchema, isStandardSchema } from './standard-schema.js';
import type { ToolContext } from './tool-context.js';

/** What a tool touches, for the Rule of Two (`RunPolicy`). Applications may add names of their own. */
export type Cap = 'private_data' | 'untrusted_content' | 'egress' | (string & {});

/** What else clients see of a tool: `title`, `outputSchema`, `icons`, further `annotations`, `_meta`, unknown members. */
export type ToolListing = Partial<Omit<WireTool, 'name' | 'description' | 'inputSchema' | 'outputSchema'>> & {
  readonly outputSchema?: SchemaObject;
};

/**
 * A tool in one neutral shape, wherever it comes from. It checks its own arguments: `run` rejects with a
 * `ToolArgumentError` for a call that the model has to repair.
 */
export interface Tool<Arguments = Record<string, unknown>> {
  readonly name: string;
  readonly description?: string | undefined;
  /** JSON Schema of the arguments, which goes to models byte for byte. Without one the tool is not offered to any. */
  readonly parameters: Readonly<JsonObject> | undefined;
  /** It changes something. */
  readonly sideEffecting: boolean;
  /** A person has to agree to each call, even if it only reads. */
  readonly requiresApproval: boolean;
  readonly caps: readonly Cap[];
  readonly listing?: ToolListing | undefined;
  /** Gives text, content blocks, a result of MCP, or any JSON value. */
  run(args: Arguments, context: ToolContext): Promise<unknown>;
}

/** The arguments that a body gets. */
export type ArgumentsOf<Parameters> = Parameters extends StandardParameters
  ? StandardOutput<Parameters>
  : SchemaArguments<Parameters>;

export interface ToolOptions<Parameters> {
  readonly name: string;
  /** For the model: what it does and when to use it. */
  readonly description?: string;
  /**
   * JSON Schema with type `object`, as a literal for the types of the arguments, or a schema of a library that
   * implements Standard Schema and can be written as JSON Schema. Arguments outside `properties` are rejected unless
   * the schema itself speaks about them.
   */
  readonly parameters?: Parameters;
  /** Default true: what is not declared harmless is not taken to be. */
  readonly sideEffecting?: boolean;
  /** Default false. */
  readonly requiresApproval?: boolean;
  /** Default none. */
  readonly caps?: readonly Cap[];
  readonly listing?: ToolListing;
  /** Default: `ajvValidator`, which is loaded on the first call. Not asked about schemas of a library. */
  readonly validator?: SchemaValidator;
  /** The arguments have been checked. What it throws is told to the model. */
  run(args: ArgumentsOf<Parameters>, context: ToolContext): unknown;
}

/**
 * Makes a tool of a function.
 *
 * @example
 * const add = tool({
 *   name: 'add',
 *   description: 'Add two integers.',
 *   parameters: {
 *     type: 'object',
 *     properties: { a: { type: 'integer' }, b: { type: 'integer' } },
 *     required: ['a', 'b'],
 *   },
 *   sideEffecting: false,
 *   run: ({ a, b }) => a + b,
 * });
 * @throws Fault `invalid_argument`
 */
export function tool<const Parameters extends SchemaObject | StandardParameters | undefined = undefined>(
  options: ToolOptions<Parameters>,
): Tool<ArgumentsOf<Parameters>> {
  const { name, description, sideEffecting = true, requiresApproval = false, caps = [], listing } = options;
  if (typeof name !== 'string' || name === '')
    throw invalid(String(name), '`name` must be a non-empty string');
  if (typeof options.run !== 'function') throw invalid(name, '`run` must be a function');
  if (!Array.isArray(caps) || !caps.every((cap) => typeof cap === 'string')) {
    throw invalid(name, '`caps` must be a list of names');
  }
  for (const [option, value] of Object.entries({ sideEffecting, requiresApproval })) {
    if (typeof value !== 'boolean') throw invalid(name, `\`${option}\` must be true or false`);
  }
  const { schema, check } = readParameters(options);
  return Object.freeze({
    name,
    description,
    parameters: schema,
    sideEffecting,
    requiresApproval,
    caps: Object.freeze([...caps]),
    listing,
    run: async (args: ArgumentsOf<Parameters>, context: ToolContext): Promise<unknown> => {
      const checked = await check(args as JsonObject);
      // The check may have waited, for a library or a lookup, while somebody pressed stop. Loops without types leave the
      // context out.
      context?.signal?.throwIfAborted();
      return options.run(checked as ArgumentsOf<Parameters>, context);
    },
  });
}

interface ReadParameters {
  readonly schema: Readonly<JsonObject> | undefined;
  readonly check: ArgumentCheck;
}

function readParameters({
  name,
  parameters,
  validator,
}: Pick<ToolOptions<unknown>, 'name' | 'parameters' | 'validator'>): ReadParameters {
  if (parameters === undefined) return { schema: undefined, check: async (args) => args };
  if (isStandardSchema(parameters)) {
    const schema = objectSchema(name, emittedSchema(parameters, name));
    return { schema, check: standardCheck(name, schema, parameters) };
  }
  const schema = objectSchema(name, parameters);
  return { schema, check: jsonSchemaCheck(name, schema, () => validator ?? ajvValidator()) };
}

/** A copy, so that nobody changes it after it was reviewed. Its text stays the same. */
function objectSchema(toolName: string, schema: unknown): JsonObject {
  // 2026-07-28 server/tools#tool: inputSchema MUST be a JSON Schema with type "object"
  if (!isJsonObject(schema) || schema['type'] !== 'object') {
    throw invalid(toolName, '`parameters` must be a JSON Schema with type "object"');
  }
  try {
    return deepFrozen(JSON.parse(JSON.stringify(schema)));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw invalid(toolName, `\`parameters\` cannot be written as JSON: ${reason}`);
  }
}

function invalid(name: string, problem: string): Fault {
  return new Fault('invalid_argument', `tool '${name}': ${problem}.`);
}
