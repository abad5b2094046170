// `autoAllow` goes by the name of a tool and says nothing about its arguments. `autoAllowWhen` takes some calls away from
// it; it cannot add any.
import { McpClient, streamableHttpServer } from 'plainwire/client';
import { ApprovalServer } from 'plainwire/server';

const approvals = new ApprovalServer({
  asker: () => ({ kind: 'approve', actor: 'ops' }),
  autoAllow: ['Read'],
  autoAllowWhen: (_tool, args) => !String(args.file_path ?? '').startsWith('/etc/'),
});
await approvals.start();
const client = await McpClient.connect(
  streamableHttpServer({ url: approvals.url, headers: approvals.authHeaders }),
);
for (const [tool_name, file_path] of [
  ['Read', 'README.md'],
  ['Read', '/etc/passwd'],
  ['Write', 'README.md'],
]) {
  await client.callTool('approve', { tool_name, input: { file_path } });
  const { source, asked } = approvals.decisions.at(-1);
  console.log(tool_name, file_path.padEnd(11), ' auto-allowed:', source === 'auto_allow', ' asked:', asked);
}
await client.close();
await approvals.stop();
