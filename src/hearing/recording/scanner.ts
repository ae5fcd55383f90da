/** Describes a recording part by part. Goes on with what an earlier run described. */
import { PITCHES } from '../alignment.ts';
import { PEAK_HOP, type Peak, PeakFinder } from '../collection/peaks.ts';
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
  // Peaks within a quarter of a second of this seam may be missing.
  const seam = scan.state.frames * HOP;
  const before = seam / PEAK_HOP;
  let part = new Uint8Array(PART_FRAMES * FRAME_BYTES);
  let bytes = 0;
  let peaks: Peak[] = [];
  const store = (isOver: boolean): void => {
    scan.append(part.subarray(0, bytes), peaks, before + finder.frames, isOver);
    bytes = 0;
    peaks = [];
  };
  let skipped = 0;
  const sound = decodeFile(path, signal, onRead);
  for (;;) {
    const { value: stretch } = await sound.next().catch((error: unknown) => {
      // A truncated or damaged file is heard as far as it can be read.
      store(false);
      throw error;
    });
    if (stretch === undefined) {
      break;
    }
    const known = Math.min(stretch.length, seam - skipped);
    skipped += known;
    const samples = stretch.subarray(known);
    finder.push(samples, ({ frame, pitch }) => peaks.push({ frame: before + frame, pitch }));
    describer.push(samples, (_pitch, bands) => {
      if (bytes === part.length) {
        const longer = new Uint8Array(2 * part.length);
        longer.set(part);
        part = longer;
      }
      part.set(bands, bytes);
      bytes += bands.length;
    });
    if (bytes >= PART_FRAMES * FRAME_BYTES) {
      store(false);
      yield;
    }
  }
  store(true);
}
