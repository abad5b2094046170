/** Which of its own tools Claude Code has. Default, true: all. False: none, so that every tool is one of ours. */
export type BuiltinTools = boolean | readonly string[];

/** The tools to name; undefined for leaving it to Claude Code. */
export function namedTools(builtinTools: BuiltinTools | undefined): readonly string[] | undefined {
  if (builtinTools === undefined || builtinTools === true) return undefined;
  return builtinTools === false ? [] : builtinTools;
}
