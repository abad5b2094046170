/**
 * True when `value` nests arrays and objects deeper than `limit`: a scalar has depth 0, `{}` has 1,
 * `{"a":[]}` has 2. Recursion goes `limit` levels down and no further, so that no value can exhaust the
 * stack.
 */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit <= 0) return true;
  if (Array.isArray(value)) {
    for (const item of value) {
      if (typeof item === 'object' && isDeeperThan(item, limit - 1)) return true;
    }
    return false;
  }
  for (const name in value) {
    const member = (value as Record<string, unknown>)[name];
    if (typeof member === 'object' && isDeeperThan(member, limit - 1)) return true;
  }
  return false;
}

/** True when a JSON text of this length can nest that deep at all: every level takes two characters. */
export function canBeDeeperThan(textLength: number, limit: number): boolean {
  return textLength > 2 * limit;
}
