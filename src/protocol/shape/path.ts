const PLAIN_KEY = /^[A-Za-z_$][\w$]*$/;

/** A path below `prefix`: `tools[3].inputSchema`, `_meta["a/b"]`. The whole value is the empty path. */
export function joinPath(prefix: string, segment: string | number): string {
  if (typeof segment === 'number') return `${prefix}[${segment}]`;
  if (!PLAIN_KEY.test(segment)) return `${prefix}[${JSON.stringify(segment)}]`;
  return prefix === '' ? segment : `${prefix}.${segment}`;
}

/** Puts a segment in front of a path that was built below it. */
export function prependPath(segment: string | number, rest: string): string {
  const head = joinPath('', segment);
  return rest === '' || rest.startsWith('[') ? head + rest : `${head}.${rest}`;
}
