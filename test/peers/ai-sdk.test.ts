// The AI SDK itself takes what we project for it: we mimic its schemas without importing it. Its model is a stand-in of its
// own, so no network is needed.
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { aiSdkTools, mcpTools, shortHash } from '../../src/adapters/index.js';
import { McpClient, stdioServer } from '../../src/client/index.js';
import { add, either, look, PIXEL, refuse } from '../support/model-tools.js';
import { peerPackage, peerProgram } from '../support/peers.js';

// Not by name, so that the type check does not need the peers.
const load = (path: string) => import(pathToFileURL(peerPackage(path)).href);
const { generateText, stepCountIs } = await load('ai/dist/index.mjs');
const { MockLanguageModelV3 } = await load('ai/dist/test/index.mjs');

const usage = { inputTokens: {}, outputTokens: {} };
const LOOK = `run_look_${shortHash('run.look')}`;

/** A model that makes these calls in its first turn, and ends in its second. */
function modelCalling(calls: readonly (readonly [name: string, input: string])[]) {
  const content = calls.map(([toolName, input], index) => ({
    type: 'tool-call',
    toolCallId: String(index),
    toolName,
    input,
  }));
  return new MockLanguageModelV3({
    doGenerate: [
      { content, finishReason: { unified: 'tool-calls' }, usage, warnings: [] },
      {
        content: [{ type: 'text', text: 'done' }],
        finishReason: { unified: 'stop' },
        usage,
        warnings: [],
      },
    ],
  });
}

describe('the AI SDK', () => {
  it('tells the model of our tools, with their schemas as they are', async () => {
    const { tools } = aiSdkTools([add, look, either]);
    const model = modelCalling([]);
    await generateText({ model, prompt: 'x', tools });
    const told = model.doGenerateCalls[0].tools;
    expect(told).toEqual([
      { type: 'function', name: 'add', description: 'Add two integers.', inputSchema: add.parameters },
      { type: 'function', name: LOOK, inputSchema: look.parameters },
    ]);
    expect(JSON.stringify(told[0].inputSchema)).toBe(JSON.stringify(add.parameters));
  });

  it('runs them, and hands their outcome to the model', async () => {
    const { tools } = aiSdkTools([add, look]);
    const model = modelCalling([
      ['add', '{"a":2,"b":3}'],
      ['add', '{"a":"two"}'],
      [LOOK, '{}'],
    ]);
    const { text } = await generateText({ model, prompt: 'x', tools, stopWhen: stepCountIs(3) });
    expect(text).toBe('done');
    const { content } = model.doGenerateCalls[1].prompt.at(-1);
    expect(content.map(({ output }: { output: unknown }) => output)).toEqual([
      { type: 'text', value: '5' },
      { type: 'error-text', value: expect.stringContaining("missing required argument(s) ['b']") },
      {
        type: 'content',
        value: [
          { type: 'text', text: 'seen' },
          { type: 'image-data', data: PIXEL.data, mediaType: 'image/png' },
        ],
      },
    ]);
  });

  it('does not run what a person has to agree to', async () => {
    const model = modelCalling([['refuse', '{}']]);
    const { content } = await generateText({ model, prompt: 'x', tools: aiSdkTools([refuse]).tools });
    expect(content.map(({ type }: { type: string }) => type)).toEqual(['tool-call', 'tool-approval-request']);
  });

  it('calls tools of a server on an official SDK', async () => {
    const target = stdioServer({ command: process.execPath, args: [peerProgram('sdk2-server'), 'stdio'] });
    await using client = await McpClient.connect(target);
    const { tools } = aiSdkTools(await mcpTools(client, { results: 'whole' }));
    const model = modelCalling([
      ['add', '{"a":2,"b":3}'],
      ['fail', '{}'],
    ]);
    const { steps } = await generateText({ model, prompt: 'x', tools, stopWhen: stepCountIs(3) });
    expect(steps[0].toolResults[0].output).toMatchObject({ structuredContent: { sum: 5 } });
    const { content } = model.doGenerateCalls[1].prompt.at(-1);
    expect(content.map(({ output }: { output: unknown }) => output)).toEqual([
      { type: 'text', value: '5' },
      { type: 'error-text', value: 'on purpose' },
    ]);
  });
});
