/** Beat grid that Serato writes into the music file. */

import type { BeatGrid, GridMarker } from '../../core/contracts/beat.ts';
import { isTempo } from './grid-tempo.ts';

const HEADER_BYTES = 6;
const MARKER_BYTES = 8;
const VERSION = 0x0100;

/**
 * Two bytes of version, a count, and as many markers: seconds, and the beats to the next marker, or the tempo after the
 * last. Undefined for an empty or broken grid.
 */
export function readSeratoGrid(data: Uint8Array): BeatGrid | undefined {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (bytes.length < HEADER_BYTES || bytes.readUInt16BE(0) !== VERSION) {
    return undefined;
  }
  const count = bytes.readUInt32BE(2);
  if (count === 0 || bytes.length < HEADER_BYTES + count * MARKER_BYTES) {
    return undefined;
  }
  const markers: GridMarker[] = [];
  let beat = 0;
  for (let n = 0; n < count; n += 1) {
    const at = HEADER_BYTES + n * MARKER_BYTES;
    const ms = bytes.readFloatBE(at) * 1_000;
    if (n === count - 1) {
      markers.push({ ms, beat, bpm: bytes.readFloatBE(at + 4) });
    } else {
      const beats = bytes.readUInt32BE(at + 4);
      const nextMs = bytes.readFloatBE(at + MARKER_BYTES) * 1_000;
      markers.push({ ms, beat, bpm: (beats * 60_000) / (nextMs - ms) });
      beat += beats;
    }
  }
  return markers.every(({ ms, bpm }) => Number.isFinite(ms) && isTempo(bpm)) ? markers : undefined;
}

/** Text of Vorbis comments and MP4 atoms: base64 of media type, empty name, name, and data, each ended by a NUL. */
export function seratoData(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64');
  let start = 0;
  for (let ended = 0; ended < 3; ended += 1) {
    start = bytes.indexOf(0, start) + 1;
  }
  return bytes.subarray(start);
}
