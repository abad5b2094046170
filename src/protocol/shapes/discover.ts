import { array, type ObjectOf, object, optional, string } from '../shape/build.js';
import type { Shape } from '../shape/shape.js';
import { cacheMembers, resultMembers } from './base.js';
import { ServerCapabilitiesShape } from './capabilities.js';

// 2026-07-28 server/discover
const discoverResultMembers = {
  ...resultMembers,
  ...cacheMembers,
  supportedVersions: array(string()),
  capabilities: ServerCapabilitiesShape,
  instructions: optional(string()),
};
/** What a modern server is and can do. */
export interface DiscoverResult extends ObjectOf<typeof discoverResultMembers> {}
export const DiscoverResultShape: Shape<DiscoverResult> = object('DiscoverResult', discoverResultMembers);
