import type { Era, Revision } from '../protocol/index.js';
import { eraOf } from '../protocol/index.js';

/**
 * A passage of the specification: the page below `/specification/<revision>/`, without extension, and the anchor of
 * the heading (empty for the page). For another standard `page` is its whole URL.
 */
export interface SpecPassage {
  readonly page: string;
  readonly anchor: string;
}

/** The passage, where it is the same everywhere; or one for each revision or era, the revision's own first. */
export type SpecReference = SpecPassage | { readonly [place in Revision | Era]?: SpecPassage };

/** `passage('basic/lifecycle#version-negotiation')` */
export function passage(text: string): SpecPassage {
  const [page = '', anchor = ''] = text.split('#');
  return { page, anchor };
}

/** The passage that holds in a revision. */
export function passageIn(reference: SpecReference, revision: Revision): SpecPassage {
  if (isPassage(reference)) return reference;
  return reference[revision] ?? reference[eraOf(revision)] ?? { page: '', anchor: '' };
}

function isPassage(reference: SpecReference): reference is SpecPassage {
  return 'page' in reference;
}

/** Where to read it. */
export function passageUrl({ page, anchor }: SpecPassage, revision: Revision): string {
  const fragment = anchor === '' ? '' : `#${anchor}`;
  if (/^https?:/.test(page)) return `${page}${fragment}`;
  const path = page.replace(/\/?index$/, '');
  return `https://modelcontextprotocol.io/specification/${revision}${path === '' ? '' : `/${path}`}${fragment}`;
}
