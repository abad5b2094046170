import { describe, expect, it } from 'vitest';
import { junitReport } from '../../../src/conformance/report/junit.js';
import { sampleReport } from './sample-report.js';

describe('junitReport', () => {
  const xml = junitReport(sampleReport());

  it('has a suite for each revision and a case for each check', () => {
    expect(xml).toContain(
      '<testsuites name="plainwire check: sample &amp; co 1.2.3 over stdio, 4.3 s" tests="6" failures="2" skipped="1"',
    );
    expect(xml).toContain(
      '<testsuite name="plainwire check 2025-06-18" tests="1" failures="1" skipped="0" errors="0">',
    );
    expect(xml).toContain(
      '<testsuite name="plainwire check 2025-11-25" tests="5" failures="1" skipped="1" errors="0">',
    );
    expect(xml.match(/<testcase /g)).toHaveLength(6);
    expect(xml).toContain(
      '<testcase name="ping" classname="plainwire.2025-11-25.stdio.utilities" time="0.012"/>',
    );
  });

  it('tells fails, skips and warnings apart', () => {
    expect(xml).toContain('<failure message="the id &quot;0&quot; came back as 0" type="fail MUST">');
    expect(xml).toContain('<skipped message="capability-absent: the server does not declare prompts"/>');
    expect(xml).toContain('<system-out>warn: The rule of tool-unknown.');
    expect(xml.match(/<failure/g)).toHaveLength(2);
    expect(junitReport(sampleReport(), { strict: true }).match(/<failure/g)).toHaveLength(3);
  });

  it('holds no character that XML cannot, and no markup of the server', () => {
    expect(xml).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
    expect(xml).not.toContain('<script');
    expect(xml).not.toMatch(/&(?!(?:amp|lt|gt|quot|#10);)/);
  });
});
