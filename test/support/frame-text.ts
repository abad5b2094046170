/** A frame as text, however its carrier gives it. */
export function frameText(frame: Uint8Array | string): string {
  return typeof frame === 'string' ? frame : new TextDecoder('utf-8', { ignoreBOM: true }).decode(frame);
}
