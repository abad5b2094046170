import { htmlReport } from './html.js';
import { junitReport } from './junit.js';
import { markdownReport } from './markdown.js';
import { prettyReport } from './pretty.js';
import type { CheckReport } from './report.js';
import { sarifReport } from './sarif.js';
import { escapeUnsafe } from './summary.js';

export interface FormatOptions {
  /** `pretty`: colours for a terminal. */
  readonly color?: boolean;
  /** `junit`: warnings are failures. */
  readonly strict?: boolean;
}

export type ReportFormat = 'pretty' | 'json' | 'junit' | 'markdown' | 'html' | 'sarif';

/** Every form that a report can be written in: pure functions from the report to text. */
export const REPORT_FORMATS: {
  readonly [name in ReportFormat]: (report: CheckReport, options?: FormatOptions) => string;
} = {
  pretty: prettyReport,
  json: (report) => `${escapeUnsafe(JSON.stringify(report, undefined, 2))}\n`,
  junit: junitReport,
  markdown: markdownReport,
  html: htmlReport,
  sarif: sarifReport,
};

export const isReportFormat = (name: string): name is ReportFormat => Object.hasOwn(REPORT_FORMATS, name);
