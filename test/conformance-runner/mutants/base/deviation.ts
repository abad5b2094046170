import type { Respond } from './core.js';
import { correctResponder } from './core.js';
import type { Features } from './features.js';
import { FEATURES } from './features.js';
import { correctHandler } from './http.js';
import type { Handle } from './http-types.js';
import type { StdioProgram } from './stdio.js';

/** In what a server departs from the correct one. Each function gets the correct step and gives another. */
export interface Deviation {
  /** Laid over the features of the correct server. */
  readonly features?: Partial<Features>;
  /** How messages are answered, over either carrier. */
  readonly respond?: (next: Respond, features: Features) => Respond;
  /** HTTP only. */
  readonly http?: (next: Handle, features: Features) => Handle;
  /** The interface to listen on. */
  readonly listenOn?: string;
  /** stdio only. */
  readonly stdio?: (program: StdioProgram, features: Features) => StdioProgram;
}

export const featuresOf = (deviations: readonly Deviation[]): Features =>
  deviations.reduce<Features>((features, deviation) => ({ ...features, ...deviation.features }), FEATURES);

/** The responder of a server with these deviations; a later one wraps an earlier one. */
export function responderOf(deviations: readonly Deviation[], features: Features): Respond {
  return deviations.reduce<Respond>(
    (next, { respond }) => respond?.(next, features) ?? next,
    correctResponder(features),
  );
}

export function handlerOf(deviations: readonly Deviation[]): Handle {
  const features = featuresOf(deviations);
  return deviations.reduce<Handle>(
    (next, { http }) => http?.(next, features) ?? next,
    correctHandler(features, responderOf(deviations, features)),
  );
}
