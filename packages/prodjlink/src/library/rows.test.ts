import { describe, expect, test } from 'vitest';
import { amount } from '../../../wire-kit/src/testing/full-length.ts';
import { mutations } from '../../../wire-kit/src/testing/mutations.ts';
import { PageBytes } from './bytes.ts';
import { LibraryError } from './errors.ts';
import { hasRows, pageHead, ROWS, rowOffsets } from './page.ts';
import { readLibraryHead, writeLibraryHead } from './tables.ts';
import {
  albumFixtures,
  artistFixtures,
  colorFixtures,
  keyFixtures,
  namedFixtures,
  playlistFixtures,
  type RowFixtureTable,
  trackFixtures,
} from './testing/row-fixtures.ts';

const MUTATIONS = amount({ short: 300, full: 100_000 });
const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll(/\s/g, ''), 'hex');

check('names', namedFixtures);
check('keys', keyFixtures);
check('colors', colorFixtures);
check('artists', artistFixtures);
check('albums', albumFixtures);
check('playlists', playlistFixtures);
check('tracks', trackFixtures);

function check<Row>(title: string, { codec, rows }: RowFixtureTable<Row>): void {
  describe(title, () => {
    test.each(rows)('$name: the bytes are read as the value', ({ hex, value }) => {
      expect(codec.read(new PageBytes(bytesOf(hex)), 0)).toEqual(value);
    });

    test.each(rows)('$name: the value alone is written to bytes that are read as it', ({ value }) => {
      expect(codec.read(new PageBytes(codec.write(value)), 0)).toEqual(value);
    });

    test.each(rows)(
      '$name: with the unknown bytes as background, the value is written to the bytes',
      ({ hex, value }) => {
        const bytes = bytesOf(hex);
        const written = codec.write(value, bytes);
        // Rows are filled up with whatever was there before.
        expect(written.toString('hex')).toBe(bytes.subarray(0, written.length).toString('hex'));
        expect(bytes.length - written.length).toBeLessThan(4);
      },
    );

    test('cut anywhere or with any bytes changed, each is a value or a typed error', () => {
      for (const { hex } of rows) {
        const bytes = bytesOf(hex);
        for (let end = 0; end < bytes.length; end++) {
          expectTotal(() => codec.read(new PageBytes(bytes.subarray(0, end)), 0));
        }
        for (const damaged of mutations(bytes, MUTATIONS)) {
          expectTotal(() => codec.read(new PageBytes(damaged), 0));
        }
      }
    });
  });
}

function expectTotal(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof LibraryError)) {
      throw error;
    }
  }
}

describe('pages, as rekordbox wrote them', () => {
  const HEAD = bytesOf(
    '000000000010000014000000ab00000005000000171000000000000000000000aa000000010000009800000001000000a8000000030000003b000000',
  );
  /** A head of two of its 20 tables. */
  const twoTables = Buffer.from(HEAD);
  twoTables.writeUInt32LE(2, 8);

  test('the head of the file names the pages of each table, both ways', () => {
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

  test('a head that is cut short or damaged is a value or a typed error', () => {
    expect(() => readLibraryHead(HEAD)).toThrow(LibraryError);
    for (const damaged of mutations(twoTables, MUTATIONS)) {
      expectTotal(() => readLibraryHead(damaged));
    }
  });

  test('the first page of a table has no rows', () => {
    const page = bytesOf('000000000100000000000000020000001010000000000000000000640000000001001600ec031800');
    const head = pageHead.get(page, 0);
    expect(head).toMatchObject({ number: 1, type: 0, next: 2, slots: 0, flags: ROWS.none });
    expect(hasRows(head)).toBe(false);
  });

  test('rows are found from the end of the page', () => {
    const page = Buffer.alloc(4096);
    page.set(bytesOf('000000000200000000000000340000007a01000000000000092001242201a00e0100020000000000'));
    page.set(
      bytesOf('0000000000000000000000000000000000001c0d980be00910084006bc0438039c010000ff010400'),
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
