import type { JsonObject } from '../../protocol/index.js';

/** How the AI SDK marks what its `jsonSchema()` makes. The symbol is open to everybody. */
const MARK = Symbol.for('vercel.ai.schema');

/**
 * A JSON Schema as the AI SDK takes it, without the SDK. To the SDK itself it is one of its own schemas, which go to the
 * model byte for byte; to compilers and other libraries, whose way to the mark is barred, it is a Standard JSON Schema.
 * The SDK checks no input against it: the tool does that.
 *
 * @see https://standardschema.dev/json-schema
 */
export interface AiSdkSchema {
  readonly jsonSchema: Readonly<JsonObject>;
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'plainwire';
    // biome-ignore lint/suspicious/noExplicitAny: what a tool takes is not known before it is listed
    readonly types?: { readonly input: unknown; readonly output: any } | undefined;
    // biome-ignore lint/suspicious/noExplicitAny: as above
    readonly validate: (value: unknown) => { readonly value: any };
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
  };
}

export function aiSdkSchema(schema: Readonly<JsonObject>): AiSdkSchema {
  const emit = (): Record<string, unknown> => schema;
  const marked = {
    [MARK]: true,
    _type: undefined,
    validate: undefined,
    jsonSchema: schema,
    '~standard': {
      version: 1,
      vendor: 'plainwire',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: emit, output: emit },
    },
  } as const;
  return marked;
}
