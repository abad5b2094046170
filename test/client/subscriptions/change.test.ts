import { describe, expect, it } from 'vitest';
import type { SubscribeFilter } from '../../../src/client/index.js';
import {
  changeOf,
  coversResource,
  fromWire,
  isEmpty,
  missingFrom,
  toWire,
} from '../../../src/client/subscriptions/change.js';
import { notification } from '../../../src/protocol/index.js';

const FULL: SubscribeFilter = { tools: true, prompts: true, resourceList: true, resources: ['a:1', 'a:2'] };

describe('the filter', () => {
  it('survives the wire', () => {
    expect(toWire(FULL)).toEqual({
      toolsListChanged: true,
      promptsListChanged: true,
      resourcesListChanged: true,
      resourceSubscriptions: ['a:1', 'a:2'],
    });
    expect(fromWire(toWire(FULL))).toEqual(FULL);
    expect(toWire({ tools: false, resources: [] })).toEqual({});
    expect(fromWire({ toolsListChanged: false })).toEqual({});
  });

  it.each([
    { filter: {}, empty: true },
    { filter: { tools: false, resources: [] }, empty: true },
    { filter: { prompts: true }, empty: false },
    { filter: { resources: ['a:1'] }, empty: false },
  ])('$filter is empty: $empty', ({ filter, empty }) => {
    expect(isEmpty(filter)).toBe(empty);
  });

  it('says what was not agreed to', () => {
    expect(missingFrom(FULL, { tools: true, resources: ['a:2'] })).toEqual([
      'changes of the list of prompts',
      'changes of the list of resources',
      'updates of a:1',
    ]);
    expect(missingFrom(FULL, FULL)).toEqual([]);
  });

  it.each([
    { uri: 'file:///a', covered: true },
    { uri: 'file:///a/b', covered: true },
    { uri: 'file:///a#b', covered: true },
    { uri: 'file:///ab', covered: false },
    { uri: 'file:///', covered: false },
    { uri: 'dir:///x/y', covered: true },
  ])('$uri is covered: $covered', ({ uri, covered }) => {
    expect(coversResource({ resources: ['file:///a', 'dir:///x/'] }, uri)).toBe(covered);
    expect(coversResource({}, uri)).toBe(false);
  });
});

describe('a notification', () => {
  it.each([
    { method: 'notifications/tools/list_changed', params: undefined, change: { kind: 'tools' } },
    {
      method: 'notifications/resources/updated',
      params: { uri: 'a:1' },
      change: { kind: 'resource', uri: 'a:1' },
    },
    { method: 'notifications/resources/updated', params: {}, change: undefined },
    { method: 'notifications/progress', params: { uri: 'a:1' }, change: undefined },
    { method: 'constructor', params: undefined, change: undefined },
  ])('$method', ({ method, params, change }) => {
    expect(changeOf(notification(method, params))).toEqual(change);
  });
});
