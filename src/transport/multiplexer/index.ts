export { connectChannel } from './channel-connection.js';
export { type ServeChannelOptions, type ServedChannel, serveChannel } from './serve-channel.js';
