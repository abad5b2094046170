// Errors whose data the specification prescribes.
import {
  any,
  array,
  inline,
  integer,
  literal,
  type ObjectOf,
  object,
  optional,
  string,
} from '../shape/build.js';
import type { RevisionRange, Shape } from '../shape/shape.js';
import { ClientCapabilitiesShape } from './capabilities.js';
import { ElicitUrlParamsShape } from './elicitation.js';

// 2026-07-28 basic#error-responses
export const ErrorObjectShape = object('Error', {
  code: integer(),
  message: string(),
  data: optional(any()),
});

const unsupportedVersionMembers = { supported: array(string()), requested: string() };
/** Data of -32022. 2026-07-28 schema#unsupportedprotocolversionerror */
export interface UnsupportedVersionData extends ObjectOf<typeof unsupportedVersionMembers> {}
export const UnsupportedVersionDataShape: Shape<UnsupportedVersionData> = inline(unsupportedVersionMembers);

const missingCapabilityMembers = { requiredCapabilities: ClientCapabilitiesShape };
/** Data of -32021. 2026-07-28 schema#missingrequiredclientcapabilityerror */
export interface MissingCapabilityData extends ObjectOf<typeof missingCapabilityMembers> {}
export const MissingCapabilityDataShape: Shape<MissingCapabilityData> = inline(missingCapabilityMembers);

const urlElicitationMembers = { elicitations: array(ElicitUrlParamsShape) };
/** Data of -32042. 2025-11-25 schema#urlelicitationrequirederror */
export interface UrlElicitationRequiredData extends ObjectOf<typeof urlElicitationMembers> {}
export const UrlElicitationRequiredDataShape: Shape<UrlElicitationRequiredData> =
  inline(urlElicitationMembers);

/** An error with a code of its own. */
export interface ErrorRow {
  readonly code: number;
  /** Name of the whole message in the emitted schema. */
  readonly typeName: string;
  readonly range: RevisionRange;
  /** The `error` member. */
  readonly shape: Shape<unknown>;
}

const coded = (code: number, data: Shape<unknown> | undefined): Shape<unknown> =>
  data === undefined
    ? inline({ code: literal(code), message: string(), data: optional(any()) })
    : inline({ code: literal(code), message: string(), data });

/** Errors with a code of their own in the schema of a revision. */
export const ERRORS: readonly ErrorRow[] = [
  {
    code: -32020,
    typeName: 'HeaderMismatchError',
    range: { since: '2026-07-28' },
    shape: coded(-32020, undefined),
  },
  {
    code: -32021,
    typeName: 'MissingRequiredClientCapabilityError',
    range: { since: '2026-07-28' },
    shape: coded(-32021, MissingCapabilityDataShape),
  },
  {
    code: -32022,
    typeName: 'UnsupportedProtocolVersionError',
    range: { since: '2026-07-28' },
    shape: coded(-32022, UnsupportedVersionDataShape),
  },
  {
    code: -32042,
    typeName: 'URLElicitationRequiredError',
    range: { since: '2025-11-25', until: '2025-11-25' },
    shape: coded(-32042, UrlElicitationRequiredDataShape),
  },
];
