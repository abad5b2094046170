// The codec against JSON.parse and JSON.stringify of the same bytes.
import { decodeMessage, encodeMessage } from 'plainwire/protocol';
import { interleave, timeEach } from '../interleave.mjs';
import { largeText, smallRequest, toolList } from '../messages.mjs';

const CASES = [
  { name: 'small', message: smallRequest, calls: 20_000 },
  { name: 'list', message: toolList, calls: 150 },
  { name: 'large', message: largeText, calls: 60 },
];

const wireOf = ({ kind: _kind, ...members }) => ({ jsonrpc: '2.0', ...members });

async function decode({ name, message, calls }, rounds) {
  const bytes = Buffer.from(encodeMessage(message));
  const rows = await interleave(
    [
      { name: 'floor', run: () => timeEach(calls, () => JSON.parse(bytes.toString())) },
      { name: 'plainwire', run: () => timeEach(calls, () => decodeMessage(bytes)) },
    ],
    rounds,
  );
  return { scenario: `codec-decode-${name}`, unit: 'ns', bytes: bytes.length, rows };
}

async function encode({ name, message, calls }, rounds) {
  const wire = wireOf(message);
  const rows = await interleave(
    [
      { name: 'floor', run: () => timeEach(calls, () => JSON.stringify(wire)) },
      { name: 'plainwire', run: () => timeEach(calls, () => encodeMessage(message)) },
    ],
    rounds,
  );
  return { scenario: `codec-encode-${name}`, unit: 'ns', rows };
}

export async function codec({ rounds }) {
  const results = [];
  for (const row of CASES) results.push(await decode(row, rounds), await encode(row, rounds));
  return results;
}
