import { Fault } from '../fault.js';

/** How an expression is written and read. RFC 6570 appendix A */
export interface Operator {
  /** Written once before the first value. */
  readonly first: string;
  /** Written between values. */
  readonly separator: string;
  /** Values carry their names. */
  readonly isNamed: boolean;
  /** Written after the name of an empty value. */
  readonly ifEmpty: string;
  /** Reserved characters stand for themselves. */
  readonly allowsReserved: boolean;
}

// RFC 6570 appendix A
const OPERATORS: { readonly [sign: string]: Operator } = {
  '': { first: '', separator: ',', isNamed: false, ifEmpty: '', allowsReserved: false },
  '+': { first: '', separator: ',', isNamed: false, ifEmpty: '', allowsReserved: true },
  '#': { first: '#', separator: ',', isNamed: false, ifEmpty: '', allowsReserved: true },
  '.': { first: '.', separator: '.', isNamed: false, ifEmpty: '', allowsReserved: false },
  '/': { first: '/', separator: '/', isNamed: false, ifEmpty: '', allowsReserved: false },
  ';': { first: ';', separator: ';', isNamed: true, ifEmpty: '', allowsReserved: false },
  '?': { first: '?', separator: '&', isNamed: true, ifEmpty: '=', allowsReserved: false },
  '&': { first: '&', separator: '&', isNamed: true, ifEmpty: '=', allowsReserved: false },
};

export interface Variable {
  readonly name: string;
  /** `{list*}`: each member of a list or map on its own. */
  readonly isExploded: boolean;
  /** `{name:3}`: only the first characters. */
  readonly prefix: number | undefined;
}

export type Part =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'expression'; readonly operator: Operator; readonly variables: readonly Variable[] };

// RFC 6570 section 2.3 and 2.4
const VARIABLE =
  /^((?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*)(\*|:[1-9]\d{0,3})?$/;

/** @throws Fault `invalid_argument` that says where the template is wrong. */
export function parseParts(template: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  while (at < template.length) {
    const open = template.indexOf('{', at);
    const end = open === -1 ? template.length : open;
    if (end > at) parts.push(literal(template, at, end));
    if (open === -1) break;
    const close = template.indexOf('}', open);
    if (close === -1) throw bad(template, open, 'this expression is not closed');
    parts.push(expression(template, open, template.slice(open + 1, close)));
    at = close + 1;
  }
  return parts;
}

function literal(template: string, start: number, end: number): Part {
  const text = template.slice(start, end);
  if (text.includes('}')) throw bad(template, start + text.indexOf('}'), 'this brace closes nothing');
  return { kind: 'literal', text };
}

function expression(template: string, at: number, body: string): Part {
  const hasOperator = !/^[A-Za-z0-9_%]/.test(body);
  const sign = hasOperator ? body.slice(0, 1) : '';
  const operator = OPERATORS[sign];
  if (operator === undefined || body === '') throw bad(template, at, `'{${body}}' is no expression`);
  const variables = body
    .slice(sign.length)
    .split(',')
    .map((text) => variable(template, at, text));
  return { kind: 'expression', operator, variables };
}

function variable(template: string, at: number, text: string): Variable {
  const match = VARIABLE.exec(text);
  if (match === null) throw bad(template, at, `'${text}' is no variable`);
  const modifier = match[2] ?? '';
  return {
    name: match[1] ?? '',
    isExploded: modifier === '*',
    prefix: modifier.startsWith(':') ? Number(modifier.slice(1)) : undefined,
  };
}

function bad(template: string, at: number, what: string): Fault {
  return new Fault(
    'invalid_argument',
    `URI template '${template}' cannot be read at character ${at}: ${what}.`,
  );
}
