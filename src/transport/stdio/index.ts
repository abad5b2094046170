export { type ChildChannel, openChildProcess } from './child-channel.js';
export { openOwnStdio, type ServeOwnStdioOptions, serveOwnStdio } from './own-stdio.js';
export { killOnOwnExit } from './owner-exit.js';
export { type StreamChannelOptions, streamChannel } from './stream-channel.js';
