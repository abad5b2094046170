export function redactText(text: string): string {
  return text.replace(/\b(Bearer|Basic)\s+[^\s"'\\]+/gi, '$1 [redacted]');
}
