// The public surface of plainwire/conformance: checks for servers nobody here wrote.
export * from './check.js';
export { CHECKS } from './checks/index.js';
export * from './context.js';
export type { CheckReport, CheckResult } from './report/report.js';
export * from './run/options.js';
export { runChecks } from './run/run-checks.js';
export * from './spec-passage.js';
export * from './wire/raw-http.js';
export * from './wire/traffic.js';
export * from './wire/wire-record.js';
export * from './wire/wire-session.js';
