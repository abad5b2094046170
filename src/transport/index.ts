export * from './clock.js';
export * from './connection.js';
export * from './frame-channel.js';
export * from './message-handler.js';
export * from './node-builtin.js';
export * from './open-connection.js';
export * from './sse/index.js';
export * from './targets.js';
