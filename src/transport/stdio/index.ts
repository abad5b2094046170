export { type ChildChannel, openChildProcess, type ProcessExit } from './child-channel.js';
export { type GuardedStdout, guardStdout } from './guarded-stdout.js';
export { openOwnStdio, type ServeOwnStdioOptions, serveOwnStdio } from './own-stdio.js';
export { killOnOwnExit } from './owner-exit.js';
export { type StreamChannelOptions, streamChannel } from './stream-channel.js';
