import { array, number, type ObjectOf, object, openEnumeration, optional, string } from '../shape/build.js';
import type { Infer, Shape } from '../shape/shape.js';

export const RoleShape = openEnumeration(['user', 'assistant'], 'Role');
/** Who speaks in a prompt or sampling message. */
export type Role = Infer<typeof RoleShape>;

// 2026-07-28 schema#annotations
const annotationsMembers = {
  audience: optional(array(RoleShape)),
  priority: optional(number({ min: 0, max: 1 })),
  lastModified: optional(string(), { since: '2025-06-18' }),
};
/** Hints to the client about how to use or show something. */
export interface Annotations extends ObjectOf<typeof annotationsMembers> {}
export const AnnotationsShape: Shape<Annotations> = object('Annotations', annotationsMembers);

/** The member that carries them. */
export const annotations = { annotations: optional(AnnotationsShape) };
