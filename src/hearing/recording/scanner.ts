/** Describes a recording part by part. Goes on with what an earlier run described. */
import { PITCHES } from '../alignment.ts';
import { OVERLAP_FRAMES, PEAK_HOP, type Peak, PeakFinder } from '../collection/peaks.ts';
import { UndecodableError } from '../decode/errors.ts';
import { decodeFile } from '../decode/file.ts';
import { Describer, HOP } from '../describe.ts';
import { SAMPLE_RATE } from '../sound.ts';
import { FRAME_BYTES, type Scan } from './scan.ts';

/** Seconds of sound described at once, and lost by a kill. */
const PART = 30;
const PART_FRAMES = Math.round((PART * SAMPLE_RATE) / HOP);

/** Yields after each part that was stored. @throws UndecodableError */
export async function* scanRecording(
  path: string,
  scan: Scan,
  signal: AbortSignal,
  onRead?: (bytes: number) => void,
): AsyncGenerator<void> {
  if (scan.state.isOver) {
    return;
  }
  const describer = new Describer(PITCHES);
  const finder = new PeakFinder();
  const seam = scan.state.frames * HOP;
  const { peakFrames } = scan.state;
  const peaksFrom = Math.max(0, peakFrames - OVERLAP_FRAMES);
  let part = new Uint8Array(PART_FRAMES * FRAME_BYTES);
  let bytes = 0;
  let peaks: Peak[] = [];
  const store = (isOver: boolean): void => {
    const seen = Math.max(peakFrames, peaksFrom + finder.frames);
    scan.append(part.subarray(0, bytes), peaks, seen, isOver);
    bytes = 0;
    peaks = [];
  };
  let at = 0;
  try {
    for await (const stretch of decodeFile(path, signal, onRead)) {
      const from = (sample: number): Float32Array => stretch.subarray(Math.max(0, sample - at));
      finder.push(from(peaksFrom * PEAK_HOP), ({ frame, pitch }) =>
        peaks.push({ frame: peaksFrom + frame, pitch }),
      );
      describer.push(from(seam), (_pitch, bands) => {
        if (bytes === part.length) {
          const longer = new Uint8Array(2 * part.length);
          longer.set(part);
          part = longer;
        }
        part.set(bands, bytes);
        bytes += bands.length;
      });
      at += stretch.length;
      if (bytes >= PART_FRAMES * FRAME_BYTES) {
        store(false);
        yield;
      }
    }
  } catch (error) {
    if (error instanceof UndecodableError) {
      // A truncated or damaged file is heard as far as it can be read.
      store(false);
    }
    throw error;
  }
  store(true);
}
