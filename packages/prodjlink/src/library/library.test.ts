import { describe, expect, test } from 'vitest';
import { amount } from '../../../wire-kit/src/testing/full-length.ts';
import { PageBytes } from './bytes.ts';
import { LibraryError } from './errors.ts';
import { RekordboxLibrary } from './library.ts';
import { hasRows, pageHead, rowOffsets } from './page.ts';
import type { LibraryFile } from './pages.ts';
import { TABLE } from './tables.ts';
import { type WrittenTrack, writeLibrary } from './writer.ts';

const PAGE = 4096;

/** Counts its reads. */
function fileOf(bytes: Uint8Array): LibraryFile & { bytesRead: number; reads: number } {
  return {
    size: bytes.length,
    bytesRead: 0,
    reads: 0,
    async read(offset, length) {
      const part = bytes.subarray(offset, offset + length);
      this.bytesRead += part.length;
      this.reads += 1;
      return part;
    },
  };
}

function tracks(count: number): WrittenTrack[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    title: index % 7 === 0 ? `夜の海 ${index}` : `Tide number ${index}`,
    artist: `Artist ${index % Math.ceil(count / 5)}`,
    album: `Album ${index % Math.ceil(count / 8)}`,
    genre: `Genre ${index % 40}`,
    label: `Label ${index % Math.ceil(count / 20)}`,
    key: `${(index % 12) + 1}A`,
    comment: index % 3 === 0 ? `${'long '.repeat(30)}${index}` : `comment ${index}`,
    fileName: `tide_${index}.mp3`,
    filePath: `/Contents/Artist ${index % 100}/Piers/tide_${index}.mp3`,
    artworkPath: `/PIONEER/Artwork/00001/a${index % Math.ceil(count / 8)}.jpg`,
    bpm: 100 + (index % 60),
    duration: 180 + (index % 300),
    year: 2000 + (index % 26),
    bitRate: 320,
    fileSize: 10_000_000 + index,
    rating: index % 6,
  }));
}

function idsOfArtists(bytes: Buffer): number[] {
  const places: number[] = [];
  for (let start = PAGE; start < bytes.length; start += PAGE) {
    const page = bytes.subarray(start, start + PAGE);
    if (page.readUInt32LE(0x08) === TABLE.artists) {
      places.push(...rowOffsets(new PageBytes(page), pageHead.get(page, 0)).map((at) => start + at + 4));
    }
  }
  return places;
}

const expected = (track: WrittenTrack) => ({ rating: 0, ...track });

describe('with an index', () => {
  test('reads names of every track in any encoding', async () => {
    const written: WrittenTrack[] = [
      ...tracks(500),
      {
        id: 2001,
        title: 'ü'.repeat(300),
        artist: '한국어 아티스트',
        remixer: '🎧',
        comment: 'a'.repeat(1000),
      },
      {
        id: 2002,
        isrc: 'DEABC2600001',
        mixName: 'Long Way Round',
        dateAdded: '2026-11-22',
        composer: 'Somebody',
      },
      { id: 4_000_000_000, title: 'x'.repeat(126), originalArtist: 'y'.repeat(127) },
      { id: 2003 },
    ];
    const library = await RekordboxLibrary.open(fileOf(writeLibrary(written)));
    await library.index();
    expect([library.indexed, library.trackCount]).toEqual([true, written.length]);
    expect([...library.trackIds()]).toEqual(written.map(({ id }) => id));
    for (const track of written) {
      expect(await library.track(track.id)).toEqual(expected(track));
    }
    expect(await library.track(9999)).toBeUndefined();
    expect(await library.track(0)).toBeUndefined();
  });

  test('omits deleted tracks, and reads names at far offsets', async () => {
    const written = tracks(50);
    const library = await RekordboxLibrary.open(
      fileOf(writeLibrary(written, { deleted: new Set([1, 20]), far: true })),
    );
    await library.index();
    expect(await library.track(20)).toBeUndefined();
    expect(await library.track(21)).toMatchObject({ artist: 'Artist 0', album: 'Album 6' });
    expect(library.trackCount).toBe(48);
  });
});

describe('without an index', () => {
  test('finds one track of very many with few reads', async () => {
    const count = amount({ short: 5_000, full: 50_000 });
    const written = tracks(count);
    const bytes = writeLibrary(written);
    for (const id of [1, 77, Math.floor(count / 2), count]) {
      const file = fileOf(bytes);
      const library = await RekordboxLibrary.open(file);
      expect(await library.track(id)).toEqual(expected(written[id - 1] ?? { id }));
      expect(file.bytesRead).toBeLessThan(200_000);
    }
  });

  test.each([1, 20, 100, 700])('finds each track of a library of %i in order', async (count) => {
    const written = tracks(count);
    const library = await RekordboxLibrary.open(fileOf(writeLibrary(written)));
    for (const track of written) {
      expect(await library.track(track.id)).toEqual(expected(track));
    }
  });

  test('finds a name that is not where ascending ids would put it', async () => {
    const written = tracks(2_000);
    const bytes = writeLibrary(written);
    const places = idsOfArtists(bytes);
    const [first = 0, last = 0] = [places[0], places.at(-1)];
    const lastId = bytes.readUInt32LE(last);
    bytes.writeUInt32LE(bytes.readUInt32LE(first), last);
    bytes.writeUInt32LE(lastId, first);
    const library = await RekordboxLibrary.open(fileOf(bytes));
    expect((await library.track(1))?.artist).toBe('Artist 399');
    expect((await library.track(400))?.artist).toBe('Artist 0');
  });

  test('ends a search after half of the pages, wherever they lead', async () => {
    const bytes = writeLibrary(tracks(2_000));
    // Pages claim another table, so the search goes on for the next one of tracks.
    for (let page = 3 * PAGE; page < bytes.length; page += PAGE) {
      bytes.writeUInt32LE(0x13, page + 0x08);
    }
    const file = fileOf(bytes);
    const library = await RekordboxLibrary.open(file);
    expect(await library.track(1_000)).toBeUndefined();
    expect(file.reads).toBeLessThanOrEqual(Math.max(128, bytes.length / PAGE / 2) + 1);
  });

  test('returns neither a track that is out of order nor a wrong one', async () => {
    const written = tracks(2000).reverse();
    const library = await RekordboxLibrary.open(fileOf(writeLibrary(written)));
    for (const track of written.slice(0, 200)) {
      expect([undefined, track.title]).toContain((await library.track(track.id))?.title);
    }
    expect(await library.track(77)).toBeUndefined();
    await library.index();
    expect((await library.track(77))?.title).toBe('Tide number 76');
  });
});

describe('with any bytes', () => {
  test('rejects a file that is no library', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('SQLite format 3\0'.repeat(100)), Buffer.alloc(5000)]) {
      await expect(RekordboxLibrary.open(fileOf(bytes))).rejects.toBeInstanceOf(LibraryError);
    }
  });

  test('keeps the tracks before the end of a truncated file, and reports damage', async () => {
    const written = tracks(500);
    const bytes = writeLibrary(written);
    for (const size of [bytes.length, 60 * PAGE]) {
      const library = await RekordboxLibrary.open({ ...fileOf(bytes.subarray(0, 60 * PAGE)), size });
      await library.index();
      expect(library.damaged).toBe(true);
      expect(library.trackCount).toBeGreaterThan(20);
      expect(library.trackCount).toBeLessThan(written.length);
      expect((await library.track(1))?.title).toBe(written[0]?.title);
    }
  });

  test('loses only its own tracks with an unreadable page', async () => {
    const written = tracks(500);
    const bytes = writeLibrary(written);
    const [, page = 0] = pagesOf(bytes, TABLE.tracks);
    const file = fileOf(bytes);
    const library = await RekordboxLibrary.open({
      ...file,
      async read(offset, length) {
        if (offset <= page * PAGE && page * PAGE < offset + length) {
          throw new LibraryError('unreadable', 'the medium is worn');
        }
        return await file.read(offset, length);
      },
    });
    await library.index();
    expect(library.damaged).toBe(true);
    expect(library.trackCount).toBe(written.length - rowsOn(bytes, page).length);
  });
});

function pagesOf(bytes: Buffer, type: number): number[] {
  return Array.from({ length: bytes.length / PAGE - 1 }, (_, index) => index + 1).filter(
    (number) => bytes.readUInt32LE(number * PAGE + 0x08) === type && rowsOn(bytes, number).length > 0,
  );
}

/** Offsets of the rows of a page. */
function rowsOn(bytes: Buffer, number: number): readonly number[] {
  const page = bytes.subarray(number * PAGE, (number + 1) * PAGE);
  const head = pageHead.get(page, 0);
  return hasRows(head) ? rowOffsets(new PageBytes(page), head) : [];
}

const BREAKS: Readonly<Record<string, (bytes: Buffer, at: number) => void>> = {
  'is all zero': (bytes, at) => bytes.fill(0, at, at + PAGE),
  'is all ones': (bytes, at) => bytes.fill(0xff, at, at + PAGE),
  'says that it is of another table': (bytes, at) => bytes.writeUInt32LE(0x13, at + 0x08),
  'leads in a circle': (bytes, at) => bytes.writeUInt32LE(2, at + 0x0c),
  'leads out of the file': (bytes, at) => bytes.writeUInt32LE(1_000_000, at + 0x0c),
  'leads to a page of another table': (bytes, at) => bytes.writeUInt32LE(4, at + 0x0c),
  'has lost its row index': (bytes, at) => bytes.fill(0, at + PAGE - 0x48, at + PAGE),
  'has rows that begin outside': (bytes, at) => bytes.fill(0xff, at + PAGE - 0x24, at + PAGE - 4),
};

describe.each(Object.entries(BREAKS))('with a page that %s', (_, breakAt) => {
  const COUNT = 500;
  const written = tracks(COUNT);
  const intact = writeLibrary(written);

  test.each([0, 3])('keeps the tracks of the other pages (page %i), and reports damage', async (which) => {
    const bytes = Buffer.from(intact);
    const page = pagesOf(bytes, TABLE.tracks).at(which) ?? 0;
    const onPage = rowsOn(bytes, page).length;
    breakAt(bytes, page * PAGE);
    const library = await RekordboxLibrary.open(fileOf(bytes));
    await library.index();
    expect(library.damaged).toBe(true);
    expect(library.trackCount).toBeGreaterThanOrEqual(COUNT - onPage);
    for (const id of library.trackIds()) {
      expect(await library.track(id)).toEqual(expected(written[id - 1] ?? { id }));
    }
  });

  test('keeps the names of the other pages', async () => {
    const bytes = Buffer.from(intact);
    const page = pagesOf(bytes, TABLE.artists)[0] ?? 0;
    const names = new Set(rowsOn(bytes, page).map((at) => bytes.readUInt32LE(page * PAGE + at + 4)));
    breakAt(bytes, page * PAGE);
    const library = await RekordboxLibrary.open(fileOf(bytes));
    await library.index();
    for (const { id, title, artist } of written) {
      const found = await library.track(id);
      expect(found?.title).toBe(title);
      if (!names.has(Number(artist?.slice('Artist '.length)) + 1)) {
        expect(found?.artist).toBe(artist);
      }
    }
  });
});

test('reports no damage for a whole library with deleted rows', async () => {
  const written = tracks(2_000);
  const deleted = new Set(written.filter(({ id }) => id % 3 === 0).map(({ id }) => id));
  const library = await RekordboxLibrary.open(fileOf(writeLibrary(written, { deleted, far: true })));
  await library.index();
  expect(library.damaged).toBe(false);
});

test('takes neither of two rows with one id on pages outside the chain', async () => {
  const written = tracks(500);
  const bytes = writeLibrary(written);
  const [first = 0, , , fourth = 0] = pagesOf(bytes, TABLE.tracks);
  const [row = 0] = rowsOn(bytes, fourth);
  bytes.writeUInt32LE(500, fourth * PAGE + row + 0x48);
  bytes.writeUInt32LE(0x13, first * PAGE + 0x08);
  const library = await RekordboxLibrary.open(fileOf(bytes));
  await library.index();
  expect(await library.track(500)).toBeUndefined();
  expect((await library.track(499))?.title).toBe(written[498]?.title);
});

test('reads a page again that was being written, and reports no damage', async () => {
  const written = tracks(500);
  const bytes = writeLibrary(written);
  const [, page = 0] = pagesOf(bytes, TABLE.tracks);
  const file = fileOf(bytes);
  let isFirst = true;
  const library = await RekordboxLibrary.open({
    ...file,
    async read(offset, length) {
      const part = await file.read(offset, length);
      if (offset !== page * PAGE || !isFirst) {
        return part;
      }
      isFirst = false;
      return Buffer.alloc(part.length);
    },
  });
  await library.index();
  expect([library.damaged, library.trackCount]).toEqual([false, written.length]);
});
