import { redactText } from '../../protocol/index.js';
import type { Clock } from '../clock.js';
import type { TransportKind, WireEvent } from '../connection.js';
import type { Warnings } from './warnings.js';

/** Shows what goes over one channel to whoever wants to log it. There is none unless somebody does. */
export interface WireTap {
  sent(text: string): void;
  received(frame: Uint8Array | string): void;
}

/** A tap for `onWire`, which may be absent. Times count from now. */
export function wireTap(
  onWire: ((event: WireEvent) => void) | undefined,
  transport: TransportKind,
  clock: Clock,
  warnings: Warnings,
): WireTap | undefined {
  if (onWire === undefined) return undefined;
  const openedAt = clock.now();
  // What is not UTF-8 must be visible, too: the decoder of messages refuses it, this one replaces it.
  const decoder = new TextDecoder();
  const tell = (direction: WireEvent['direction'], text: string): void => {
    const atMs = clock.now() - openedAt;
    warnings.run('onWire', onWire, { direction, transport, atMs, text: redactText(text) });
  };
  return {
    sent: (text) => tell('sent', text),
    received: (frame) => tell('received', typeof frame === 'string' ? frame : decoder.decode(frame)),
  };
}
