import type { Prompt, Resource, ResourceTemplate, Tool } from '../../protocol/index.js';
import type { ListKind } from '../handlers.js';

/** The item types of the lists, by the name of the list. */
export interface ListItems {
  tools: Tool;
  resources: Resource;
  resourceTemplates: ResourceTemplate;
  prompts: Prompt;
}

export type ListName = keyof ListItems;

interface ListRow<Name extends ListName> {
  readonly method: string;
  readonly keyOf: (item: ListItems[Name]) => string;
  /** The server's capability and change notice that the list goes by: templates go with the resources. */
  readonly kind: ListKind;
}

/** The lists of a server. The member that holds the items, and their shape, are in the method table. */
export const LIST_ROWS: { readonly [Name in ListName]: ListRow<Name> } = {
  tools: { method: 'tools/list', keyOf: ({ name }) => name, kind: 'tools' },
  resources: { method: 'resources/list', keyOf: ({ uri }) => uri, kind: 'resources' },
  resourceTemplates: {
    method: 'resources/templates/list',
    keyOf: ({ uriTemplate }) => uriTemplate,
    kind: 'resources',
  },
  prompts: { method: 'prompts/list', keyOf: ({ name }) => name, kind: 'prompts' },
};

export const LIST_NAMES = Object.keys(LIST_ROWS) as ListName[];
