import { describe, expect, test } from 'vitest';
import {
  bytesOf,
  checkFixtures,
  made,
  real,
  type WireFixture,
} from '../../../wire-kit/src/testing/fixtures.ts';
import { PageBytes } from './bytes.ts';
import { LibraryError } from './errors.ts';
import { hasRows, pageHead, ROWS, rowOffsets } from './page.ts';
import { albumRow, artistRow, colorRow, keyRow, namedRow, playlistRow, type RowCodec } from './rows.ts';
import { readLibraryHead, writeLibraryHead } from './tables.ts';
import { trackRow } from './track-row.ts';

check('names', namedRow, [
  real('a genre', '010000000949444d', { id: 1, name: 'IDM' }),
  made('an empty name', '0700000003', { id: 7, name: '' }),
  made('a long name', `09000000 40 8400 00 ${'61'.repeat(128)}`, { id: 9, name: 'a'.repeat(128) }),
]);
check('keys', keyRow, [real('a key', '0100000001000000073241', { id: 1, name: '2A' })]);
check('colors', colorRow, [real('a color', '00000000010100000b50696e6b', { id: 1, name: 'Pink' })]);
check('playlists', playlistRow, [
  real('a playlist', '00000000000000000000000001000000000000001b746573745f666f726d617473', {
    id: 1,
    name: 'test_formats',
  }),
]);
check('artists', artistRow, [
  real(
    'several artists, beyond ASCII',
    `6000a00120000000030c0000902800002004300437043d044b0435042000380441043f043e043b043d043804
      420435043b043804`,
    { id: 32, name: 'Разные исполнители', far: false },
  ),
  made('an artist whose name is held far', '640000000500000003000c000b41626364', {
    id: 5,
    name: 'Abcd',
    far: true,
  }),
]);
check('albums', albumRow, [
  made('an album', '80000000000000000200000001000000000000000316154c6f6e672050696572', {
    id: 1,
    name: 'Long Pier',
    far: false,
    artistId: 2,
  }),
  made('an album whose name is held far', '8400400900000000f5000000a6000000000000000300180090 0600 00 fc6e', {
    id: 166,
    name: '滼',
    far: true,
    artistId: 245,
  }),
]);
check('tracks', trackRow, [
  made(
    'a track with an ISRC, a long comment and a title in Japanese',
    `240000000000000044ac000000000000f2a2dd0000000000000000000300000009000000000000000200000012000000
      4001000003000000f4330000010000000b000000120000000f00000000000000e90710006a0100000005010000008800
      9a009b009d009f00a000a100a400a700a800a900b400b500b600b700e300ee00ba01c401c501ea019012000003444541
      4243323630303030310003053305320303074f4e074f4e030317323032362d30312d3033030303592f50494f4e454552
      2f555342414e4c5a2f503031312f30303030433330332f414e4c5a303030302e44415417323032362d30312d303340cc
      0000
      ${'78'.repeat(200)}
      900a00001c596e30776d034b30332d6e6f7274685f616e645f686172626f75722d746964616c5f706c6163652e6d7033
      8f2f436f6e74656e74732f4e6f72746820616e6420486172626f75722f50696572732f30332d6e6f7274685f616e645f
      686172626f75722d746964616c5f706c6163652e6d7033`,
    {
      id: 15,
      composer: 0,
      fileSize: 14525170,
      artworkPath: 3,
      key: 9,
      originalArtist: 0,
      label: 2,
      remixer: 18,
      bitRate: 320,
      bpm: 133,
      genre: 1,
      album: 11,
      artist: 18,
      year: 2025,
      duration: 362,
      rating: 5,
      isrc: 'DEABC2600001',
      dateAdded: '2026-01-03',
      mixName: '',
      comment: 'x'.repeat(200),
      title: '夜の海',
      fileName: '03-north_and_harbour-tidal_place.mp3',
      filePath: '/Contents/North and Harbour/Piers/03-north_and_harbour-tidal_place.mp3',
    },
  ),
]);

/** Both ways, filler bytes included. */
function check<Row>(title: string, codec: RowCodec<Row>, rows: readonly WireFixture<Row>[]): void {
  const decode = (bytes: Uint8Array): Row => codec.read(new PageBytes(bytes), 0);
  const encode = (row: Row, background?: Uint8Array): Buffer => {
    const written = codec.write(row, background);
    return Buffer.concat([written, background?.subarray(written.length, written.length + 3) ?? Buffer.of()]);
  };
  checkFixtures(title, { codec: { decode, encode }, rows }, LibraryError);
}

describe('pages written by rekordbox', () => {
  const HEAD = bytesOf({
    hex: '000000000010000014000000ab00000005000000171000000000000000000000aa000000010000009800000001000000a8000000030000003b000000',
  });
  const twoTables = Buffer.from(HEAD);
  twoTables.writeUInt32LE(2, 8);

  test('encodes and decodes the pages of each table in the head of the file', () => {
    const head = {
      pageBytes: 4096,
      nextUnused: 171,
      sequence: 4119,
      tables: [
        { type: 0, first: 1, last: 152 },
        { type: 1, first: 3, last: 59 },
      ],
    };
    expect(readLibraryHead(twoTables)).toEqual(head);
    expect(writeLibraryHead(head, twoTables).toString('hex')).toBe(twoTables.toString('hex'));
  });

  test('throws a typed error for a truncated head', () => {
    expect(() => readLibraryHead(HEAD)).toThrow(LibraryError);
  });

  test('finds no rows on the first page of a table', () => {
    const page = bytesOf({
      hex: '000000000100000000000000020000001010000000000000000000640000000001001600ec031800',
    });
    const head = pageHead.get(page, 0);
    expect(head).toMatchObject({ number: 1, type: 0, next: 2, slots: 0, flags: ROWS.none });
    expect(hasRows(head)).toBe(false);
  });

  test('finds rows from the end of the page', () => {
    const page = Buffer.alloc(4096);
    page.set(
      bytesOf({ hex: '000000000200000000000000340000007a01000000000000092001242201a00e0100020000000000' }),
    );
    page.set(
      bytesOf({ hex: '0000000000000000000000000000000000001c0d980be00910084006bc0438039c010000ff010400' }),
      4096 - 40,
    );
    const bytes = new PageBytes(page);
    const head = pageHead.get(page, 0);
    const counts = { slots: 9, existing: 9, free: 0x122, used: 0xea0 };
    expect(head).toEqual({ number: 2, type: 0, next: 0x34, flags: ROWS.present, ...counts });
    expect(hasRows(head)).toBe(true);
    expect(rowOffsets(bytes, head)).toEqual(
      [0, 0x19c, 0x338, 0x4bc, 0x640, 0x810, 0x9e0, 0xb98, 0xd1c].map((offset) => offset + 0x28),
    );
    const written = Buffer.from(page);
    pageHead.put(written, 0, { ...head, number: 0, slots: 0, existing: 0, used: 0 });
    pageHead.put(written, 0, head);
    expect(written.equals(page)).toBe(true);
  });
});
