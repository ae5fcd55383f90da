/**
 * Files with what is known of a recording's sound: its description at every pitch, and its peaks. Written in parts, so that
 * a stopped analysis goes on where it was.
 */
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { jsonIn } from '../../core/json.ts';
import { PITCHES } from '../alignment.ts';
import type { Peak } from '../collection/peaks.ts';
import { BANDS, type Description } from '../describe.ts';

/** Bytes of a frame: all bands, for one pitch after the other. */
export const FRAME_BYTES = PITCHES.length * BANDS;
const FRAMES_AT_ONCE = 1_024;
/** A peak is two 32-bit floats: frame and pitch. */
const PEAK_BYTES = 8;

const WHOLE = v.pipe(v.number(), v.integer(), v.minValue(0));
/** Changes with the format of the files. */
const STATE = v.object({
  format: v.literal(1),
  frames: WHOLE,
  peaks: WHOLE,
  peakFrames: WHOLE,
  isOver: v.boolean(),
});
export type ScanState = v.InferOutput<typeof STATE>;

const NOTHING: ScanState = { format: 1, frames: 0, peaks: 0, peakFrames: 0, isOver: false };

export class Scan {
  readonly #base: string;
  readonly #frames: number;
  readonly #peaks: number;
  #state: ScanState;

  /** `base`: path of the files without their endings. */
  constructor(base: string) {
    mkdirSync(dirname(base), { recursive: true });
    this.#base = base;
    this.#frames = openSync(`${base}.frames`, 'a+');
    this.#peaks = openSync(`${base}.peaks`, 'a+');
    this.#state = this.#read();
    // A kill may have left more than the state counts.
    ftruncateSync(this.#frames, this.#state.frames * FRAME_BYTES);
    ftruncateSync(this.#peaks, this.#state.peaks * PEAK_BYTES);
  }

  get state(): ScanState {
    return this.#state;
  }

  /** `peakFrames`: frames that the peak finder has seen. */
  append(frames: Uint8Array, peaks: readonly Peak[], peakFrames: number, isOver: boolean): void {
    write(this.#frames, frames);
    const values = Float32Array.from(peaks.flatMap(({ frame, pitch }) => [frame, pitch]));
    write(this.#peaks, new Uint8Array(values.buffer));
    const state = {
      format: 1 as const,
      frames: this.#state.frames + frames.length / FRAME_BYTES,
      peaks: this.#state.peaks + peaks.length,
      peakFrames,
      isOver,
    };
    const part = `${this.#base}.state.part`;
    writeFileSync(part, JSON.stringify(state));
    renameSync(part, `${this.#base}.state`);
    this.#state = state;
  }

  /** Description of these frames at a pitch; silence outside the recording. */
  description(pitch: number, from: number, to: number): Description {
    const description = new Uint8Array((to - from) * BANDS);
    const end = Math.min(to, this.#state.frames);
    for (let first = Math.max(0, from); first < end; first += FRAMES_AT_ONCE) {
      const last = Math.min(end, first + FRAMES_AT_ONCE);
      const all = Buffer.alloc((last - first) * FRAME_BYTES);
      readSync(this.#frames, all, 0, all.length, first * FRAME_BYTES);
      for (let frame = first; frame < last; frame += 1) {
        const at = (frame - first) * FRAME_BYTES + pitch * BANDS;
        description.set(all.subarray(at, at + BANDS), (frame - from) * BANDS);
      }
    }
    return description;
  }

  /** Peaks by number; fewer at the end. */
  peaks(from: number, count: number): readonly Peak[] {
    const bytes = Buffer.alloc(Math.max(0, Math.min(count, this.#state.peaks - from)) * PEAK_BYTES);
    readSync(this.#peaks, bytes, 0, bytes.length, from * PEAK_BYTES);
    return Array.from({ length: bytes.length / PEAK_BYTES }, (_, n) => ({
      frame: bytes.readFloatLE(n * PEAK_BYTES),
      pitch: bytes.readFloatLE(n * PEAK_BYTES + 4),
    }));
  }

  close(): void {
    closeSync(this.#frames);
    closeSync(this.#peaks);
  }

  /** Begins again if the files hold less than the state says, such as after a power failure. */
  #read(): ScanState {
    try {
      const state = jsonIn(readFileSync(`${this.#base}.state`, 'utf8'), STATE);
      const isWhole =
        state !== undefined &&
        fstatSync(this.#frames).size >= state.frames * FRAME_BYTES &&
        fstatSync(this.#peaks).size >= state.peaks * PEAK_BYTES;
      return isWhole ? state : NOTHING;
    } catch {
      return NOTHING;
    }
  }
}

function write(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done);
  }
}
