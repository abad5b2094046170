import { nodeBuiltin } from '../../transport/index.js';

/** Node warns of more than ten listeners on one signal, but every wait of a check has one. */
export function manyListeners(controller: AbortController): AbortController {
  nodeBuiltin('node:events').setMaxListeners(0, controller.signal);
  return controller;
}
