import type { TraceEntry } from '../../protocol/index.js';
import { LineFramer } from '../../transport/index.js';
import type { Recording } from './recording.js';

/** Reads the lines in the bytes that pass in one direction, and writes each into the recording. Changes nothing. */
export function lineTap(recording: Recording, dir: TraceEntry['dir'], maxBytes: number): LineFramer {
  return new LineFramer(maxBytes, {
    frame: (frame) => recording.frame(dir, frame),
    fault: (_fault, { head }) => recording.frame(dir, head, { cut: true }),
    end: () => {},
  });
}
