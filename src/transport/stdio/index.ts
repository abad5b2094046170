export { type ChildChannel, openChildProcess, type ProcessExit } from './child-channel.js';
export { type GuardedStdout, guardStdout } from './guarded-stdout.js';
export { LineFramer, type LineReceiver } from './line-framer.js';
export { openOwnStdio, type ServeOwnStdioOptions, serveOwnStdio } from './own-stdio.js';
export { killOnOwnExit } from './owner-exit.js';
export { type ProcessGroup, processGroup, type SignalName } from './process-group.js';
export { type ShutdownAction, type ShutdownSubject, shutDown, shutdownPlan } from './shutdown-plan.js';
export { type PipedProcess, spawnServer } from './spawn-server.js';
export { type StreamChannelOptions, streamChannel } from './stream-channel.js';
