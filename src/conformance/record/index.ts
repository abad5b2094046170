export { type HttpRecorder, type RecordHttpOptions, recordHttp } from './record-http.js';
export { type RecordedProcess, type RecordProcessOptions, recordProcess } from './record-process.js';
export type { RecordingOptions } from './recording.js';
export { type TraceSink, traceFile } from './trace-sink.js';
