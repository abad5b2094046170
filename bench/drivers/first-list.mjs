// Starts a server on stdio and asks for its tools: `node first-list.mjs <stack> <era>`. Says how long that took.
const [, , stack, era] = process.argv;
const { open } = await import(`../stacks/${stack}.mjs`);

async function spawnToList() {
  const startedAt = performance.now();
  const contender = await open({ carrier: 'stdio', era });
  const tools = await contender.list();
  const ms = performance.now() - startedAt;
  if (tools.length !== 1) throw new Error(`${stack} gave another list`);
  await contender.close();
  return ms;
}

process.on('message', async () => process.send(await spawnToList()));
process.on('disconnect', () => process.exit());
process.send('ready');
