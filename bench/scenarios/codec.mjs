// The codec against JSON.parse and JSON.stringify of the same bytes.
import { checkTolerant, decodeMessage, encodeMessage, methodRow } from 'plainwire/protocol';
import { interleave, timeEach } from '../interleave.mjs';
import { largeText, smallRequest, toolList } from '../messages.mjs';

const CASES = [
  { name: 'small', message: smallRequest, shape: methodRow('tools/call').params, calls: 20_000 },
  { name: 'list', message: toolList, shape: methodRow('tools/list').result, calls: 100 },
  { name: 'large', message: largeText, shape: methodRow('tools/call').result, calls: 20 },
];

/** The shapes that the method table has for a message: of the params of a request, or of a result. */
const bodyOf = (message) => (message.kind === 'request' ? message.params : message.result);
const wireOf = ({ kind: _kind, ...members }) => ({ jsonrpc: '2.0', ...members });

function decode({ name, message, shape, calls }, rounds) {
  const bytes = Buffer.from(encodeMessage(message));
  const checked = () => checkTolerant(shape, bodyOf(decodeMessage(bytes)));
  if (!checked().ok) throw new Error(`The ${name} message does not fit its shape.`);
  return interleave(
    `decode ${name}`,
    'ns',
    [
      { name: 'floor', run: () => timeEach(calls, () => JSON.parse(bytes.toString())) },
      { name: 'plainwire', run: () => timeEach(calls, () => decodeMessage(bytes)) },
      { name: 'plainwire, with shape checks', run: () => timeEach(calls, checked) },
    ],
    rounds,
  );
}

function encode({ name, message, calls }, rounds) {
  const wire = wireOf(message);
  return interleave(
    `encode ${name}`,
    'ns',
    [
      { name: 'floor', run: () => timeEach(calls, () => JSON.stringify(wire)) },
      { name: 'plainwire', run: () => timeEach(calls, () => encodeMessage(message)) },
    ],
    rounds,
  );
}

export async function codec({ rounds }) {
  const results = [];
  for (const row of CASES) results.push(await decode(row, rounds), await encode(row, rounds));
  return results;
}
