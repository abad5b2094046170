/** What the key of the servers is called, in this program or another, in lower case and without hyphens. */
const MEANT: readonly string[] = ['mcpservers', 'servers'];

/** Whether a key was meant to be that of the servers: `mcpServer`, `mcp_servers`, `mpcServers`. */
export function isMisspelt(key: string): boolean {
  const letters = key.toLowerCase().replace(/[-_ ]/g, '');
  return MEANT.some((meant) => letters === meant || isOneEditAway(letters, meant));
}

/** One letter is missing, too many or another, or two neighbours are swapped. */
function isOneEditAway(word: string, meant: string): boolean {
  if (Math.abs(word.length - meant.length) > 1) return false;
  let start = 0;
  while (start < word.length && word[start] === meant[start]) start++;
  const [rest, wanted] = [word.slice(start), meant.slice(start)];
  const swapped = `${rest[1] ?? ''}${rest[0] ?? ''}${rest.slice(2)}`;
  return (
    rest.slice(1) === wanted ||
    rest === wanted.slice(1) ||
    rest.slice(1) === wanted.slice(1) ||
    swapped === wanted
  );
}
