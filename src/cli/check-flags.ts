import { UsageError } from './exit-code.js';

/** Flags that only `check` takes. */
export const CHECK_OPTIONS = {
  format: { type: 'string', multiple: true },
  only: { type: 'string', multiple: true },
  skip: { type: 'string', multiple: true },
  strict: { type: 'boolean' },
  baseline: { type: 'string' },
  'update-baseline': { type: 'boolean' },
  list: { type: 'boolean' },
  explain: { type: 'string' },
  trace: { type: 'string' },
  'call-readonly': { type: 'boolean' },
  'allow-calls': { type: 'string', multiple: true },
  'no-calls': { type: 'boolean' },
  remote: { type: 'boolean' },
  rate: { type: 'string' },
  jobs: { type: 'string' },
} as const;

/** What the command line gave for them, and for `--out`. */
export type CheckWords = {
  readonly [name in keyof typeof CHECK_OPTIONS]?: (typeof CHECK_OPTIONS)[name] extends { multiple: true }
    ? string[] | undefined
    : (typeof CHECK_OPTIONS)[name] extends { type: 'boolean' }
      ? boolean | undefined
      : string | undefined;
} & { readonly out?: string[] | undefined };

/** One report to write: in which form, and where; without a file, on standard output. */
export interface ReportWish {
  readonly format: string;
  readonly file: string | undefined;
}

/** What `check` was asked for. */
export interface CheckFlags {
  readonly reports: readonly ReportWish[];
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly strict: boolean;
  readonly baseline: string | undefined;
  readonly updatesBaseline: boolean;
  readonly list: boolean;
  readonly explain: string | undefined;
  readonly trace: string | undefined;
  readonly callReadonly: boolean;
  readonly allowCalls: readonly string[];
  readonly noCalls: boolean;
  readonly remote: boolean;
  readonly rate: number | undefined;
  readonly jobs: number | undefined;
}

/**
 * Reads the flags. `--format` and `--out` may be repeated: the first file gets the first format, and so on; a format
 * without a file goes to standard output.
 *
 * @throws UsageError
 */
export function readCheckFlags(words: CheckWords, isJson: boolean): CheckFlags {
  const updatesBaseline = words['update-baseline'] ?? false;
  if (updatesBaseline && words.baseline === undefined) {
    throw new UsageError('--update-baseline writes the file that --baseline names: name one.');
  }
  const noCalls = words['no-calls'] ?? false;
  const allowCalls = listed(words['allow-calls']);
  if (noCalls && (words['call-readonly'] === true || allowCalls.length > 0)) {
    throw new UsageError('--no-calls does not go together with --call-readonly or --allow-calls.');
  }
  return {
    reports: readReports(words.format ?? (isJson ? ['json'] : []), words.out ?? []),
    only: listed(words.only),
    skip: listed(words.skip),
    strict: words.strict ?? false,
    baseline: words.baseline,
    updatesBaseline,
    list: words.list ?? false,
    explain: words.explain,
    trace: words.trace,
    callReadonly: words['call-readonly'] ?? false,
    allowCalls,
    noCalls,
    remote: words.remote ?? false,
    rate: positive('--rate', words.rate),
    jobs: positive('--jobs', words.jobs),
  };
}

function readReports(formats: readonly string[], files: readonly string[]): ReportWish[] {
  if (files.length > Math.max(1, formats.length)) {
    throw new UsageError('Each --out needs a --format of its own.');
  }
  const wishes = formats.map((format, index) => ({ format, file: files[index] }));
  if (wishes.length === 0 && files[0] !== undefined) {
    throw new UsageError(`--out ${files[0]} needs a --format: json, junit, markdown, html, sarif or pretty.`);
  }
  const toOutput = wishes.filter(({ file }) => file === undefined);
  if (toOutput.length > 1)
    throw new UsageError('Only one --format can go to standard output: give the others an --out.');
  // A person wants to see something, too, when every report goes to a file.
  return toOutput.length === 0 ? [...wishes, { format: 'pretty', file: undefined }] : wishes;
}

/** `a,b` and repeated flags make one list. */
function listed(values: readonly string[] | undefined): string[] {
  return (values ?? []).flatMap((value) => value.split(',')).filter((word) => word !== '');
}

function positive(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!(number > 0) || !Number.isFinite(number))
    throw new UsageError(`${flag} takes a number above 0, not ${text}.`);
  return number;
}
