import { describe, expect, it } from 'vitest';
import { ActionNames } from '../../../src/conformance/replay/describe-action.js';
import { type ActionForm, actionOf, stepsOf } from '../../../src/conformance/replay/steps.js';
import type { TraceHttp } from '../../../src/protocol/index.js';
import { notification, recordingOf, request, result } from './recording-of.js';

const names = new ActionNames(
  stepsOf(
    recordingOf([
      { dir: 'client', frame: request(1, 'tools/call') },
      { dir: 'server', frame: request(1, 'roots/list') },
    ]),
  ),
);

describe('ActionNames', () => {
  it.each<readonly ['client' | 'server', ActionForm, string, TraceHttp | undefined, string]>([
    ['client', 'frame', request(2, 'ping'), undefined, 'request ping'],
    ['client', 'frame', notification('n'), undefined, 'notification n'],
    ['server', 'frame', result(1), undefined, 'response to tools/call'],
    ['client', 'frame', result(1), undefined, 'response to roots/list'],
    ['server', 'frame', result('1'), undefined, 'response'],
    [
      'server',
      'frame',
      '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}',
      undefined,
      'error response to tools/call',
    ],
    ['server', 'frame', '{"jsonrpc":"2.0","error":{"code":1,"message":""}}', undefined, 'error response'],
    ['client', 'frame', `[${request(2, 'ping')}]`, undefined, 'batch'],
    ['client', 'frame', 'x', undefined, 'frame that is no message'],
    ['server', 'frame', '', { exchange: 1, event: {} }, 'event without data'],
    ['client', 'request', request(2, 'ping'), { exchange: 1, method: 'POST' }, 'HTTP POST with request ping'],
    ['client', 'request', '', { exchange: 1, method: 'DELETE' }, 'HTTP DELETE'],
    ['server', 'head', '', { exchange: 1, status: 202 }, 'head of the HTTP answer (202)'],
    ['server', 'end', '', { exchange: 1 }, 'end of the HTTP exchange by the server'],
    ['client', 'end', '', undefined, 'end of the client'],
  ])('%s, %s, %s, %j: %s', (dir, form, frame, http, expected) => {
    expect(names.of(actionOf(dir, form, frame, { http }))).toBe(expected);
  });
});
