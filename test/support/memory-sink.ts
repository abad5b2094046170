import type { TraceSink } from '../../src/conformance/index.js';
import type { Trace } from '../../src/protocol/index.js';
import { decodeTrace } from '../../src/protocol/index.js';

/** A recording that is kept in memory. */
export class MemorySink implements TraceSink {
  text = '';
  isClosed = false;

  write(line: string): void {
    this.text += `${line}\n`;
  }

  close(): void {
    this.isClosed = true;
  }

  get trace(): Trace {
    return decodeTrace(this.text);
  }

  /** The frames of one side. */
  frames(side: 'client' | 'server'): string[] {
    return this.trace.entries
      .filter(({ dir, end }) => dir === side && end !== true)
      .map(({ frame }) => frame);
  }
}
