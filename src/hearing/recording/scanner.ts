/** Describes a recording part by part. Goes on with what an earlier run described. */
import { PITCHES } from '../alignment.ts';
import { AROUND_FRAMES, PEAK_FRAMES_A_FRAME, PEAK_HOP, type Peak, PeakFinder } from '../collection/peaks.ts';
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
  const { frames: seam, peakFrames } = scan.state;
  // The last peaks of the first run depend on the sound after them.
  const before = Math.floor((peakFrames - 2 * AROUND_FRAMES) / PEAK_FRAMES_A_FRAME);
  const peaksFrom = PEAK_FRAMES_A_FRAME * Math.max(0, before);
  let part = new Uint8Array(PART_FRAMES * FRAME_BYTES);
  let bytes = 0;
  let peaks: Peak[] = [];
  const store = (isOver: boolean): void => {
    const seen = Math.max(peakFrames, peaksFrom + finder.frames);
    scan.append(part.subarray(0, bytes), peaks, seen, isOver);
    bytes = 0;
    peaks = [];
  };
  const append = (_pitch: number, bands: Uint8Array): void => {
    if (bytes === part.length) {
      const longer = new Uint8Array(2 * part.length);
      longer.set(part);
      part = longer;
    }
    part.set(bands, bytes);
    bytes += bands.length;
  };
  let at = 0;
  try {
    for await (const stretch of decodeFile(path, signal, onRead)) {
      finder.push(
        stretch.subarray(Math.max(0, peaksFrom * PEAK_HOP - at)),
        ({ frame, pitch }) => {
          if (peaksFrom + frame >= peakFrames - AROUND_FRAMES) {
            peaks.push({ frame: peaksFrom + frame, pitch });
          }
        },
        (frame, power) => {
          const described = (peaksFrom + frame) / PEAK_FRAMES_A_FRAME;
          if (described >= seam && Number.isInteger(described)) {
            describer.describe(power, append);
          }
        },
      );
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
