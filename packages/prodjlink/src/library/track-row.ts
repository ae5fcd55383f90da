import { at, block, mapped, u8, u16le, u32le, type ValuesAt } from '@deckcast/wire-kit';
import type { RowCodec } from './rows.ts';
import { EMPTY_TEXT, isrcText, plainText, type TextForm } from './strings.ts';

/** Ids of names in other tables; 0: none. */
export const TRACK_NAMES = {
  composer: at(0x0c, u32le),
  artworkPath: at(0x1c, u32le),
  key: at(0x20, u32le),
  originalArtist: at(0x24, u32le),
  label: at(0x28, u32le),
  remixer: at(0x2c, u32le),
  genre: at(0x3c, u32le),
  album: at(0x40, u32le),
  artist: at(0x44, u32le),
};

export const TRACK_NUMBERS = {
  /** Bytes. */
  fileSize: at(0x10, u32le),
  /** kbit/s */
  bitRate: at(0x30, u32le),
  bpm: at(
    0x38,
    mapped(
      u32le,
      (raw) => raw / 100,
      (bpm) => Math.round(bpm * 100),
    ),
  ),
  year: at(0x50, u16le),
  /** Seconds. */
  duration: at(0x54, u16le),
  rating: at(0x59, u8),
};

/** Indexes. Analysis paths, lyricists and the like are left out. */
export const TRACK_TEXTS = {
  isrc: 0,
  dateAdded: 10,
  mixName: 12,
  comment: 16,
  title: 17,
  fileName: 19,
  filePath: 20,
} as const;

const TEXTS = 21;
const TEXT_OFFSETS = 0x5e;
const TEXTS_START = TEXT_OFFSETS + 2 * TEXTS;

/** rekordbox writes them for an MP3 file in unused places: subtype, sample rate and bits, container. */
const usual = block(TEXTS_START, {
  subtype: at(0x00, u16le),
  sampleRate: at(0x08, u32le),
  sampleBits: at(0x52, u16le),
  container: at(0x5a, u16le),
});
const USUAL = { subtype: 0x24, sampleRate: 44_100, sampleBits: 16, container: 1 };

const fields = {
  /** Reported by players. */
  id: at(0x48, u32le),
  ...TRACK_NAMES,
  ...TRACK_NUMBERS,
};
const head = block(TEXTS_START, fields);

export type TrackRow = ValuesAt<typeof fields> & { readonly [Name in keyof typeof TRACK_TEXTS]: string };

const texts = Object.entries(TRACK_TEXTS).map(([name, index]) => {
  const form: TextForm = name === 'isrc' ? isrcText : plainText;
  // `name` is a key of the table.
  return { name: name as keyof typeof TRACK_TEXTS, offset: TEXT_OFFSETS + 2 * index, form };
});

export const trackRow: RowCodec<TrackRow> = {
  id: fields.id,

  read(page, at) {
    const row: Record<string, unknown> = page.field(head, at);
    for (const { name, offset, form } of texts) {
      row[name] = form.read(page, at + page.u16(at + offset));
    }
    return row as TrackRow;
  },

  write(row, background) {
    const written = new Map(texts.map(({ name, offset, form }) => [offset, form.write(row[name])]));
    const bytes = Buffer.from(background ?? blank(written));
    head.put(bytes, 0, row);
    for (const [offset, text] of written) {
      bytes.set(text, bytes.readUInt16LE(offset));
    }
    return bytes;
  },
};

/** Texts that are not given are empty. */
function blank(written: ReadonlyMap<number, Buffer>): Buffer {
  const offsets = Array.from({ length: TEXTS }, (_, index) => TEXT_OFFSETS + 2 * index);
  const lengths = offsets.map((offset) => written.get(offset)?.length ?? 1);
  const bytes = Buffer.alloc(lengths.reduce((sum, length) => sum + length, TEXTS_START));
  usual.put(bytes, 0, USUAL);
  let at = TEXTS_START;
  for (const [index, offset] of offsets.entries()) {
    bytes.writeUInt16LE(at, offset);
    bytes.writeUInt8(EMPTY_TEXT, at);
    at += lengths[index] ?? 1;
  }
  return bytes;
}
