// Records the conversations of spec-fixtures/transcripts anew (docs/trace.md), against the peers of test/peers. With words: only
// those whose file names contain one of them. `npm run record:transcripts`
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { ownSources } from './transcripts/foreign-texts.mjs';
import { JOBS } from './transcripts/jobs.mjs';
import { normalise } from './transcripts/normalise.mjs';
import { atRoot } from './transcripts/programs.mjs';
import { RECORDERS } from './transcripts/record-job.mjs';

const FOLDER = atRoot('spec-fixtures', 'transcripts');
const wanted = process.argv.slice(2);
const isWanted = ({ file }) => wanted.length === 0 || wanted.some((word) => file.includes(word));

const scratch = mkdtempSync(join(tmpdir(), 'plainwire-transcripts-'));
const sources = ownSources();
const failed = [];
for (const job of JOBS.filter(isWanted)) {
  const raw = join(scratch, 'raw.jsonl');
  try {
    const learned = await RECORDERS[job.kind](job, raw);
    const theirs = job.file.startsWith('client/') ? 'server' : 'client';
    const text = normalise(readFileSync(raw, 'utf8'), {
      facts: { ...job.facts, ...learned },
      theirs,
      sources,
    });
    mkdirSync(dirname(join(FOLDER, job.file)), { recursive: true });
    writeFileSync(join(FOLDER, job.file), text);
    console.log(`${job.file}: ${text.split('\n').length - 2} entries`);
  } catch (error) {
    failed.push(job.file);
    console.error(`${job.file}: ${error.stack}`);
  }
}
rmSync(scratch, { recursive: true, force: true });

const kept = new Set(JOBS.map(({ file }) => file));
for (const path of readdirSync(FOLDER, { recursive: true }).map(String)) {
  const file = relative(FOLDER, join(FOLDER, path)).replaceAll('\\', '/');
  if (file.endsWith('.jsonl') && !kept.has(file)) console.log(`${file} is recorded by no job: delete it`);
}
if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
