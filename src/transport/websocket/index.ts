export { type OpenWebSocketOptions, openWebSocket } from './open-web-socket.js';
export { type ServedWebSocket, type ServeWebSocketOptions, serveWebSocket } from './serve-web-socket.js';
