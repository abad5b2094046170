/** What is wrong with the arguments of a call. */
export interface ArgumentProblems {
  /** Names that the tool does not know. */
  readonly unexpected?: readonly string[];
  /** Names that have to be there and are not. */
  readonly missing?: readonly string[];
  /** Names whose values are not what the schema asks for. */
  readonly invalid?: readonly string[];
  /** What is wrong with the values, as one sentence without an end. */
  readonly reason?: string;
}

const MAX_NAMES = 20;
const MAX_NAME_CHARS = 100;
const MAX_REASON_CHARS = 2_000;

/**
 * A call that the model has to write anew. The message names the tool, the arguments at fault and the ones that are
 * accepted: the model wrote the call and is the only party that can repair it.
 */
export class ToolArgumentError extends Error {
  override readonly name = 'ToolArgumentError';
  readonly tool: string;
  /** Names of the arguments at fault. Empty when it is the arguments as a whole. */
  readonly offending: readonly string[];
  /** Names of the arguments that the tool takes. */
  readonly accepted: readonly string[];

  constructor(tool: string, problems: ArgumentProblems, accepted: readonly string[]) {
    const { unexpected = [], missing = [], invalid = [] } = problems;
    super(messageOf(tool, problems, accepted));
    this.tool = tool;
    this.offending = [...new Set([...unexpected, ...missing, ...invalid])];
    this.accepted = [...accepted];
  }
}

/** True for a `ToolArgumentError`, whichever copy of plainwire made it. */
export function isToolArgumentError(value: unknown): value is ToolArgumentError {
  return value instanceof Error && value.name === 'ToolArgumentError';
}

function messageOf(tool: string, problems: ArgumentProblems, accepted: readonly string[]): string {
  const { unexpected = [], missing = [], invalid = [], reason } = problems;
  const parts: string[] = [];
  if (unexpected.length > 0) parts.push(`unexpected argument(s) ${listed(unexpected)}`);
  if (missing.length > 0) parts.push(`missing required argument(s) ${listed(missing)}`);
  if (invalid.length > 0) parts.push(`invalid argument(s) ${listed(invalid)}`);
  const fault = parts.length === 0 ? 'invalid arguments' : parts.join('; ');
  const why = reason === undefined ? '' : `: ${clipped(reason, MAX_REASON_CHARS)}`;
  return `tool '${tool}' call rejected: ${fault}${why}. Accepted arguments: ${listed(accepted)}`;
}

/** `['a', 'b']`. The names come from outside: there may be any number of them, of any length. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map(quoted).join(', ');
  const more = names.length - MAX_NAMES;
  return more > 0 ? `[${shown}, and ${more} more]` : `[${shown}]`;
}

function quoted(name: string): string {
  const inner = JSON.stringify(clipped(name, MAX_NAME_CHARS)).slice(1, -1);
  return `'${inner.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function clipped(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars)}…`;
}
