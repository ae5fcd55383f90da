import { type RowCodec, start } from './rows.ts';
import { readIsrc, readText, writeIsrc, writeText } from './strings.ts';

/**
 * A track. Offsets are hexadecimal, from the start of the row. Ids are those of rows in other tables, 0 = none.
 *
 * | offset | size | field | offset | size | field |
 * |---|---|---|---|---|---|
 * | 00 | 2 | subtype 24 | 3c | 4 | genre |
 * | 08 | 4 | sample rate | 40 | 4 | album |
 * | 0c | 4 | composer (artist) | 44 | 4 | artist |
 * | 10 | 4 | bytes of the file | 48 | 4 | id: what players report |
 * | 1c | 4 | artwork | 4c | 2 | disc |
 * | 20 | 4 | key | 4e | 2 | play count |
 * | 24 | 4 | original artist (artist) | 50 | 2 | year |
 * | 28 | 4 | label | 52 | 2 | bits of a sample |
 * | 2c | 4 | remixer (artist) | 54 | 2 | duration in seconds |
 * | 30 | 4 | bit rate | 58 | 1 | color |
 * | 34 | 4 | track number | 59 | 1 | rating |
 * | 38 | 4 | tempo x 100 | 5a | 2 | container |
 * | | | | 5e | 2a | offsets of 21 texts |
 */
export interface TrackRow {
  readonly id: number;
  readonly sampleRate: number;
  readonly composerId: number;
  readonly fileSize: number;
  readonly artworkId: number;
  readonly keyId: number;
  readonly originalArtistId: number;
  readonly labelId: number;
  readonly remixerId: number;
  readonly bitRate: number;
  readonly trackNumber: number;
  /** Beats a minute x 100. */
  readonly tempo: number;
  readonly genreId: number;
  readonly albumId: number;
  readonly artistId: number;
  readonly disc: number;
  readonly playCount: number;
  readonly year: number;
  readonly sampleBits: number;
  readonly duration: number;
  readonly color: number;
  readonly rating: number;
  readonly container: number;
  /** 21 texts, `TRACK_TEXT`. */
  readonly texts: readonly string[];
}

/** Which text is where; others are empty or unknown. */
export const TRACK_TEXT = {
  isrc: 0,
  lyricist: 1,
  message: 5,
  dateAdded: 10,
  releaseDate: 11,
  mixName: 12,
  analysisPath: 14,
  comment: 16,
  title: 17,
  fileName: 19,
  filePath: 20,
} as const;

export const TRACK_TEXTS = 21;

const TEXT_OFFSETS = 0x5e;
const TEXTS_START = TEXT_OFFSETS + 2 * TRACK_TEXTS;

export const trackRow: RowCodec<TrackRow> = {
  idAt: 0x48,

  read(page, at) {
    return {
      id: page.u32(at + 0x48),
      sampleRate: page.u32(at + 0x08),
      composerId: page.u32(at + 0x0c),
      fileSize: page.u32(at + 0x10),
      artworkId: page.u32(at + 0x1c),
      keyId: page.u32(at + 0x20),
      originalArtistId: page.u32(at + 0x24),
      labelId: page.u32(at + 0x28),
      remixerId: page.u32(at + 0x2c),
      bitRate: page.u32(at + 0x30),
      trackNumber: page.u32(at + 0x34),
      tempo: page.u32(at + 0x38),
      genreId: page.u32(at + 0x3c),
      albumId: page.u32(at + 0x40),
      artistId: page.u32(at + 0x44),
      disc: page.u16(at + 0x4c),
      playCount: page.u16(at + 0x4e),
      year: page.u16(at + 0x50),
      sampleBits: page.u16(at + 0x52),
      duration: page.u16(at + 0x54),
      color: page.u8(at + 0x58),
      rating: page.u8(at + 0x59),
      container: page.u16(at + 0x5a),
      texts: Array.from({ length: TRACK_TEXTS }, (_, index) => {
        const text = at + page.u16(at + TEXT_OFFSETS + 2 * index);
        return index === TRACK_TEXT.isrc ? readIsrc(page, text) : readText(page, text);
      }),
    };
  },

  write(row, background) {
    const head = start(TEXTS_START, background);
    head.writeUInt16LE(0x24, 0);
    head.writeUInt32LE(row.sampleRate, 0x08);
    head.writeUInt32LE(row.composerId, 0x0c);
    head.writeUInt32LE(row.fileSize, 0x10);
    head.writeUInt32LE(row.artworkId, 0x1c);
    head.writeUInt32LE(row.keyId, 0x20);
    head.writeUInt32LE(row.originalArtistId, 0x24);
    head.writeUInt32LE(row.labelId, 0x28);
    head.writeUInt32LE(row.remixerId, 0x2c);
    head.writeUInt32LE(row.bitRate, 0x30);
    head.writeUInt32LE(row.trackNumber, 0x34);
    head.writeUInt32LE(row.tempo, 0x38);
    head.writeUInt32LE(row.genreId, 0x3c);
    head.writeUInt32LE(row.albumId, 0x40);
    head.writeUInt32LE(row.artistId, 0x44);
    head.writeUInt32LE(row.id, 0x48);
    head.writeUInt16LE(row.disc, 0x4c);
    head.writeUInt16LE(row.playCount, 0x4e);
    head.writeUInt16LE(row.year, 0x50);
    head.writeUInt16LE(row.sampleBits, 0x52);
    head.writeUInt16LE(row.duration, 0x54);
    head.writeUInt8(row.color, 0x58);
    head.writeUInt8(row.rating, 0x59);
    head.writeUInt16LE(row.container, 0x5a);
    const texts: Buffer[] = [];
    let at = TEXTS_START;
    for (let index = 0; index < TRACK_TEXTS; index++) {
      const text = row.texts[index] ?? '';
      const bytes = index === TRACK_TEXT.isrc ? writeIsrc(text) : writeText(text);
      head.writeUInt16LE(at, TEXT_OFFSETS + 2 * index);
      texts.push(bytes);
      at += bytes.length;
    }
    return Buffer.concat([head, ...texts]);
  },
};
