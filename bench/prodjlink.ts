import { setImmediate } from 'node:timers/promises';
import { RekordboxLibrary, type WrittenTrack, writeLibrary } from '@deckcast/prodjlink/library';
import type { Figure, Measurement } from './measure.ts';

const ROUNDS = 9;
const TRACKS = 50_000;

function collection(): WrittenTrack[] {
  return Array.from({ length: TRACKS }, (_, index) => ({
    id: index + 1,
    title: index % 7 === 0 ? `夜の海 ${index}` : `Tide number ${index}`,
    artist: `Artist ${index % 6000}`,
    album: `Album ${index % 6000}`,
    genre: `Genre ${index % 40}`,
    label: `Label ${index % 2500}`,
    key: `${(index % 12) + 1}A`,
    comment: `${'long '.repeat(index % 30)}${index}`,
    fileName: `tide_${index}.mp3`,
    filePath: `/Contents/Artist ${index % 100}/Piers/tide_${index}.mp3`,
    artworkPath: `/PIONEER/Artwork/00001/a${index % 6000}.jpg`,
    bpm: 128,
    duration: 300,
  }));
}

/** A library of 50,000 tracks: read whole, and one track of it without that. */
export const rekordboxLibrary: Measurement = {
  name: 'rekordbox-library',
  async run(): Promise<readonly Figure[]> {
    const bytes = writeLibrary(collection());
    let read = 0;
    const file = {
      size: bytes.length,
      read: async (offset: number, length: number) => {
        read += length;
        return bytes.subarray(offset, offset + length);
      },
    };
    let ours = 0;
    let theirs = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const opened = await RekordboxLibrary.open(file);
      ours = Math.max(ours, await megabytesASecond(bytes.length, () => opened.index()));
      theirs = Math.max(theirs, await megabytesASecond(bytes.length, async () => Buffer.from(bytes)));
    }
    const kept = await megabytesKept(async () => {
      const opened = await RekordboxLibrary.open(file);
      await opened.index();
      return opened;
    });
    read = 0;
    const track = await (await RekordboxLibrary.open(file)).track(TRACKS / 2);
    if (track?.artist === undefined) {
      throw new Error('a track in order is found without an index');
    }
    return [
      {
        what: 'rekordbox library indexed',
        unit: 'MB/s',
        ours,
        against: 'copy of its bytes',
        theirs,
        wanted: { bound: 'at least', value: 20 },
      },
      {
        what: 'read for one track of 50,000',
        unit: 'kB',
        ours: read / 1000,
        against: 'the whole library',
        theirs: bytes.length / 1000,
        wanted: { bound: 'at most', value: 200 },
      },
      {
        what: 'memory that an indexed library of 50,000 keeps',
        unit: 'MB',
        ours: kept,
        against: 'the whole library',
        theirs: bytes.length / 1e6,
        target: { bound: 'at most', ratio: 1 },
      },
    ];
  },
};

/** Memory that the result takes, once what was only needed on the way is collected. */
async function megabytesKept(make: () => Promise<unknown>): Promise<number> {
  const inUse = async (): Promise<number> => {
    // Buffers are freed a little after what refers to them.
    for (let time = 0; time < 3; time += 1) {
      globalThis.gc?.();
      await setImmediate();
    }
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = await inUse();
  const made = await make();
  const after = await inUse();
  return made === undefined ? Number.NaN : (after - before) / 1e6;
}

async function megabytesASecond(size: number, work: () => Promise<unknown>): Promise<number> {
  const start = process.hrtime.bigint();
  await work();
  return size / 1e6 / (Number(process.hrtime.bigint() - start) / 1e9);
}
