// The one tool that every server here offers, and what the environment says about its results.

export const ECHO_TOOL = {
  name: 'echo',
  description: 'Gives the message back',
  inputSchema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
};

/** The text that `echo` answers with in place of the message, when BENCH_RESULT_BYTES asks for one; else undefined. */
export function largeResult() {
  const bytes = Number(process.env.BENCH_RESULT_BYTES ?? 0);
  return bytes === 0 ? undefined : 'x'.repeat(bytes);
}
