// Questions for a team: they wait in a queue until the application brings an answer, from a page or a chat. Two reviewers
// answer the same one here, and nobody answers the other in time.
import { McpClient, streamableHttpServer } from 'plainwire/client';
import { ApprovalServer, QueueAsker } from 'plainwire/server';

let tellFirst;
const firstQuestion = new Promise((resolve) => {
  tellFirst = resolve;
});
const queue = new QueueAsker({ onQuestion: (question) => tellFirst(question) });
const approvals = new ApprovalServer({ asker: queue, timeoutMs: 500 });
await approvals.start();
const client = await McpClient.connect(
  streamableHttpServer({ url: approvals.url, headers: approvals.authHeaders }),
);
const prompt = (command) => client.callTool('approve', { tool_name: 'Bash', input: { command } });

const waiting = prompt('git push --force');
const { id, tool, arguments: args } = await firstQuestion;
console.log('pending: ', queue.pending().length, tool, args.command);
console.log('first:   ', queue.answer(id, { kind: 'modify', value: { command: 'git push' }, actor: 'ann' }));
console.log('second:  ', queue.answer(id, { kind: 'approve', actor: 'bob' }));
console.log('answer:  ', (await waiting).content[0].text);

const unanswered = await prompt('rm -rf build');
console.log('nobody:  ', unanswered.content[0].text);
console.log('made up: ', queue.answer('some-question', { kind: 'approve' }));
for (const { source, allowed, actor = '-' } of approvals.decisions)
  console.log('record:  ', source, allowed, actor);
await client.close();
await approvals.stop();
