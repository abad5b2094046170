// What holds for every message, whichever check caused it.
import type { DecodeFault, Finding, JsonValue } from '../../protocol/index.js';
import { ERROR_CODES, isJsonObject, META, methodRow } from '../../protocol/index.js';
import type { Judgement, PassiveCheck } from '../check.js';
import { breach, EVERY_TRANSPORT, HTTP, info, levels, modern, pass, warn } from '../check.js';
import { passage } from '../spec-passage.js';
import type { Traffic } from '../wire/traffic.js';
import type { WireRecord } from '../wire/wire-record.js';
import { pages, RESPONSES } from './spec-pages.js';
import { messagesOf, SentRequests, unlessMissing } from './traffic-reading.js';

const received = ({ records }: Traffic): WireRecord[] =>
  records.filter(({ direction }) => direction === 'received');

/** The id of an error can be missing where the request could not be read, whatever the older schemas say. */
const isExcused = ({ path, rule }: Finding): boolean => path === 'id' && rule === 'required';

const faultsOf = ({ messages }: WireRecord): DecodeFault[] =>
  messages.filter((message): message is DecodeFault => message.kind === 'fault');

/** Envelopes, notifications, requests and errors. Results are the business of `schema-result-…`. */
function judgeEnvelopes(traffic: Traffic): Judgement {
  const broken = sentBroken(traffic);
  let foreign: Judgement | undefined;
  for (const record of received(traffic)) {
    if (isEcho(record, broken)) continue;
    const fault = faultsOf(record).find((each) => each.fault.code === 'invalid_message');
    if (fault !== undefined) {
      const reason = String(fault.fault.details?.['reason'] ?? 'it is no message');
      return breach(`a frame that is no JSON-RPC message: ${reason}`, { records: [record] });
    }
    const finding = record.findings.find((each) => !each.path.startsWith('result') && !isExcused(each));
    if (finding === undefined) continue;
    const reason = `${nameOf(record)}: ${finding.path} ${finding.message}`;
    if (!isForeign(record, finding)) return breach(reason, { records: [record] });
    foreign ??= info(reason, { records: [record] });
  }
  return foreign ?? pass();
}

/** JSONRPCRequest and JSONRPCNotification of the schema take any method, and extensions bring their own. */
const isForeign = ({ messages }: WireRecord, { rule }: Finding): boolean =>
  rule === 'method' && messages.every((each) => !('method' in each) || methodRow(each.method) === undefined);

const sentBroken = ({ records }: Traffic): WireRecord[] =>
  records.filter(
    ({ direction, messages }) => direction === 'sent' && messages.some(({ kind }) => kind === 'fault'),
  );

/** An error that gives back the id of a request whose id was none. */
function isEcho(record: WireRecord, broken: readonly WireRecord[]): boolean {
  const [message] = record.messages;
  if (message?.kind !== 'fault' || message.shape !== 'response') return false;
  try {
    const { id } = JSON.parse(record.text) as { readonly id?: unknown };
    if (id === undefined) return false;
    const told = `"id":${JSON.stringify(id)}`;
    return broken.some(({ session, text }) => session === record.session && text.includes(told));
  } catch {
    return false;
  }
}

function nameOf({ messages }: WireRecord): string {
  const [message] = messages;
  if (message?.kind === 'notification' || message?.kind === 'request') return message.method;
  return message?.kind === 'error' ? `error ${message.error.code}` : 'a message';
}

/** `error.code` and `error.message`, also where they keep a frame from being a message. */
function judgeErrorShape(traffic: Traffic): Judgement {
  for (const record of received(traffic)) {
    for (const error of errorsIn(record)) {
      const evidence = { records: [record] };
      if (!Number.isInteger(error['code'])) {
        return breach(`error.code is ${JSON.stringify(error['code'])}, not an integer`, evidence);
      }
      if (typeof error['message'] !== 'string') {
        return breach(`error.message is ${JSON.stringify(error['message'])}, not a string`, evidence);
      }
    }
  }
  return pass();
}

function errorsIn({ text, bytes, messages }: WireRecord): readonly { readonly [name: string]: unknown }[] {
  if (!text.includes('"error"') || bytes > text.length * 4) return [];
  if (!messages.some(({ kind }) => kind === 'error' || kind === 'fault')) return [];
  try {
    const value: unknown = JSON.parse(text);
    return (Array.isArray(value) ? value : [value]).flatMap((each) =>
      isJsonObject(each) && isJsonObject(each['error']) ? [each['error']] : [],
    );
  } catch {
    return [];
  }
}

const DEFINED: readonly number[] = Object.values(ERROR_CODES).map(({ code }) => code);
const RETIRED = [-32002, -32042];

function judgeReservedCodes(traffic: Traffic): Judgement {
  for (const { message, record } of messagesOf(traffic, 'received', 'error')) {
    const { code } = message.error;
    if (RETIRED.includes(code)) {
      return breach(`error ${code}, which this revision has retired`, { records: [record] });
    }
    if (code <= -32020 && code >= -32099 && !DEFINED.includes(code)) {
      return breach(`error ${code}, which is reserved for the specification and not defined`, {
        records: [record],
      });
    }
  }
  return pass();
}

function judgeLegacyCodes(traffic: Traffic): Judgement {
  for (const { message, record } of messagesOf(traffic, 'received', 'error')) {
    const { code } = message.error;
    if (code <= -32000 && code >= -32019 && !RETIRED.includes(code)) {
      return breach(`error ${code} from the range that is closed to new use (-32000 to -32019)`, {
        records: [record],
      });
    }
  }
  return pass();
}

function judgeNullIds(traffic: Traffic): Judgement {
  for (const record of received(traffic)) {
    const isError = record.messages.some((message) => message.kind === 'error' && message.id === undefined);
    if (isError && /"id"\s*:\s*null/.test(record.text)) {
      return info('an error with "id": null; the schema allows a string or an integer, or no id at all', {
        records: [record],
      });
    }
  }
  return pass();
}

// 2025-06-18 basic#meta: an optional prefix of labels with a slash, and a name
const LABEL = '[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?';
const KEY = new RegExp(`^(?:(${LABEL}(?:\\.${LABEL})*)/)?(?:[A-Za-z0-9](?:[\\w.-]*[A-Za-z0-9])?)?$`);
const KNOWN_KEYS: readonly string[] = Object.values(META);
/** Of extensions, and of 2025-11-25 tasks. */
const KNOWN_PREFIX = /^io\.modelcontextprotocol\/(?:related-task|ui|tasks)/;
const MAX_DEPTH = 6;

function judgeMetaKeys(traffic: Traffic): Judgement {
  let foreign: Judgement | undefined;
  for (const record of received(traffic)) {
    for (const message of record.messages) {
      const body = bodyOf(message);
      for (const key of metaKeys(body, 0)) {
        const match = KEY.exec(key);
        const evidence = { records: [record] };
        if (match === null)
          return breach(`_meta has the key '${key.slice(0, 80)}', which is no prefix/name`, evidence);
        if (isReserved(match[1]) && !KNOWN_KEYS.includes(key) && !KNOWN_PREFIX.test(key)) {
          foreign ??= warn(`_meta has the key '${key}' with a prefix that is reserved for MCP`, evidence);
        }
      }
    }
  }
  return foreign ?? pass();
}

function bodyOf(message: WireRecord['messages'][number]): unknown {
  if (message.kind === 'success') return message.result;
  return message.kind === 'notification' || message.kind === 'request' ? message.params : undefined;
}

// 2026-07-28 basic#meta: reserved is a prefix whose second label is modelcontextprotocol or mcp
const isReserved = (prefix: string | undefined): boolean =>
  prefix !== undefined && ['modelcontextprotocol', 'mcp'].includes(prefix.split('.')[1] ?? '');

/** Members whose value is somebody else's data. */
const OPAQUE = ['inputSchema', 'outputSchema', 'structuredContent', 'arguments', 'data', 'experimental'];

function metaKeys(value: unknown, depth: number): string[] {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => metaKeys(item, depth + 1));
  return Object.entries(value as { [name: string]: JsonValue }).flatMap(([name, member]) => {
    if (OPAQUE.includes(name)) return [];
    if (name === '_meta' && isJsonObject(member)) return Object.keys(member);
    return metaKeys(member, depth + 1);
  });
}

function judgeResponseIds(traffic: Traffic): Judgement {
  const requests = new SentRequests(traffic);
  const broken = sentBroken(traffic);
  for (const record of received(traffic)) {
    for (const message of record.messages) {
      if ((message.kind !== 'success' && message.kind !== 'error') || message.id === undefined) continue;
      if (requests.for(message.id, record) !== undefined) continue;
      if (traffic.transport === 'http' && requests.hasAnywhere(message.id)) continue;
      // What was sent broken on purpose may be answered too, as far as its id could be read.
      const id = typeof message.id === 'bigint' ? String(message.id) : JSON.stringify(message.id);
      if (broken.some(({ session, text }) => session === record.session && text.includes(id))) continue;
      return breach(`a response has the id ${id.slice(0, 80)}, and no request had it`, { records: [record] });
    }
  }
  return pass();
}

export const WIRE_CHECKS: readonly PassiveCheck[] = [
  {
    id: 'wire-envelope-schema',
    title: 'Every message from the server is a JSON-RPC message of the schema of its revision.',
    subject: 'wire',
    spec: pages('basic/index#messages', 'basic/index#messages', 'basic/messages'),
    levels: levels('MUST'),
    transports: EVERY_TRANSPORT,
    judge: judgeEnvelopes,
  },
  {
    id: 'err-code-integer',
    title: 'Every error has an integer code and a message.',
    subject: 'wire',
    spec: RESPONSES,
    levels: levels('MUST'),
    transports: EVERY_TRANSPORT,
    judge: judgeErrorShape,
  },
  {
    id: 'err-codes-reserved',
    title: 'No error code is used that is retired, or reserved and not defined.',
    subject: 'wire',
    spec: passage('basic/index#error-codes'),
    levels: modern('MUST'),
    transports: EVERY_TRANSPORT,
    judge: judgeReservedCodes,
  },
  {
    id: 'err-codes-legacy-range',
    title: 'No error code is used from -32000 to -32019.',
    subject: 'wire',
    spec: passage('basic/index#error-codes'),
    levels: modern('SHOULD'),
    transports: EVERY_TRANSPORT,
    judge: judgeLegacyCodes,
  },
  {
    id: 'http-error-id-null',
    title: 'An error whose request could not be read has no id.',
    subject: 'wire',
    spec: RESPONSES,
    levels: levels('INFO'),
    transports: HTTP,
    judge: judgeNullIds,
  },
  {
    id: 'meta-key-names',
    title: 'The keys of _meta have the form prefix/name, and no reserved prefix.',
    subject: 'wire',
    spec: passage('basic/index#meta'),
    levels: levels('MUST', '2025-06-18'),
    transports: EVERY_TRANSPORT,
    judge: judgeMetaKeys,
  },
  {
    id: 'wire-response-ids',
    title: 'Every response has the id of a request that was sent.',
    subject: 'wire',
    spec: RESPONSES,
    levels: levels('MUST'),
    transports: EVERY_TRANSPORT,
    judge: (traffic) => unlessMissing(traffic, judgeResponseIds(traffic)),
  },
];
