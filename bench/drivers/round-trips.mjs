// One client process of one contender: `node round-trips.mjs <stack> <carrier> <era>`. Opens a connection, says `ready`,
// and makes calls as it is told to over IPC. The server is a child of this process.
import { childrenCpuNs, ownCpuNs } from '../processes.mjs';

const [, , stack, carrier, era] = process.argv;
const { open } = await import(`../stacks/${stack}.mjs`);
const contender = await open({ carrier, era });
const expected = process.env.BENCH_RESULT_BYTES ?? '5';

if (String((await contender.call()).length) !== expected) throw new Error(`${stack} gave another result`);

/** Makes `count` calls, with `inFlight` of them on the way at any time. Nanoseconds per call. */
async function makeCalls(count, inFlight) {
  let left = count;
  const worker = async () => {
    while (left-- > 0) await contender.call();
  };
  const before = { client: ownCpuNs(), server: childrenCpuNs(), at: process.hrtime.bigint() };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return {
    wall: Number(process.hrtime.bigint() - before.at) / count,
    clientCpu: (ownCpuNs() - before.client) / count,
    serverCpu: (childrenCpuNs() - before.server) / count,
  };
}

process.on('message', async ({ count, inFlight }) => process.send(await makeCalls(count, inFlight)));
process.on('disconnect', async () => {
  await contender.close();
  process.exit();
});
process.send('ready');
