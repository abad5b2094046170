import type { NotificationMessage, SubscriptionFilter } from '../../protocol/index.js';
import type { ListKind } from '../handlers.js';
import { changedList } from '../notification-hub.js';

/** What a caller wants to hear of. */
export interface SubscribeFilter {
  /** The list of tools changed. */
  readonly tools?: boolean;
  /** The list of prompts changed. */
  readonly prompts?: boolean;
  /** The list of resources changed. */
  readonly resourceList?: boolean;
  /** One of these resources, or something below it, changed. URIs. */
  readonly resources?: readonly string[];
}

/**
 * Something changed: a list, or one resource. `gap`: changes may have been missed, because the stream was lost and is
 * open again, or because too many waited to be read; look at everything anew.
 */
export type Change =
  | { readonly kind: ListKind }
  | { readonly kind: 'resource'; readonly uri: string }
  | { readonly kind: 'gap' };

/** The filter as the wire has it. 2026-07-28 basic/patterns/subscriptions#notification-filter */
export function toWire(filter: SubscribeFilter): SubscriptionFilter {
  return {
    ...(filter.tools === true ? { toolsListChanged: true } : {}),
    ...(filter.prompts === true ? { promptsListChanged: true } : {}),
    ...(filter.resourceList === true ? { resourcesListChanged: true } : {}),
    ...(filter.resources === undefined || filter.resources.length === 0
      ? {}
      : { resourceSubscriptions: [...filter.resources] }),
  };
}

export function fromWire(filter: SubscriptionFilter): SubscribeFilter {
  return {
    ...(filter.toolsListChanged === true ? { tools: true } : {}),
    ...(filter.promptsListChanged === true ? { prompts: true } : {}),
    ...(filter.resourcesListChanged === true ? { resourceList: true } : {}),
    ...(Array.isArray(filter.resourceSubscriptions) ? { resources: filter.resourceSubscriptions } : {}),
  };
}

export function isEmpty(filter: SubscribeFilter): boolean {
  return missingFrom(filter, {}).length === 0;
}

/** What was asked for and not agreed to, in words. */
export function missingFrom(asked: SubscribeFilter, agreed: SubscribeFilter): string[] {
  const missing: string[] = [];
  if (asked.tools === true && agreed.tools !== true) missing.push('changes of the list of tools');
  if (asked.prompts === true && agreed.prompts !== true) missing.push('changes of the list of prompts');
  if (asked.resourceList === true && agreed.resourceList !== true)
    missing.push('changes of the list of resources');
  for (const uri of asked.resources ?? []) {
    if (agreed.resources?.includes(uri) !== true) missing.push(`updates of ${uri}`);
  }
  return missing;
}

/** True when a list is among what was agreed on. */
export function coversList(filter: SubscribeFilter, kind: ListKind): boolean {
  return kind === 'resources' ? filter.resourceList === true : filter[kind] === true;
}

/** True for a subscribed resource and for what lies below it: servers may name the part that changed. */
export function coversResource(filter: SubscribeFilter, uri: string): boolean {
  return (filter.resources ?? []).some((subscribed) => {
    if (!uri.startsWith(subscribed)) return false;
    const rest = uri.slice(subscribed.length);
    return rest === '' || subscribed.endsWith('/') || /^[/?#]/.test(rest);
  });
}

/** What a notification says has changed; `undefined` for one that says nothing of the kind. */
export function changeOf({ method, params }: NotificationMessage): Change | undefined {
  const kind = changedList(method);
  if (kind !== undefined) return { kind };
  const uri = params?.['uri'];
  if (method !== 'notifications/resources/updated' || typeof uri !== 'string') return undefined;
  return { kind: 'resource', uri };
}
