import type { Respond } from './core.js';
import { correctResponder } from './core.js';
import type { Features } from './features.js';
import { FEATURES } from './features.js';
import { correctHandler } from './http.js';
import type { Handle } from './http-types.js';
import { correctSseHandler } from './sse.js';
import type { StdioProgram } from './stdio.js';

/** In what a server departs from the correct one. Each function gets the correct step and gives another. */
export interface Deviation {
  /** Laid over the features of the correct server. */
  readonly features?: Partial<Features>;
  /** How messages are answered, over either carrier. */
  readonly respond?: (next: Respond, features: Features) => Respond;
  /** HTTP only. */
  readonly http?: (next: Handle, features: Features) => Handle;
  /** HTTP only: sees the raw head of a request, and may answer it with raw HTTP. */
  readonly front?: (head: string) => string | undefined;
  /** The interface to listen on. */
  readonly listenOn?: string;
  /** stdio only. */
  readonly stdio?: (program: StdioProgram, features: Features) => StdioProgram;
}

export const featuresOf = (deviations: readonly Deviation[]): Features =>
  Object.assign({}, FEATURES, ...deviations.map(({ features }) => features)) as Features;

/** The responder of a server with these deviations; a later one wraps an earlier one. */
export function responderOf(deviations: readonly Deviation[], features: Features): Respond {
  return deviations.reduce<Respond>(
    (next, { respond }) => respond?.(next, features) ?? next,
    correctResponder(features),
  );
}

/** The HTTP handler of a server with these deviations: streamable HTTP, or the older HTTP+SSE. */
export function handlerOf(deviations: readonly Deviation[], carrier: 'http' | 'sse'): Handle {
  const features = featuresOf(deviations);
  const correct = carrier === 'http' ? correctHandler : correctSseHandler;
  return deviations.reduce<Handle>(
    (next, { http }) => http?.(next, features) ?? next,
    correct(features, responderOf(deviations, features)),
  );
}
