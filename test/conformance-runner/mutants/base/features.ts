// What the servers of these tests offer. Written by hand and not with plainwire's server, so that a mistake of that
// server cannot hide the same mistake of a check.
import type { Json } from './json.js';

export const MODERN = '2026-07-28';
export const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** How the server protects itself with OAuth; `origin` of the server is put before paths. */
export interface AuthFeatures {
  readonly token: string;
  /** Fields of the challenge after `Bearer `. */
  readonly challenge: (origin: string) => string;
  /** Documents by path. */
  readonly documents: (origin: string) => Record<string, Json>;
}

export interface Features {
  /** Revisions that it serves, newest first. */
  readonly revisions: readonly string[];
  readonly capabilities: Json;
  readonly tools: readonly Json[];
  readonly resources: readonly Json[];
  readonly templates: readonly Json[];
  readonly prompts: readonly Json[];
  readonly pageSize: number;
  readonly instructions: unknown;
  /** Gives a session id on `initialize`, and wants it back (legacy HTTP). */
  readonly hasSessions: boolean;
  /** Answers requests over HTTP with a stream. */
  readonly streams: boolean;
  /** Streams of GET and of answers have event ids, and can be resumed (legacy HTTP). */
  readonly isResumable: boolean;
  readonly auth: AuthFeatures | undefined;
}

const text = { type: 'string' };
const object = (properties: Json, required: string[] = []) => ({ type: 'object', properties, required });

const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

export const TOOLS: readonly Json[] = [
  {
    name: 'echo',
    description: 'Says it again',
    inputSchema: object({ text }, ['text']),
    annotations: READ_ONLY,
  },
  {
    name: 'now',
    description: 'Tells the time',
    inputSchema: { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' },
    outputSchema: object({ time: text }, ['time']),
    annotations: READ_ONLY,
  },
  {
    name: 'lookup',
    description: 'Looks up a region',
    inputSchema: object({ region: { ...text, 'x-mcp-header': 'Region' } }),
    annotations: READ_ONLY,
  },
  { name: 'wait', description: 'Takes its time', inputSchema: object({}), annotations: READ_ONLY },
  {
    name: 'erase',
    description: 'Deletes everything. No check may call it.',
    inputSchema: object({}),
    annotations: { readOnlyHint: false, destructiveHint: true },
    icons: [{ src: 'https://example.com/erase.png', mimeType: 'image/png' }],
  },
];

export const FEATURES: Features = {
  revisions: [MODERN, ...LEGACY],
  capabilities: {
    tools: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
    prompts: { listChanged: true },
    completions: {},
    logging: {},
    extensions: { 'com.example/notes': {} },
  },
  tools: TOOLS,
  resources: [
    { uri: 'note:///one', name: 'one', mimeType: 'text/plain' },
    { uri: 'note:///two', name: 'two', mimeType: 'text/plain' },
    { uri: 'note:///three', name: 'three', mimeType: 'application/octet-stream' },
  ],
  templates: [
    { uriTemplate: 'note:///{id}', name: 'note' },
    { uriTemplate: 'page:///{book}/{page}', name: 'page' },
    { uriTemplate: 'note:///search{?q,lang}', name: 'search' },
  ],
  prompts: [
    { name: 'greet', description: 'Greets', arguments: [{ name: 'who', required: true }] },
    { name: 'thanks', description: 'Thanks' },
    { name: 'picture', description: 'Shows something' },
    { name: 'ask-name', description: 'Asks the user for a name' },
  ],
  pageSize: 2,
  instructions: 'Use it for tests.',
  hasSessions: true,
  streams: false,
  isResumable: false,
  auth: undefined,
};

/** Revisions before 2025-11-25 know nothing of extensions, and 2024-11-05 of completions. */
export function capabilitiesFor(features: Features, revision: string): Json {
  const { extensions, completions, logging, ...rest } = features.capabilities;
  return {
    ...rest,
    ...(logging === undefined ? {} : { logging }),
    ...(completions === undefined || revision === '2024-11-05' ? {} : { completions }),
    ...(extensions === undefined || revision < MODERN ? {} : { extensions }),
  };
}
