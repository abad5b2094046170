import { DEFAULT_LIMITS } from './limits.js';
import type { TemplateValues } from './uri-template/expand.js';
import { expandParts } from './uri-template/expand.js';
import { matchSteps } from './uri-template/match.js';
import { parseParts } from './uri-template/parse.js';
import { compileSteps } from './uri-template/steps.js';

export type { TemplateValue, TemplateValues } from './uri-template/expand.js';

/**
 * A URI template of RFC 6570, all four levels, that can also be read backwards.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#resource-templates
 * @see https://www.rfc-editor.org/rfc/rfc6570
 */
export interface UriTemplate {
  readonly template: string;
  /** Names of the variables, each once, in the order of the template. */
  readonly variables: readonly string[];
  /** The URI for these values. Variables without a value leave no trace. */
  expand(values: TemplateValues): string;
  /**
   * The values that give this URI, percent-decoded, or undefined when it is none of the template's. A decoded value can
   * hold anything, `/` and `..` too. A simple variable needs one character at least, and stops at `/`, `?` and `#`;
   * the pairs of a query may be missing or in any order, but there may be no others. A list is one text with commas.
   * Linear in the length of the URI; longer ones than the limit `uriChars` match nothing.
   */
  match(uri: string): Record<string, string> | undefined;
}

/**
 * Reads a URI template.
 *
 * @throws Fault `invalid_argument` that says where the template is wrong.
 */
export function parseUriTemplate(template: string): UriTemplate {
  const parts = parseParts(template);
  const steps = compileSteps(parts);
  const names = parts.flatMap((part) =>
    part.kind === 'literal' ? [] : part.variables.map(({ name }) => name),
  );
  return {
    template,
    variables: [...new Set(names)],
    expand: (values) => expandParts(parts, values),
    match: (uri) => (uri.length > DEFAULT_LIMITS.uriChars ? undefined : matchSteps(steps, uri)),
  };
}
