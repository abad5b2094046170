// Server-sent events: 100 MB in chunks of 64 KiB, as they come from a socket.
import { createParser } from 'eventsource-parser';
import { SseDecoder } from 'plainwire/transport';
import { interleave } from '../interleave.mjs';
import { sseChunks } from '../messages.mjs';

/** Text in pieces, cut at blank lines: enough for a stream that has nothing but `data:` lines. */
function floor(chunks) {
  const decoder = new TextDecoder();
  let pending = '';
  let events = 0;
  for (const chunk of chunks) {
    pending += decoder.decode(chunk, { stream: true });
    let start = 0;
    for (let end = pending.indexOf('\n\n'); end !== -1; end = pending.indexOf('\n\n', start)) {
      if (pending.slice(start + 'data: '.length, end) !== '') events++;
      start = end + 2;
    }
    pending = pending.slice(start);
  }
  return events;
}

function plainwire(chunks) {
  let events = 0;
  const decoder = new SseDecoder({ maxEventBytes: 1 << 26, onEvent: () => events++ });
  for (const chunk of chunks) decoder.push(chunk);
  decoder.end();
  return events;
}

/** What SDKs 1.x and 2.x use below a stream that decodes the text. */
function parser(chunks) {
  const decoder = new TextDecoder();
  let events = 0;
  const { feed } = createParser({ onEvent: () => events++ });
  for (const chunk of chunks) feed(decoder.decode(chunk, { stream: true }));
  return events;
}

export async function sse({ rounds, megabytes = 100 }) {
  const { chunks, events } = sseChunks(megabytes * 1_000_000, 64 * 1024);
  const timed = (decode) => () => {
    const startedAt = process.hrtime.bigint();
    if (decode(chunks) !== events) throw new Error('An event got lost.');
    return Number(process.hrtime.bigint() - startedAt) / 1e6;
  };
  const contenders = [
    { name: 'floor', run: timed(floor) },
    { name: 'plainwire', run: timed(plainwire) },
    { name: 'eventsource-parser', run: timed(parser) },
  ];
  return [await interleave(`sse, ${megabytes} MB`, 'ms', contenders, Math.ceil(rounds / 3))];
}
