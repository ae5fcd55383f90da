import { LibraryError, RekordboxLibrary } from '@deckcast/prodjlink/library';
import { type WrittenTrack, writeLibrary } from '../../../packages/prodjlink/src/library/writer.ts';
import { acceptedLater, type FuzzTarget, hold } from '../target.ts';

/** More than a page, so that a search has work. */
const TRACKS = Array.from(
  { length: 24 },
  (_, index): WrittenTrack => ({
    id: index + 1,
    title: index % 5 === 0 ? `夜の海 ${index}` : `Tide number ${index}`,
    artist: `Artist ${index % 4}`,
    album: `Album ${index % 3}`,
    key: `${(index % 12) + 1}A`,
    comment: 'long '.repeat(20),
    isrc: 'DEABC2600001',
    fileName: `tide_${index}.mp3`,
  }),
);

export const rekordboxLibrary: FuzzTarget = {
  seeds: [writeLibrary(TRACKS), writeLibrary(TRACKS, { deleted: new Set([3]), far: true })],
  async run(bytes) {
    const limit = 200 + 20 * bytes.length;
    let read = 0;
    const file = {
      size: bytes.length,
      async read(offset: number, length: number) {
        const piece = bytes.subarray(offset, offset + length);
        read += piece.length;
        hold(read <= limit, 'the file is read again and again');
        return piece;
      },
    };
    await acceptedLater(LibraryError, async () => {
      const library = await RekordboxLibrary.open(file);
      await library.track(7);
      await library.index();
      for (const id of [...library.trackIds()].slice(0, 10)) {
        read = 0;
        const track = await library.track(id);
        hold(track?.id === id || library.damaged, 'a track that is there is not found');
      }
    });
  },
};
