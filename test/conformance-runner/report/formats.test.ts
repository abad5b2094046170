// The JSON report is held against its schema, for what every member can be.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CheckReport, isReportFormat, REPORT_FORMATS } from '../../../src/conformance/index.js';
import { ajvValidator, type CompiledSchema, type JsonSchema } from '../../../src/schema/index.js';
import { result, sampleReport } from './sample-report.js';

const SCHEMA = join(import.meta.dirname, '..', '..', '..', 'spec-fixtures', 'check-report.schema.json');

let schema: CompiledSchema;
beforeAll(async () => {
  const text = JSON.parse(readFileSync(SCHEMA, 'utf8')) as JsonSchema;
  schema = await ajvValidator().compile(text, { assertsFormats: true });
});

const isValid = (report: unknown) => schema.check(JSON.parse(JSON.stringify(report))).ok;

describe('json', () => {
  it('writes the report as its schema says', () => {
    const report = JSON.parse(REPORT_FORMATS.json(sampleReport())) as CheckReport;
    expect(report).toEqual(sampleReport());
    expect(isValid(report)).toBe(true);
    expect(isValid(sampleReport({ server: null, end: 'unreachable', checks: [] }))).toBe(true);
  });

  it.each([
    ['another format', { format: 'other' }],
    ['no end', { end: undefined }],
    ['an unknown verdict', { checks: [{ ...result('a'), verdict: 'maybe' }] }],
    ['an unknown member', { checks: [{ ...result('a'), extra: 1 }] }],
    ['a skip without its reason', { checks: [result('a', { verdict: 'skip' })] }],
    ['a pass that was skipped', { checks: [result('a', { skipped: 'not-permitted' })] }],
    ['an id that is none', { checks: [result('Not An Id')] }],
    ['a spec that is no URL', { checks: [result('a', { spec: 'basic' })] }],
  ])('is told by the schema from %s', (_, more) => {
    expect(isValid({ ...sampleReport(), ...more })).toBe(false);
  });
});

it.each(Object.keys(REPORT_FORMATS))('%s is a format, ends its text, and takes an empty report', (name) => {
  if (!isReportFormat(name)) throw new Error(name);
  expect(REPORT_FORMATS[name](sampleReport({ checks: [], revisions: [], server: null }))).toMatch(/\n$/);
});

it.each(Object.keys(REPORT_FORMATS))('%s shows no character that could control a terminal', (name) => {
  if (!isReportFormat(name)) throw new Error(name);
  const odd = 'a\u001b[2J\u009b31m\u202eb';
  const report = sampleReport({
    server: { name: odd, version: odd },
    checks: [result('ping', { verdict: 'fail', reason: odd })],
  });
  const text = REPORT_FORMATS[name](report);
  expect(text).toContain('31m');
  expect(text).not.toMatch(/[^\P{Cc}\t\n]|[\u202a-\u202e]/u);
  if (name === 'json') expect((JSON.parse(text) as CheckReport).server?.name).toBe(odd);
});

it.each(['xml', 'toString', ''])('%j is no format', (name) => {
  expect(isReportFormat(name)).toBe(false);
});
