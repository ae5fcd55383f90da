/**
 * Session files of Serato DJ 2 and 3. Never throws.
 *
 * A file is made of chunks: four-letter tag, 32-bit length, content, all big-endian. Each `oent` chunk holds
 * an `adat` chunk, which holds fields: 32-bit number, 32-bit length, value. The undocumented numbers come
 * from other readers of these files (npm `seratohistory`). Serato appends a changed entry again: the last
 * with the same number counts.
 */

import { plausibleBpm, plausibleYear } from '../../core/plausible.ts';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { baseName } from '../shared/file-name.ts';
import { parsePlayingTime } from '../shared/playing-time.ts';
import { inOrder, type RecordedPlay } from './record.ts';

const FIELD = {
  row: 1,
  path: 2,
  title: 6,
  artist: 7,
  album: 8,
  genre: 9,
  length: 10,
  bpm: 15,
  comment: 17,
  remixer: 20,
  label: 21,
  year: 23,
  start: 28,
  deck: 31,
  /** Seconds on the deck; missing or 0 while the track is there (sslscrobbler on GitHub). */
  playtime: 45,
  played: 50,
  key: 51,
} as const;

/** Entries in the order of loading. */
export function readSession(bytes: Buffer, damaged: () => void = () => undefined): readonly RecordedPlay[] {
  const entries = new Map<number, RecordedPlay>();
  for (const [tag, entry] of fileChunks(bytes, 'oent', damaged)) {
    if (tag !== 'oent') {
      continue;
    }
    for (const [innerTag, fields] of chunks(entry)) {
      if (innerTag === 'adat') {
        const play = readEntry(fields);
        entries.set(play.id, play);
      }
    }
  }
  return inOrder([...entries.values()]);
}

/** Chunks that files begin with. */
const HEAD_TAG = 'vrsn';

/**
 * Chunks of a whole file, also behind damaged bytes. The file may end anywhere, because Serato may be writing it, and in
 * zeros.
 *
 * @param entry tag of the entries
 * @param damaged called for bytes of no chunk
 */
export function* fileChunks(
  bytes: Buffer,
  entry: string,
  damaged: () => void,
): Generator<readonly [tag: string, content: Buffer]> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const tag = bytes.toString('latin1', at, at + 4);
    const end = at + 8 + bytes.readUInt32BE(at + 4);
    const isChunk = at === 0 ? tag === HEAD_TAG || tag === entry : /^[a-z]{4}$/.test(tag);
    if (isChunk && end <= bytes.length) {
      yield [tag, bytes.subarray(at + 8, end)];
      at = end;
      continue;
    }
    const next = bytes.indexOf(entry, at + 1, 'latin1');
    if (next >= 0 || !(isChunk || bytes.subarray(at).every((byte) => byte === 0))) {
      damaged();
    }
    at = next < 0 ? bytes.length : next;
  }
}

export function* chunks(bytes: Buffer): Generator<readonly [tag: string, content: Buffer]> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at + 4);
    if (end > bytes.length) {
      return;
    }
    yield [bytes.toString('latin1', at, at + 4), bytes.subarray(at + 8, end)];
    at = end;
  }
}

function readEntry(bytes: Buffer): RecordedPlay {
  const fields = new Map(
    [...chunks(bytes)].map(([tag, content]) => [Buffer.from(tag, 'latin1').readUInt32BE(), content]),
  );
  const text = (field: number): string => textOf(fields.get(field));
  const number = (field: number): number => numberOf(fields.get(field));
  const deck = number(FIELD.deck);
  const file = wholePath(text(FIELD.path));
  return {
    at: number(FIELD.start) * 1000,
    id: number(FIELD.row),
    played: number(FIELD.played) !== 0,
    ended: number(FIELD.playtime) > 0,
    deck: deck === 0 ? undefined : String(deck),
    file: file || undefined,
    track: {
      ...UNKNOWN_TRACK,
      artist: text(FIELD.artist),
      title: text(FIELD.title),
      album: text(FIELD.album),
      genre: text(FIELD.genre),
      label: text(FIELD.label),
      remixer: text(FIELD.remixer),
      comment: text(FIELD.comment),
      key: text(FIELD.key),
      bpm: plausibleBpm(number(FIELD.bpm)),
      year: plausibleYear(text(FIELD.year)),
      filename: baseName(file),
      durationMs: parsePlayingTime(text(FIELD.length)),
    },
  };
}

/** Missing on macOS. */
function wholePath(path: string): string {
  return path === '' || /^([\\/]|[a-z]:)/i.test(path) ? path : `/${path}`;
}

/** Zero-terminated UTF-16. */
export function textOf(value: Buffer | undefined): string {
  if (value === undefined) {
    return '';
  }
  const whole = Buffer.from(value.subarray(0, value.length - (value.length % 2)));
  return whole.swap16().toString('utf16le').replace(/\0.*$/s, '');
}

/** One or four bytes; times on Windows have eight. */
function numberOf(value: Buffer | undefined): number {
  if (value?.length === 8) {
    return Number(value.readBigUInt64BE());
  }
  return value !== undefined && value.length >= 1 && value.length <= 4
    ? value.readUIntBE(0, value.length)
    : 0;
}
