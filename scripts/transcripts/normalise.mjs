// Takes out of a recording what is another in every run, so that recording it anew changes little.
import { decodeTrace, encodeTraceLine } from '../../dist/protocol.js';
import { foreignTexts, parsed, replacer } from './foreign-texts.mjs';

/** Which request comes first of those that were under way together. */
const METHOD_ORDER = ['POST', 'GET', 'DELETE'];

/** An entry that opens the listening stream of a session: not one that was lost, and not that of HTTP+SSE. */
const opensStream = ({ dir, http }) =>
  dir === 'client' &&
  http?.method === 'GET' &&
  http.session !== undefined &&
  http.headers?.['last-event-id'] === undefined;

/**
 * Clients open their listening stream while they go on. As if it had been opened before they did: right after the answer to
 * `notifications/initialized`, together with its head and the event that only gives an id.
 */
function withEarlyStreams(entries) {
  const moved = entries
    .filter(opensStream)
    .flatMap(({ http: { exchange } }) =>
      entries.filter(
        ({ http, frame, end }) => http?.exchange === exchange && frame === '' && end === undefined,
      ),
    );
  const rest = entries.filter((entry) => !moved.includes(entry));
  for (const session of new Set(moved.map(({ http }) => http.session))) {
    const opened = rest.find(
      ({ http, frame }) => http?.session === session && frame.includes('"notifications/initialized"'),
    );
    if (opened === undefined) return entries;
    const at = rest.findLastIndex(({ http }) => http?.exchange === opened.http.exchange);
    rest.splice(at + 1, 0, ...moved.filter(({ http }) => http.session === session));
  }
  return rest;
}

/** When a client closes, what it drops and its last requests overtake each other: as if it dropped everything last. */
function withLateEnds(entries) {
  const isLast = ({ dir, end, http }, index) =>
    dir === 'client' &&
    end === true &&
    http !== undefined &&
    entries.slice(index).every((later) => later.http?.method === undefined || later.http.method === 'DELETE');
  const late = entries.filter(isLast);
  return [...entries.filter((entry) => !late.includes(entry)), ...late];
}

/** Runs of entries of one side have no order that matters, but for what belongs to one exchange. */
function inStableOrder(entries) {
  const runs = [];
  for (const entry of entries) {
    if (runs.at(-1)?.[0].dir === entry.dir) runs.at(-1).push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap((run) => (run[0].http === undefined ? run : run.sort(byExchange)));
}

function byExchange(a, b) {
  const rank = ({ http, dir, end }) =>
    dir === 'server' || end ? METHOD_ORDER.length : METHOD_ORDER.indexOf(http.method);
  return rank(a) - rank(b) || (a.dir === 'server' ? a.http.exchange - b.http.exchange : 0);
}

function renumbered(entries) {
  const numbers = new Map();
  for (const { http } of entries)
    if (http?.method !== undefined) numbers.set(http.exchange, numbers.size + 1);
  return entries.map((entry, ms) => {
    const { http } = entry;
    if (http?.exchange === undefined) return { ...entry, ms };
    return { ...entry, ms, http: { ...http, exchange: numbers.get(http.exchange) } };
  });
}

/** Distinct values get distinct names, in the order in which they are met. */
function naming(prefix) {
  const names = new Map();
  return (value) => {
    if (!names.has(value)) names.set(value, `${prefix}${names.size + 1}`);
    return names.get(value);
  };
}

/** The states that servers seal, in the order in which they are given out. */
function requestStates(entries) {
  return entries
    .map(({ frame }) => parsed(frame)?.result?.requestState)
    .filter((state) => typeof state === 'string');
}

function withNamedEvents(entries) {
  const nameOf = naming('event-');
  return entries.map((entry) => {
    const { http } = entry;
    const id = http?.event?.id;
    const last = http?.headers?.['last-event-id'];
    if (id !== undefined) return { ...entry, http: { ...http, event: { ...http.event, id: nameOf(id) } } };
    if (last === undefined) return entry;
    return { ...entry, http: { ...http, headers: { ...http.headers, 'last-event-id': nameOf(last) } } };
  });
}

/** The text of a recording, made ready to be kept. `theirs` is the side that is not ours. */
export function normalise(text, { facts, theirs, sources }) {
  const { header, entries } = decodeTrace(text);
  const { started: _started, recorder: _recorder, ...kept } = header;
  const states = naming('state-');
  const uuid = naming('00000000-0000-4000-8000-00000000000');
  const replaceTexts = replacer(foreignTexts(entries, theirs, sources));
  const sealed = [...new Set(requestStates(entries))];
  const clean = (frame) => {
    const named = withoutPorts(
      sealed
        .reduce((result, state) => result.replaceAll(state, states(state)), frame)
        .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, uuid),
    );
    const before = JSON.stringify(parsed(named));
    const after = JSON.stringify(replaceTexts(parsed(named)));
    if (before === after) return named;
    return typeof parsed(named) === 'string' ? JSON.parse(after) : after;
  };
  const cleaned = renumbered(withNamedEvents(inStableOrder(withLateEnds(withEarlyStreams(entries))))).map(
    (entry) =>
      entry.frame === '' || entry.encoding !== undefined ? entry : { ...entry, frame: clean(entry.frame) },
  );
  const first = JSON.parse(clean(JSON.stringify({ ...kept, ...facts })));
  return [first, ...cleaned].map((line) => `${withoutPorts(encodeTraceLine(line))}\n`).join('');
}

const withoutPorts = (text) => text.replaceAll(/(localhost|127\.0\.0\.1):\d+/g, '$1:9');
