import type { Transform } from 'node:stream';
import { nodeBuiltin } from '../../transport/index.js';
import type { BodyTap } from './body-tap.js';

/** Looks at a body and says when a chunk may be passed on: not before the recording has seen what it holds. */
export interface BodyWatcher {
  /** `pass` is called once, at once unless the chunk has to be decompressed first. */
  chunk(chunk: Uint8Array, pass: () => void): void;
  /** `done` is called once everything was seen. */
  end(done: () => void): void;
  broken(): void;
}

/** A watcher for a body with this Content-Encoding. One that is not known is looked at as it is. */
export function bodyWatcher(contentEncoding: string | undefined, tap: BodyTap): BodyWatcher {
  const decompressor = decompressorFor(contentEncoding?.trim().toLowerCase() ?? '');
  return decompressor === undefined ? plainWatcher(tap) : decodingWatcher(decompressor, tap);
}

/** Passes first: what a message costs to record does not delay it. */
function plainWatcher(tap: BodyTap): BodyWatcher {
  return {
    chunk: (chunk, pass) => {
      pass();
      tap.push(chunk);
    },
    end: (done) => {
      done();
      tap.end();
    },
    broken: () => tap.broken(),
  };
}

/**
 * Decompressing takes turns of the event loop, and a client that has an event may answer it in the next one: so the
 * chunk waits until its events are in the recording, before the answer to them.
 */
function decodingWatcher(decompressor: Transform, tap: BodyTap): BodyWatcher {
  let isOver = false;
  const finish = (done: () => void): void => {
    if (isOver) return;
    isOver = true;
    tap.end();
    done();
  };
  decompressor.on('data', (part: Uint8Array) => tap.push(part));
  return {
    chunk: (chunk, pass) => {
      if (decompressor.destroyed) return pass();
      const once = onlyOnce(pass);
      // Whatever is wrong with the body is for the client to find out.
      decompressor.once('error', once);
      decompressor.write(chunk, () => setImmediate(once));
    },
    end: (done) => {
      const end = (): void => finish(done);
      if (decompressor.destroyed) return end();
      decompressor.once('end', end).once('error', end);
      decompressor.end();
    },
    broken: () => {
      isOver = true;
      decompressor.destroy();
      tap.broken();
    },
  };
}

function onlyOnce(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    action();
  };
}

function decompressorFor(encoding: string): Transform | undefined {
  const zlib = encoding === '' ? undefined : nodeBuiltin('node:zlib');
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return zlib?.createGunzip();
    case 'deflate':
      return zlib?.createInflate();
    case 'br':
      return zlib?.createBrotliDecompress();
    default:
      return undefined;
  }
}
