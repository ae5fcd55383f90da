import fc from 'fast-check';
import { expect, test } from 'vitest';
import { locationOf, type TrackKey } from './track-key.ts';

const few = fc.nat(12);
const key: fc.Arbitrary<TrackKey> = fc.record({
  ...{ player: few, slot: few, generation: few, type: few, id: few },
  library: fc.constantFrom('export', 'one', 'other', 'unknown'),
});

test('two keys have one location exactly when they are equal', () => {
  const values = ({ player, slot, generation, library, type, id }: TrackKey): string =>
    JSON.stringify([player, slot, generation, library, type, id]);
  fc.assert(
    fc.property(key, key, (one, other) => {
      expect(locationOf(one) === locationOf(other)).toBe(values(one) === values(other));
      expect(locationOf({ ...one })).toBe(locationOf(one));
    }),
  );
});
