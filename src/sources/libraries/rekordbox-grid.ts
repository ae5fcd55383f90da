/** Beat grid that rekordbox writes to a medium beside its library, in a file with the analysis of one track. */

import type { BeatGrid, GridMarker } from '../../core/contracts/beat.ts';
import { isTempo } from './grid-tempo.ts';

const PATH = { tag: 'PPTH', start: 16 };
const GRID = { tag: 'PQTZ', start: 24 };
const BEAT_BYTES = 8;
const BEATS_IN_BAR = 4;

/** Bits of the hash that name the outer folder, the highest first. */
const FOLDER_BITS = [16, 13, 9, 7, 6, 2, 0];
const HASHES = 200_003;

/** Path of the analysis, whose folders are a hash of the track's. Both start at the medium's root. */
export function analysisPath(track: string): string {
  let sum = 0;
  for (let at = 0; at < track.length; at += 1) {
    sum = (Math.imul(sum, 0x34f5501d) + Math.imul(track.charCodeAt(at), 0x93b6)) >>> 0;
  }
  const hash = sum % HASHES;
  const folder = FOLDER_BITS.reduce((bits, bit) => 2 * bits + ((hash >> bit) & 1), 0);
  return `/PIONEER/USBANLZ/P${hex(folder, 3)}/${hex(hash, 8)}/ANLZ0000.DAT`;
}

/** Undefined for the analysis of another track, with the same hash, and for an empty or broken grid. */
export function readRekordboxGrid(file: Uint8Array, track: string): BeatGrid | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  try {
    const tags = new Map(tagsOf(bytes));
    const path = Buffer.from(tags.get(PATH.tag)?.subarray(PATH.start) ?? []);
    const beats = tags.get(GRID.tag)?.subarray(GRID.start);
    if (beats === undefined || `${track}\0` !== path.swap16().toString('utf16le')) {
      return undefined;
    }
    const markers: GridMarker[] = [];
    let beat = -1;
    for (let at = 0; at < beats.length; at += BEAT_BYTES) {
      const inBar = beats.readUInt16BE(at) - 1;
      // Bars of less than four beats skip numbers.
      beat += 1 + ((((inBar - beat - 1) % BEATS_IN_BAR) + BEATS_IN_BAR) % BEATS_IN_BAR);
      markers.push({ ms: beats.readUInt32BE(at + 4), beat, bpm: beats.readUInt16BE(at + 2) / 100 });
    }
    return markers.length > 0 && markers.every(({ bpm }) => isTempo(bpm)) ? markers : undefined;
  } catch (error) {
    if (!(error instanceof RangeError)) {
      throw error;
    }
    return undefined;
  }
}

/** Name, length of the head, and length, of the file and of each tag in it. Throws RangeError if the bytes are cut. */
function* tagsOf(bytes: Buffer): Generator<readonly [name: string, tag: Buffer]> {
  for (let at = bytes.readUInt32BE(4); at < bytes.length; ) {
    const length = bytes.readUInt32BE(at + 8);
    if (length === 0 || at + length > bytes.length) {
      throw new RangeError('the tag is cut');
    }
    yield [bytes.toString('latin1', at, at + 4), bytes.subarray(at, at + length)];
    at += length;
  }
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}
