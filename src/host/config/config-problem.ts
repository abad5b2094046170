import { visibleText } from '../../server/index.js';
import type { KeyPath } from './config-document.js';
import type { ConfigProblem } from './server-entry.js';

/** A path as one writes it in a program: `args[2]`, `timeout.startup`, `env["A B"]`. */
export function keyText(path: KeyPath): string | undefined {
  if (path.length === 0) return undefined;
  const steps = path.map((step, index) => {
    if (typeof step === 'number') return `[${step}]`;
    if (!/^[\w$-]+$/.test(step)) return `[${JSON.stringify(step)}]`;
    return index === 0 ? step : `.${step}`;
  });
  return visibleText(steps.join(''));
}

/** A problem as one line for a terminal or a log: where it is, then what. Controls in names are shown as escapes. */
export function configProblemText({ path, line, server, key, message }: ConfigProblem): string {
  const place = path === undefined ? [] : [line === undefined ? path : `${path}:${line}`];
  const subject = server === undefined ? [] : [`server ${JSON.stringify(server)}`];
  const where = [...place, ...subject, ...(key === undefined ? [] : [key])];
  return visibleText([...where, message].join(': '));
}
