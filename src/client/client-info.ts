import type { Implementation } from '../protocol/index.js';
import { VERSION } from '../protocol/index.js';

/** How a client presents itself that was not told what to say. */
export const DEFAULT_CLIENT_INFO: Implementation = Object.freeze({ name: 'plainwire', version: VERSION });
