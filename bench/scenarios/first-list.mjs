// From the start of a server process to its first list of tools. The client is running already.
import { interleave } from '../interleave.mjs';
import { startDriver } from '../processes.mjs';

const CONTENDERS = [
  { name: 'floor', stack: 'floor', era: 'none' },
  { name: 'plainwire modern', stack: 'plainwire', era: 'modern' },
  { name: 'plainwire legacy', stack: 'plainwire', era: 'legacy' },
  { name: 'sdk1 legacy', stack: 'sdk1', era: 'legacy' },
  { name: 'sdk2 modern', stack: 'sdk2', era: 'modern' },
];

export async function firstList({ rounds }) {
  const opened = [];
  for (const { name, stack, era } of CONTENDERS) {
    opened.push({ name, driver: await startDriver('first-list', [stack, era]) });
  }
  const contenders = opened.map(({ name, driver }) => ({ name, run: () => driver.ask('go') }));
  const result = await interleave('spawn to first list', 'ms', contenders, rounds);
  for (const { driver } of opened) await driver.close();
  return [result];
}
