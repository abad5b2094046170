// One recorder for each kind of conversation. Gives back the facts that were learned on the way.
import { McpClient, sseServer, stdioServer, streamableHttpServer } from '../../dist/client.js';
import { recordHttp, traceFile } from '../../dist/conformance.js';
import { nothingHeard, walk, walkOptions } from '../../test/transcripts/client-walk.mjs';
import { atRoot, NODE22, peerProgram, recordCommand, run, SUITE, withServer } from './programs.mjs';

const OUR_SERVER = atRoot('test', 'fixtures', 'plainwire-server.mjs');
const CONFORMANCE_SERVER = atRoot('test', 'conformance', 'fixtures', 'server.mjs');
const RECORDED_CLIENT = atRoot('scripts', 'transcripts', 'recorded-client.mjs');

async function throughRecorder(url, file, use) {
  const recorder = await recordHttp(url, { sink: traceFile(file) });
  try {
    return await use(recorder.url);
  } finally {
    await recorder.close();
  }
}

async function walkTo(target, { pinned, ...facts }) {
  const heard = nothingHeard();
  const pin = pinned === undefined ? {} : { revision: pinned };
  const client = await McpClient.connect(target, { ...walkOptions(heard), ...pin });
  try {
    return { outcome: await walk(client, facts, heard) };
  } finally {
    await client.close();
  }
}

function recordWalk({ peer, carrier, facts }, file) {
  const program = peerProgram(carrier === 'sse' ? `${peer}-sse-server` : `${peer}-server`);
  if (carrier === 'stdio') {
    const [command, ...args] = recordCommand(file, [program, carrier]);
    return walkTo(stdioServer({ command, args }), facts);
  }
  const target = carrier === 'sse' ? sseServer : streamableHttpServer;
  return withServer([program, carrier], (url) =>
    throughRecorder(url, file, (recorded) => walkTo(target({ url: recorded }), facts)),
  );
}

async function recordServed({ peer, carrier, pinned }, file) {
  const client = peerProgram(`${peer}-client`);
  const options = { env: { WALK: 'short' } };
  if (carrier === 'stdio') {
    const command = recordCommand(file, [OUR_SERVER, carrier]);
    await run(process.execPath, [client, carrier, pinned, '--', ...command], options);
    return {};
  }
  await withServer([OUR_SERVER, carrier], (url) =>
    throughRecorder(url, file, (recorded) =>
      run(process.execPath, [client, carrier, recorded, pinned], options),
    ),
  );
  return {};
}

async function recordSuiteServer({ scenario, revision }, file) {
  await withServer([CONFORMANCE_SERVER], (url) =>
    throughRecorder(url, file, (recorded) => {
      // The suite only takes localhost for its checks against DNS rebinding.
      const address = recorded.replace('127.0.0.1', 'localhost');
      const words = ['server', '--url', address, '--scenario', scenario, '--spec-version', revision];
      return run(NODE22, [SUITE, ...words]);
    }),
  );
  return {};
}

/** Values of ours for the arguments that are mirrored into headers, one for each way to write a header value. */
const MIRRORED = {
  toolCalls: [
    {
      name: 'test_custom_headers',
      arguments: {
        region: 'eu-1',
        priority: 7,
        verbose: false,
        debug: true,
        empty_val: '',
        float_val: 2.5,
        non_ascii: 'Straße 🦉',
        leading_space: ' ahead',
        trailing_space: 'behind ',
        internal_space: 'in between',
        crlf: 'one\r\ntwo',
        tab: 'one\ttwo',
      },
    },
    { name: 'test_custom_headers_null', arguments: { verbose: null } },
  ],
};

async function recordSuiteClient({ scenario, revision }, file) {
  const context = scenario === 'http-custom-headers' ? MIRRORED : undefined;
  const words = ['client', '--command', `${process.execPath} ${RECORDED_CLIENT}`, '--scenario', scenario];
  const env = {
    PLAINWIRE_TRANSCRIPT: file,
    ...(context === undefined ? {} : { PLAINWIRE_CONTEXT: JSON.stringify(context) }),
  };
  // With arguments of ours the suite finds other headers than it expects; what is recorded is right all the same.
  await run(NODE22, [SUITE, ...words, '--spec-version', revision], { env, mayFail: context !== undefined });
  return context === undefined ? {} : { context };
}

/** By the `kind` of a job. */
export const RECORDERS = {
  walk: recordWalk,
  served: recordServed,
  'suite-server': recordSuiteServer,
  'suite-client': recordSuiteClient,
};
