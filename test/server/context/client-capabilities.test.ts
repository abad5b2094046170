import { describe, expect, it } from 'vitest';
import type { ClientCapabilities, JsonObject } from '../../../src/protocol/index.js';
import { missingCapabilities } from '../../../src/server/context/client-capabilities.js';

describe('missingCapabilities', () => {
  it.each<[ClientCapabilities, ClientCapabilities, JsonObject | undefined]>([
    [{}, {}, undefined],
    [{ sampling: {} }, {}, { sampling: {} }],
    [{ sampling: {} }, { sampling: { tools: {} } }, undefined],
    [{ sampling: { tools: {} } }, { sampling: {} }, { sampling: { tools: {} } }],
    [{ sampling: { tools: {}, context: {} } }, { sampling: { tools: {} } }, { sampling: { context: {} } }],
    [{ elicitation: { form: {} } }, { elicitation: {} }, undefined],
    [{ elicitation: { form: {} } }, { elicitation: { url: {} } }, { elicitation: { form: {} } }],
    [{ elicitation: { url: {} } }, { elicitation: {} }, { elicitation: { url: {} } }],
    [{ elicitation: { url: {} }, roots: {} }, { elicitation: { url: {} } }, { roots: {} }],
    [{ extensions: { 'x/y': {} } }, { extensions: { 'x/z': {} } }, { extensions: { 'x/y': {} } }],
    [{ experimental: { a: { level: 2 } } }, { experimental: { a: { level: 1 } } }, undefined],
    [
      { experimental: { a: { level: 2 } } },
      { experimental: { a: {} } },
      { experimental: { a: { level: 2 } } },
    ],
  ])('of %j, declared %j: %j', (required, declared, missing) => {
    expect(missingCapabilities(required, declared)).toEqual(missing);
  });
});
