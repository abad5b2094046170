import { anyObject, boolean, inline, map, type ObjectOf, object, optional } from '../shape/build.js';
import type { Shape } from '../shape/shape.js';

const tasks2025 = { since: '2025-11-25', until: '2025-11-25' } as const;
const flag = optional(anyObject());
const listChanged = optional(boolean());

/** Capabilities that either side can have. */
const extensible = {
  experimental: optional(map(anyObject())),
  extensions: optional(map(anyObject()), { since: '2026-07-28' }),
};

// 2026-07-28 schema#clientcapabilities; 2025-11-25 schema#clientcapabilities for tasks and roots.listChanged
const clientCapabilitiesMembers = {
  ...extensible,
  roots: optional(inline({ listChanged: optional(boolean(), { until: '2025-11-25' }) })),
  sampling: optional(
    inline({
      context: optional(anyObject(), { since: '2025-11-25' }),
      tools: optional(anyObject(), { since: '2025-11-25' }),
    }),
  ),
  elicitation: optional(
    inline({
      form: optional(anyObject(), { since: '2025-11-25' }),
      url: optional(anyObject(), { since: '2025-11-25' }),
    }),
    { since: '2025-06-18' },
  ),
  tasks: optional(
    inline({
      list: flag,
      cancel: flag,
      requests: optional(
        inline({
          sampling: optional(inline({ createMessage: flag })),
          elicitation: optional(inline({ create: flag })),
        }),
      ),
    }),
    tasks2025,
  ),
};
/** What a client can do beyond the base protocol. */
export interface ClientCapabilities extends ObjectOf<typeof clientCapabilitiesMembers> {}
export const ClientCapabilitiesShape: Shape<ClientCapabilities> = object(
  'ClientCapabilities',
  clientCapabilitiesMembers,
);

// 2026-07-28 schema#servercapabilities; 2025-11-25 schema#servercapabilities for tasks
const serverCapabilitiesMembers = {
  ...extensible,
  logging: flag,
  completions: optional(anyObject(), { since: '2025-03-26' }),
  prompts: optional(inline({ listChanged })),
  resources: optional(inline({ subscribe: optional(boolean()), listChanged })),
  tools: optional(inline({ listChanged })),
  tasks: optional(
    inline({
      list: flag,
      cancel: flag,
      requests: optional(inline({ tools: optional(inline({ call: flag })) })),
    }),
    tasks2025,
  ),
};
/** What a server can do beyond the base protocol. */
export interface ServerCapabilities extends ObjectOf<typeof serverCapabilitiesMembers> {}
export const ServerCapabilitiesShape: Shape<ServerCapabilities> = object(
  'ServerCapabilities',
  serverCapabilitiesMembers,
);
