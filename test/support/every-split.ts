/** Ways to cut bytes into chunks: whole, in two at every place, and byte by byte. */
export function everySplit(bytes: Uint8Array): Uint8Array[][] {
  const halves = Array.from({ length: bytes.length + 1 }, (_, at) => [
    bytes.subarray(0, at),
    bytes.subarray(at),
  ]);
  const single = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
  return [[bytes], ...halves, single];
}
