export { openSseChannel, openSseConnection } from './open-sse-connection.js';
