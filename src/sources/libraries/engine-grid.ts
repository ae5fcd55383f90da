/** Beat grid in Engine's library, compressed: markers with pieces of steady tempo between them. */

import { inflateSync } from 'node:zlib';
import type { BeatGrid } from '../../core/contracts/beat.ts';
import { isTempo } from './grid-tempo.ts';

/** Precedes the compressed data. */
const LENGTH_BYTES = 4;
/** Sample rate, number of samples, and whether the grid is set. */
const HEAD_BYTES = 17;
const COUNT_BYTES = 8;
const MARKER_BYTES = 24;
const MOST_BYTES = 1024 * 1024;

/** `blob`: column `beatData`. Undefined for an empty or broken grid. */
export function readEngineGrid(blob: Uint8Array): BeatGrid | undefined {
  try {
    const bytes = inflateSync(blob.subarray(LENGTH_BYTES), { maxOutputLength: MOST_BYTES });
    const sampleRate = bytes.readDoubleBE(0);
    const analyzed = Number(bytes.readBigInt64BE(HEAD_BYTES));
    const at = HEAD_BYTES + COUNT_BYTES + analyzed * MARKER_BYTES;
    // The second grid has the DJ's corrections.
    const ends = Array.from({ length: Number(bytes.readBigInt64BE(at)) }, (_, n) => {
      const marker = at + COUNT_BYTES + n * MARKER_BYTES;
      return {
        ms: (bytes.readDoubleLE(marker) / sampleRate) * 1_000,
        beat: Number(bytes.readBigInt64LE(marker + 8)),
      };
    });
    const markers = ends.slice(1).flatMap((next, n) => {
      const { ms, beat } = ends[n] ?? next;
      return { ms, beat, bpm: ((next.beat - beat) * 60_000) / (next.ms - ms) };
    });
    const isWhole = markers.every(({ ms, bpm }) => Number.isFinite(ms) && isTempo(bpm));
    return markers.length > 0 && isWhole ? markers : undefined;
  } catch (error) {
    if (error instanceof RangeError || isZlibError(error)) {
      return undefined;
    }
    throw error;
  }
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
