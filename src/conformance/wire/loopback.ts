/**
 * Whether a host, as `URL.hostname` spells it, is this machine: `localhost`, a name below it, 127.0.0.0/8 or `[::1]`. A
 * name that merely resolves to such an address is not: somebody else may decide what it resolves to.
 */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '').toLowerCase();
  if (host === 'localhost' || host.endsWith('.localhost') || host === '[::1]') return true;
  return /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}
