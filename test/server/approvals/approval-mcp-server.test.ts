import { describe, expect, it } from 'vitest';
import { McpClient } from '../../../src/client/index.js';
import { approvalMcpServer } from '../../../src/server/approvals/approval-mcp-server.js';
import { connectInMemory } from '../../../src/server/index.js';

describe('the MCP server of approvals', () => {
  it('hands every call to the dispatch, and refuses other tools', async () => {
    const seen: unknown[] = [];
    const server = approvalMcpServer({
      name: 'gate',
      answer: async (args) => {
        seen.push(args);
        return 'verdict';
      },
      onLog: () => {},
      limits: undefined,
      clock: undefined,
    });
    await using client = await McpClient.connect(connectInMemory(server));
    expect((await client.callTool('approve', { anything: 1 })).content).toEqual([
      { type: 'text', text: 'verdict' },
    ]);
    await expect(client.callTool('x'.repeat(1000), {})).rejects.toThrow(/^Unknown tool: x{128}$/);
    expect(seen).toEqual([{ anything: 1 }]);
  });
});
