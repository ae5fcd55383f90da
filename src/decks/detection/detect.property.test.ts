import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Booth } from '../../../test/support/booth.ts';
import { expectTheLoudest, moves, mute } from '../../../test/support/booth-moves.ts';

test.each(['volume', 'lead', 'altlead'] as const)('%s never announces a load twice', (algorithm) => {
  fc.assert(
    fc.property(moves(mute), (all) => {
      const booth = new Booth(algorithm);
      for (const one of all) {
        one(booth);
      }
      expect(new Set(booth.announcedIds).size).toBe(booth.announcedIds.length);
    }),
  );
});

test('volume never announces a deck that is not the loudest playing one', () => {
  expectTheLoudest((percent) => new Booth('volume', percent), mute);
});
