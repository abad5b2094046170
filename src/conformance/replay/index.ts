export type { ReplayOptions } from './replay.js';
export { replayOnChannel, replayToProcess } from './replay-channel.js';
export { replayToHttp } from './replay-to-http.js';
export { type Difference, type DifferenceKind, describeDifference, type ReplayReport } from './report.js';
export { type ServedReplay, type ServeReplayOptions, serveReplay } from './serve-replay.js';
