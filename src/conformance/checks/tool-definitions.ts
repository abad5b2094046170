// What the list of tools says, without a call.
import type { JsonObject } from '../../protocol/index.js';
import { checkToolName, isJsonObject, mirroredParams } from '../../protocol/index.js';
import type { Judgement } from '../check.js';
import {
  breach,
  type Check,
  EVERY_TRANSPORT,
  info,
  type Levels,
  levels,
  modern,
  pass,
  skip,
  warn,
} from '../check.js';
import { passage, type SpecReference } from '../spec-passage.js';
import { worst } from './reply-judgement.js';

const TOOL = passage('server/tools#tool');

interface DefinitionCheck {
  readonly id: string;
  readonly title: string;
  readonly spec?: SpecReference;
  readonly levels: Levels;
  /** What is wrong with one tool; a judgement where it differs from the level. */
  readonly problem: (tool: JsonObject) => string | Judgement | undefined;
  /** Tools that it is about; the check is skipped when there is none. Default: all. */
  readonly concerns?: (tool: JsonObject) => boolean;
  /** In words, for the skip. */
  readonly absent?: string;
}

/** A check of each listed tool by itself. */
function definitionCheck(row: DefinitionCheck): Check {
  const { concerns = () => true, absent = 'no tool is listed' } = row;
  return {
    id: row.id,
    title: row.title,
    subject: 'tools',
    spec: row.spec ?? TOOL,
    levels: row.levels,
    transports: EVERY_TRANSPORT,
    needs: 'tools',
    isWellFormed: true,
    async run(context) {
      const walk = await context.list('tools/list');
      const tools = walk.items.filter(concerns);
      if (tools.length === 0) return skip('capability-absent', walk.problem ?? absent);
      const judgements = tools.flatMap((tool) => {
        const problem = row.problem(tool);
        if (problem === undefined) return [];
        return [typeof problem === 'string' ? breach(`${nameOf(tool)}: ${problem}`, walk) : problem];
      });
      return judgements.length === 0 ? pass(`${tools.length} tools`) : worst(judgements);
    },
  };
}

const nameOf = ({ name }: JsonObject): string =>
  `tool ${typeof name === 'string' ? `'${name}'` : JSON.stringify(name)}`;

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];

function annotationProblem({ annotations }: JsonObject): string | undefined {
  if (!isJsonObject(annotations)) return undefined;
  const wrong = HINTS.find(
    (hint) => annotations[hint] !== undefined && typeof annotations[hint] !== 'boolean',
  );
  return wrong === undefined ? undefined : `${wrong} is ${JSON.stringify(annotations[wrong])}, not a boolean`;
}

function undeclaredRequired({ inputSchema }: JsonObject): string | undefined {
  if (!isJsonObject(inputSchema) || !Array.isArray(inputSchema['required'])) return undefined;
  const properties = isJsonObject(inputSchema['properties']) ? inputSchema['properties'] : {};
  const missing = inputSchema['required'].find((name) => !Object.hasOwn(properties, String(name)));
  return missing === undefined ? undefined : `'${missing}' is required and not among the properties`;
}

function iconProblem(tool: JsonObject): string | Judgement | undefined {
  const { icons } = tool;
  if (!Array.isArray(icons)) return 'icons is not an array';
  for (const icon of icons) {
    const src = isJsonObject(icon) ? icon['src'] : undefined;
    if (typeof src !== 'string') return 'an icon has no src';
    if (!/^(?:https:|data:)/i.test(src)) {
      const told = `${nameOf(tool)}: icon ${src.slice(0, 80)} is neither https: nor data:`;
      return /^http:/i.test(src) ? info(told) : warn(told);
    }
  }
  return undefined;
}

/** The `$ref` of a schema that points to the network. */
function networkRef(value: unknown, depth = 0): string | undefined {
  if (typeof value !== 'object' || value === null || depth > 64) return undefined;
  const { $ref } = value as { $ref?: unknown };
  if (typeof $ref === 'string' && /^https?:/i.test($ref)) return $ref;
  for (const member of Object.values(value)) {
    const found = networkRef(member, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

const SINCE_ANNOTATIONS = '2025-03-26';
const NAMES = passage('server/tools#tool-names');

export const TOOL_DEFINITION_CHECKS: readonly Check[] = [
  definitionCheck({
    id: 'tool-name-present',
    title: 'Every tool has a name.',
    levels: levels('MUST'),
    problem: ({ name }) => (typeof name === 'string' && name !== '' ? undefined : 'the name is no text'),
  }),
  {
    id: 'tool-name-unique',
    title: 'No two tools have the same name.',
    subject: 'tools',
    spec: { legacy: TOOL, '2025-11-25': NAMES, modern: NAMES },
    levels: levels('SHOULD'),
    transports: EVERY_TRANSPORT,
    needs: 'tools',
    isWellFormed: true,
    async run(context) {
      const walk = await context.list('tools/list');
      if (walk.items.length === 0) return skip('capability-absent', 'no tool is listed');
      const twice = repeated(walk.items.map(({ name }) => name));
      return twice === undefined ? pass() : breach(`two tools have the name '${twice}'`, walk);
    },
  },
  definitionCheck({
    id: 'tool-name-chars',
    title: 'Tool names have 1 to 128 characters of A-Z, a-z, 0-9, _, - and .',
    spec: NAMES,
    levels: levels('SHOULD', '2025-11-25'),
    problem({ name }) {
      const check = checkToolName(String(name));
      return check.ok ? undefined : check.reason;
    },
  }),
  definitionCheck({
    id: 'tool-description',
    title: 'Every tool has a description.',
    levels: levels('INFO'),
    problem: ({ description }) => (description === undefined ? 'has no description' : undefined),
  }),
  definitionCheck({
    id: 'tool-input-schema-object',
    title: 'Every inputSchema is an object with type "object".',
    levels: levels('MUST'),
    problem({ inputSchema }) {
      if (!isJsonObject(inputSchema)) return 'inputSchema is not an object';
      const { type } = inputSchema;
      return type === 'object' ? undefined : `inputSchema has the type ${JSON.stringify(type)}, not "object"`;
    },
  }),
  definitionCheck({
    id: 'tool-output-schema-object',
    title: 'Every outputSchema has the type "object".',
    spec: passage('server/tools#output-schema'),
    levels: levels('MUST', '2025-06-18', '2025-11-25'),
    concerns: ({ outputSchema }) => outputSchema !== undefined,
    absent: 'no tool has an outputSchema',
    problem({ outputSchema }) {
      const type = isJsonObject(outputSchema) ? outputSchema['type'] : undefined;
      return type === 'object'
        ? undefined
        : `outputSchema has the type ${JSON.stringify(type)}, not "object"`;
    },
  }),
  definitionCheck({
    id: 'tool-schema-dialect',
    title: 'Schemas are written in JSON Schema 2020-12.',
    spec: passage('basic/index#schema-dialect'),
    levels: levels('INFO', '2025-11-25'),
    problem({ inputSchema, outputSchema }) {
      for (const schema of [inputSchema, outputSchema]) {
        const dialect = isJsonObject(schema) ? schema['$schema'] : undefined;
        if (dialect !== undefined && !/2020-12/.test(String(dialect))) return `is written in ${dialect}`;
      }
      return undefined;
    },
  }),
  definitionCheck({
    id: 'tool-schema-no-network-ref',
    title: 'No schema refers to the network.',
    spec: passage('basic/index#ref-resolution'),
    levels: modern('SHOULD'),
    problem({ inputSchema, outputSchema }) {
      const ref = networkRef(inputSchema) ?? networkRef(outputSchema);
      return ref === undefined
        ? undefined
        : `$ref ${ref} would have to be fetched, which clients must not do`;
    },
  }),
  definitionCheck({
    id: 'tool-schema-required-undeclared',
    title: 'Required arguments are among the properties.',
    levels: levels('INFO'),
    problem: undeclaredRequired,
  }),
  definitionCheck({
    id: 'tool-annotations-object',
    title: 'annotations is an object.',
    levels: levels('MUST', SINCE_ANNOTATIONS),
    concerns: ({ annotations }) => annotations !== undefined,
    absent: 'no tool has annotations',
    problem: ({ annotations }) => (isJsonObject(annotations) ? undefined : 'annotations is not an object'),
  }),
  definitionCheck({
    id: 'tool-annotations-bool',
    title: 'The hints among the annotations are booleans.',
    levels: levels('MUST', SINCE_ANNOTATIONS),
    concerns: ({ annotations }) => isJsonObject(annotations),
    absent: 'no tool has annotations',
    problem: annotationProblem,
  }),
  definitionCheck({
    id: 'tool-annotations-contradict',
    title: 'No tool is read-only and destructive at once.',
    levels: levels('INFO', SINCE_ANNOTATIONS),
    concerns: ({ annotations }) => isJsonObject(annotations),
    absent: 'no tool has annotations',
    problem({ annotations }) {
      const hints = annotations as JsonObject;
      const isBoth = hints['readOnlyHint'] === true && hints['destructiveHint'] === true;
      return isBoth ? 'readOnlyHint and destructiveHint are both true' : undefined;
    },
  }),
  definitionCheck({
    id: 'tool-annotations-present',
    title: 'Every tool says by annotations what it does.',
    levels: levels('INFO', SINCE_ANNOTATIONS),
    problem: ({ annotations }) => (annotations === undefined ? 'has no annotations' : undefined),
  }),
  definitionCheck({
    id: 'tool-x-mcp-header',
    title: 'x-mcp-header keeps to its rules.',
    spec: passage('basic/transports/streamable-http#schema-extension'),
    levels: modern('MUST'),
    concerns: ({ inputSchema }) => JSON.stringify(inputSchema ?? null).includes('"x-mcp-header"'),
    absent: 'no tool has x-mcp-header',
    problem({ inputSchema }) {
      const reading = mirroredParams(inputSchema);
      return reading.ok ? undefined : reading.reason;
    },
  }),
  definitionCheck({
    id: 'tool-icons',
    title: 'Icons are at https: or data:.',
    spec: passage('basic/index#icons'),
    levels: levels('SHOULD', '2025-11-25'),
    concerns: ({ icons }) => icons !== undefined,
    absent: 'no tool has icons',
    problem: iconProblem,
  }),
];

/** The first value that is there twice. */
export function repeated(values: readonly unknown[]): string | undefined {
  const seen = new Set<unknown>();
  for (const value of values) {
    if (seen.has(value)) return String(value);
    seen.add(value);
  }
  return undefined;
}
