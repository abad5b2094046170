import { expect, it } from 'vitest';
import { evidenceOf } from '../../../src/conformance/report/evidence.js';
import { recordOf } from '../record-of.js';

it('hides secrets', () => {
  const record = recordOf(
    '{"jsonrpc":"2.0","id":1,"result":{"apiKey":"hush","authorization":"Bearer hush"}}',
  );
  expect(JSON.stringify(evidenceOf([record]))).not.toContain('hush');
});

it('shows the first and the last of many, each once, in the order of the wire', () => {
  const records = Array.from({ length: 10 }, (_, index) => recordOf(`"${index}"`));
  const shown = evidenceOf([...records].reverse().concat(records));
  expect(shown.map(({ text }) => text)).toEqual(['"0"', '"1"', '"2"', '"7"', '"8"', '"9"']);
});

it('cuts long frames and says how long they were', () => {
  const [item] = evidenceOf([recordOf(`"${'x'.repeat(50_000)}"`)]);
  expect(item).toMatchObject({ bytes: 50_002, isCut: true });
  expect(item?.text.length).toBeLessThanOrEqual(2000);
  expect(evidenceOf([recordOf('"short é"')])[0]).toMatchObject({ isCut: false, bytes: 10 });
});
