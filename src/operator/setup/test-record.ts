/** Names no real track. The audience reads it: "Test" is the same in their languages. */
import { shown } from '../../core/shown.ts';
import { type Picture, type Publication, UNKNOWN_TRACK } from '../../core/track.ts';

const TEST_TRACK = {
  ...UNKNOWN_TRACK,
  artist: 'deckcast',
  title: 'Test',
  genre: 'Test',
  durationMs: 60_000,
};

/** Cover of four squares in two colors. */
const ART: Picture = {
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAQAAAAEAAQMAAABmvDolAAAABlBMVEUYHCRY4LVHeLA0AAAAOElEQVR42u3QIRIAAAjDsP3/0+BnOVyqo5qp0gEAAAAAAAAAAAAAAByBLwAAAAAAAAAAAAAAPIMFimnw4mqMw0MAAAAASUVORK5CYII=',
    'base64',
  ),
};

/** `at`: start of the test, epoch milliseconds. `hidden`: ends the test. */
export function testRecord(at: number, hidden = false): Publication {
  return {
    ...shown(TEST_TRACK, hidden),
    ...(hidden ? {} : { art: ART }),
    kind: hidden ? 'off air' : 'track',
    seq: 1,
    playId: `deckcast test ${at}`,
    position: 1,
    source: 'test',
    at,
    elapsedMs: 0,
  };
}
