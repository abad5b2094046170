// A server on stdio: `mutant:<id>` or `variant:<name>` says which.
import { type Deviation, featuresOf, responderOf } from './base/deviation.js';
import { runStdio } from './base/stdio.js';
import { MUTANTS } from './catalogue.js';
import { VARIANTS, type VariantName } from './variants.js';

const [, , which = ''] = process.argv;
const deviations = deviationsOf(which);
const features = featuresOf(deviations);

runStdio(responderOf(deviations, features), (program) =>
  deviations.reduce((changed, { stdio }) => stdio?.(changed, features) ?? changed, program),
);

function deviationsOf(name: string): Deviation[] {
  const variant = /^variant:(.*)$/.exec(name)?.[1];
  if (variant !== undefined) return [VARIANTS[variant as VariantName]];
  const mutant = MUTANTS.find(({ id }) => `mutant:${id}` === name);
  if (mutant === undefined) throw new Error(`There is no ${name}`);
  return [VARIANTS[mutant.variant ?? 'dual'], mutant.deviation];
}
