// Every conversation that is recorded: which of our programs talks to which of theirs, and what the replay has to know.

const LEGACY = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
const ALL = [...LEGACY, '2026-07-28'];

/** Our client with servers on the official SDKs. `undefined` stands for no revision to insist on. */
const WALKS = [
  { peer: 'sdk1', carrier: 'stdio', pins: [...LEGACY, undefined] },
  { peer: 'sdk1', carrier: 'http', pins: [...LEGACY, undefined] },
  { peer: 'sdk1', carrier: 'sse', pins: ['2024-11-05'] },
  { peer: 'sdk2', carrier: 'stdio', pins: ALL },
  { peer: 'sdk2', carrier: 'http', pins: ALL },
  { peer: 'sdk2', carrier: 'http-sessions', pins: ['2025-11-25'] },
];

const nameOf = (...parts) => parts.filter((part) => part !== undefined).join('-');

function walkJobs() {
  return WALKS.flatMap(({ peer, carrier, pins }) =>
    pins.map((pinned) => ({
      kind: 'walk',
      file: `client/${nameOf(peer, carrier, pinned ?? 'any')}.jsonl`,
      peer,
      carrier,
      facts: {
        program: 'client-walk',
        carrier: carrier === 'http-sessions' ? 'http' : carrier,
        ...(pinned === undefined ? {} : { pinned }),
        // A server without sessions has no way to tell legacy clients of changes.
        tellsOfChanges: !(peer === 'sdk2' && carrier === 'http' && pinned !== '2026-07-28'),
      },
    })),
  );
}

/** Clients on the official SDKs with our server. */
function servedJobs() {
  return ['sdk1', 'sdk2'].flatMap((peer) =>
    ['stdio', 'http'].flatMap((carrier) =>
      (peer === 'sdk1' ? LEGACY : ALL).map((pinned) => ({
        kind: 'served',
        file: `server/${nameOf(peer, carrier, pinned)}.jsonl`,
        peer,
        carrier,
        pinned,
        facts: { program: 'plainwire-server' },
      })),
    ),
  );
}

/** Scenarios of the official suite for our server: each is one kind of conversation. */
const SERVER_SCENARIOS = {
  '2025-11-25': [
    'server-initialize',
    'logging-set-level',
    'completion-complete',
    'tools-list',
    'tools-call-mixed-content',
    'tools-call-with-logging',
    'tools-call-with-progress',
    'tools-call-error',
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'server-sse-multiple-streams',
    'server-sse-polling',
    'server-session-lifecycle',
    'resources-templates-read',
    'resources-subscribe',
    'prompts-get-embedded-resource',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'server-stateless',
    'tools-call-with-progress',
    'sep-2164-resource-not-found',
    'caching',
    'dns-rebinding-protection',
    'http-header-validation',
    'http-custom-header-server-validation',
    'input-required-result-multiple-input-requests',
    'input-required-result-multi-round',
    'input-required-result-missing-input-response',
    'input-required-result-non-tool-request',
    'input-required-result-tampered-state',
    'input-required-result-capability-check',
    'input-required-result-validate-input',
  ],
};

/** All scenarios of the suite for our client, but those of authorization. */
const CLIENT_SCENARIOS = {
  '2025-11-25': [
    'initialize',
    'tools_call',
    'elicitation-sep1034-client-defaults',
    'sse-retry',
    'json-schema-2020-12-preservation',
  ],
  '2026-07-28': [
    'tools_call',
    'request-metadata',
    'sep-2322-client-request-state',
    'http-standard-headers',
    'http-custom-headers',
    'http-invalid-tool-headers',
    'json-schema-ref-no-deref',
    'json-schema-2020-12-preservation',
  ],
};

function suiteJobs(kind, role, scenarios) {
  return Object.entries(scenarios).flatMap(([revision, names]) =>
    names.map((scenario) => ({
      kind,
      file: `${role}/${nameOf('suite', revision, scenario)}.jsonl`,
      revision,
      scenario,
      facts: { program: `conformance-${role}`, ...(role === 'client' ? { scenario } : {}) },
    })),
  );
}

export const JOBS = [
  ...walkJobs(),
  ...servedJobs(),
  ...suiteJobs('suite-server', 'server', SERVER_SCENARIOS),
  ...suiteJobs('suite-client', 'client', CLIENT_SCENARIOS),
];
