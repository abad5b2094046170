/**
 * Belong to one connection and are not passed on. https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1
 */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Names and values in turn, as `node:http` gives and takes them: order and spelling survive. */
export type RawHeaders = readonly string[];

/** The headers that are passed on, unchanged. */
export function endToEnd(raw: RawHeaders): string[] {
  const listed = new Set<string>();
  eachHeader(raw, (name, value) => {
    if (name.toLowerCase() === 'connection')
      for (const token of value.split(',')) listed.add(token.trim().toLowerCase());
  });
  const passed: string[] = [];
  eachHeader(raw, (name, value) => {
    const lower = name.toLowerCase();
    if (!HOP_BY_HOP.has(lower) && !listed.has(lower)) passed.push(name, value);
  });
  return passed;
}

/**
 * The headers of a request for the server behind: where the client named the recorder as host or origin, the server is
 * named; any other name passes, because it is the server that has to refuse it.
 */
export function requestHeadersFor(raw: RawHeaders, own: readonly string[], target: URL): string[] {
  const passed = endToEnd(raw);
  for (let index = 0; index < passed.length; index += 2) {
    const name = passed[index]?.toLowerCase();
    const value = passed[index + 1] ?? '';
    if (name === 'host' && own.includes(value.toLowerCase())) passed[index + 1] = target.host;
    if (name === 'origin' && isOwnOrigin(value, own)) passed[index + 1] = target.origin;
  }
  return passed;
}

export function isOwnOrigin(origin: string, own: readonly string[]): boolean {
  return /^http:\/\//i.test(origin) && own.includes(origin.slice('http://'.length).toLowerCase());
}

export function eachHeader(raw: RawHeaders, action: (name: string, value: string) => void): void {
  for (let index = 0; index + 1 < raw.length; index += 2) action(raw[index] ?? '', raw[index + 1] ?? '');
}
