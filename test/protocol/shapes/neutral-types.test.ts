// The neutral types, as TypeScript sees them. A wrong type fails `tsc -p test/tsconfig.json`; the values are also
// checked against the shapes that the types are inferred from.
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  type CallToolParams,
  type CallToolResult,
  CallToolResultShape,
  type ClientCapabilities,
  type ContentBlock,
  checkTolerant,
  type ElicitParams,
  ElicitParamsShape,
  type ElicitResult,
  type Infer,
  type InputRequests,
  InputRequestsShape,
  type LoggingLevel,
  type ParamsOf,
  type ReadResourceResult,
  type RequestMethod,
  type ResultOf,
  type SubscriptionFilter,
  type Tool,
  ToolShape,
} from '../../../src/protocol/index.js';

describe('neutral types', () => {
  it('are inferred from the shapes', () => {
    expectTypeOf<Infer<typeof ToolShape>>().toEqualTypeOf<Tool>();
    expectTypeOf<ParamsOf<'tools/call'>>().toEqualTypeOf<CallToolParams>();
    expectTypeOf<ResultOf<'resources/read'>>().toEqualTypeOf<ReadResourceResult>();
    expectTypeOf<ResultOf<'elicitation/create'>>().toEqualTypeOf<ElicitResult>();
    expectTypeOf<ParamsOf<'subscriptions/listen'>['notifications']>().toEqualTypeOf<SubscriptionFilter>();
    expectTypeOf<'notifications/progress'>().not.toExtend<RequestMethod>();
    expect(ToolShape.name).toBe('Tool');
  });

  it('do not ask for what only the wire has', () => {
    const tool: Tool = { name: 'a', inputSchema: { type: 'object', properties: { a: true } } };
    const result: CallToolResult = { content: [{ type: 'text', text: 'a' }], structuredContent: [1] };
    const params: ParamsOf<'tools/list'> = {};
    // @ts-expect-error: callers never see what kind of result the wire said it was.
    expect(result.resultType).toBeUndefined();
    expectTypeOf<NonNullable<Tool['outputSchema']>['$schema']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<NonNullable<Tool['outputSchema']>['items']>().toEqualTypeOf<unknown>();
    expect([checkTolerant(ToolShape, tool).ok, checkTolerant(CallToolResultShape, result).ok]).toEqual([
      true,
      true,
    ]);
    expect(params).toEqual({});
  });

  it('tell kinds apart', () => {
    const words = (block: ContentBlock): string => (block.type === 'text' ? block.text : block.type);
    expect(words({ type: 'text', text: 'hello' })).toBe('hello');
    expect(words({ type: 'image', data: '', mimeType: 'image/png' })).toBe('image');

    const url: ElicitParams = { mode: 'url', message: 'm', url: 'https://a/' };
    const form: ElicitParams = {
      message: 'm',
      requestedSchema: { type: 'object', properties: { a: { type: 'string' } } },
    };
    const questions: InputRequests = {
      a: { method: 'elicitation/create', params: form },
      b: { method: 'roots/list' },
    };
    expect(checkTolerant(ElicitParamsShape, url)).toEqual({ ok: true });
    expect(checkTolerant(InputRequestsShape, questions)).toEqual({ ok: true });
  });

  it('keep literals and optional members exact', () => {
    expectTypeOf<LoggingLevel>().toEqualTypeOf<
      'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency'
    >();
    expectTypeOf<NonNullable<ClientCapabilities['elicitation']>['url']>().toEqualTypeOf<
      { [key: string]: unknown } | undefined
    >();
    // @ts-expect-error an optional member is absent, not undefined
    const wrong: CallToolResult = { content: [], isError: undefined };
    expect(wrong.content).toEqual([]);
  });
});
