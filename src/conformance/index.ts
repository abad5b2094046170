// The public surface of plainwire/conformance: checks for servers nobody here wrote.
export * from './check.js';
export { CHECKS } from './checks/index.js';
export * from './context.js';
export * from './report/baseline.js';
export * from './report/formats.js';
export * from './report/report.js';
export { groupFindings, headline, visible } from './report/summary.js';
export { BUILT_IN_CHECKS } from './run/built-in-checks.js';
export * from './run/options.js';
export { runChecks } from './run/run-checks.js';
export { selectChecks, unmatchedPatterns } from './run/select.js';
export * from './record/index.js';
export * from './spec-passage.js';
export { lintTrace, type TraceLintOptions } from './trace-lint.js';
export * from './wire/raw-http.js';
export * from './wire/traffic.js';
export * from './wire/wire-record.js';
export * from './wire/wire-session.js';
