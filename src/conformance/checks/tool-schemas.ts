import type { JsonObject } from '../../protocol/index.js';
import { Fault, isJsonObject } from '../../protocol/index.js';
import { ajvValidator, type JsonSchema } from '../../schema/index.js';
import { breach, type Check, EVERY_TRANSPORT, info, type Judgement, levels, pass, skip } from '../check.js';
import type { CheckContext } from '../context.js';
import { passage, type SpecReference } from '../spec-passage.js';
import { worst } from './reply-judgement.js';

/** Beyond, a list of thousands would take the time of the run. */
const MAX_SCHEMAS = 200;

const VALIDITY: SpecReference = {
  legacy: passage('server/tools#tool'),
  '2025-11-25': passage('basic/index#schema-validation'),
  modern: passage('basic/index#schema-validation'),
};

/** What is wrong with a schema of a tool. */
async function schemaProblem(schema: unknown): Promise<Judgement | undefined> {
  if (!isJsonObject(schema)) return breach('it is not an object');
  try {
    await ajvValidator().compile(schema as JsonSchema);
    return undefined;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const [told = error.message] = error.message.split('\n');
    // A dialect or a size that we do not know is no fault of the schema.
    const isOurs = error.code === 'schema_dialect_unsupported' || error.limit !== undefined;
    return isOurs ? info(`could not be judged: ${told}`) : breach(told);
  }
}

async function judgeSchemas(
  context: CheckContext,
  member: 'inputSchema' | 'outputSchema',
): Promise<Judgement> {
  const walk = await context.list('tools/list');
  const tools = walk.items.filter((tool) => tool[member] !== undefined);
  if (tools.length === 0) return skip('capability-absent', walk.problem ?? `no tool has an ${member}`);
  const judgements: Judgement[] = [];
  for (const tool of tools.slice(0, MAX_SCHEMAS)) {
    const problem = await schemaProblem(tool[member]);
    if (problem === undefined) continue;
    const reason = `${member} of tool '${String(tool['name'])}': ${problem.reason}`;
    judgements.push({ ...problem, reason, evidence: walk } as Judgement);
  }
  return judgements.length === 0 ? pass(`${tools.length} schemas`) : worst(judgements);
}

const schemaCheck = (
  id: string,
  member: 'inputSchema' | 'outputSchema',
  since: '2024-11-05' | '2025-06-18',
): Check => ({
  id,
  title: `Every ${member} is valid in its dialect, by default JSON Schema 2020-12.`,
  subject: 'tools',
  spec: VALIDITY,
  levels: levels('MUST', since),
  transports: EVERY_TRANSPORT,
  needs: 'tools',
  isWellFormed: true,
  run: (context) => judgeSchemas(context, member),
});

export const TOOL_SCHEMA_CHECKS: readonly Check[] = [
  schemaCheck('tool-input-schema-valid', 'inputSchema', '2024-11-05'),
  schemaCheck('tool-output-schema-valid', 'outputSchema', '2025-06-18'),
];

/** How a value departs from a schema; undefined when it conforms or the schema cannot be used. */
export async function conformanceProblem(schema: JsonObject, value: unknown): Promise<string | undefined> {
  try {
    const outcome = (await ajvValidator().compile(schema as JsonSchema)).check(value);
    if (outcome.ok) return undefined;
    const [first] = outcome.problems;
    return `${first?.path === '' ? 'it' : first?.path} ${first?.message}`;
  } catch {
    return undefined;
  }
}
