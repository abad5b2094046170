// Texts in the transcripts are ours. What an SDK or the official suite words itself is found here and gets another wording.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const SOURCES = ['test/transcripts', 'test/peers/programs', 'test/fixtures', 'test/conformance/fixtures'];
const REPLACEMENT = /^text \d+$/;

/** What our programs put together when they run, so that it is in no source. */
const COMPOSED = [
  'höß 🦉\u2028',
  'accept: Ada',
  'note x',
  'Greet Ada',
  'our-model: Hi.',
  'peer-model: Hi.',
  'Straße, header: none',
  'Straße, header: =?base64?U3RyYcOfZQ==?=',
];

/** The sources of all programs of ours that can be heard in a transcript. */
export function ownSources() {
  return SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.mjs'))
      .map((name) => readFileSync(join(ROOT, folder, name), 'utf8')),
  ).join('\n');
}

function* stringsIn(value) {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* stringsIn(member);
}

/** A frame as JSON; its text where it is none. */
export function parsed(frame) {
  try {
    return JSON.parse(frame);
  } catch {
    return frame;
  }
}

/** Wordings in frames of `side` that none of our sources has: everything that consists of several words. */
export function foreignTexts(entries, side, sources) {
  const found = new Set();
  for (const { dir, frame } of entries) {
    if (dir !== side) continue;
    for (const text of stringsIn(parsed(frame))) if (isForeign(text, sources)) found.add(text);
  }
  return [...found];
}

function isForeign(text, sources) {
  const isWording = /\S\s+\S/.test(text);
  return isWording && !REPLACEMENT.test(text) && !COMPOSED.includes(text) && !sources.includes(text);
}

/** A function that replaces these texts, wherever they stand in a JSON value, by `text 1`, `text 2`… */
export function replacer(texts) {
  const names = new Map(texts.map((text, index) => [text, `text ${index + 1}`]));
  // A text that is part of another one must not be replaced in it first.
  const longestFirst = [...names].sort(([a], [b]) => b.length - a.length);
  const replace = (value) => {
    if (typeof value === 'string')
      return longestFirst.reduce((text, [from, to]) => text.replaceAll(from, to), value);
    if (Array.isArray(value)) return value.map(replace);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replace(member)]));
  };
  return replace;
}
