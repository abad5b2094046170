import { describe, expect, it } from 'vitest';
import { Turns } from '../../../src/server/loopback/turns.js';
import { nextTurn } from '../../support/turn.js';

describe('turns', () => {
  it('come one at a time, in the order of asking', async () => {
    const turns = new Turns();
    const said: string[] = [];
    const take = async (name: string) => {
      const end = await turns.next();
      said.push(`${name} begins`);
      return () => {
        said.push(`${name} ends`);
        end();
      };
    };
    const [first, second, third] = [take('a'), take('b'), take('c')];
    const endFirst = await first;
    await nextTurn();
    expect(said).toEqual(['a begins']);
    endFirst();
    (await second)();
    (await third)();
    expect(said).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });
});
