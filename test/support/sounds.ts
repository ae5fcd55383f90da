/** Sounds in every format, made by ffmpeg. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tool } from './judge.ts';

export interface SoundOptions {
  /** Frequency of the tone; 440 by default. */
  readonly hertz?: number;
  readonly seconds?: number;
  readonly rate?: number;
  readonly channels?: number;
}

const made = new Map<string, Buffer>();

/** A tone at half of full scale with these ffmpeg options: `-c:a flac -f ogg`. Cached: don't write to it. */
export function toneAs(encoding: string, options: SoundOptions = {}): Buffer {
  const key = JSON.stringify([encoding, options]);
  const bytes = made.get(key) ?? encoded(encoding, options);
  made.set(key, bytes);
  return bytes;
}

/** The same in several formats with one start of ffmpeg, which takes most of the time. */
export function tonesAs(encodings: readonly string[], options: SoundOptions = {}): Buffer[] {
  const folder = mkdtempSync(join(tmpdir(), 'deckcast-tones-'));
  const paths = encodings.map((_, index) => join(folder, String(index)));
  ffmpeg(options, ...encodings.flatMap((encoding, index) => [...outputOf(encoding), paths[index] ?? '']));
  const tones = paths.map((path) => readFileSync(path));
  rmSync(folder, { recursive: true });
  return tones;
}

function encoded(encoding: string, options: SoundOptions): Buffer {
  return ffmpeg(options, ...outputOf(encoding), 'pipe:1');
}

const outputOf = (encoding: string) => [...encoding.split(' '), '-bitexact'];

function ffmpeg(
  { hertz = 440, seconds = 2, rate = 44_100, channels = 2 }: SoundOptions,
  ...outputs: string[]
): Buffer {
  const wave = Array.from({ length: channels }, () => `0.5*sin(2*PI*${hertz}*t)`).join('|');
  const source = `aevalsrc=${wave}:s=${rate}:d=${seconds}`;
  return execFileSync(tool('ffmpeg'), ['-v', 'error', '-f', 'lavfi', '-i', source, ...outputs], {
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** Upward zero crossings per second: the pitch of a tone. */
export function pitchOf(samples: Float32Array, rate: number): number {
  let crossings = 0;
  for (let at = 1; at < samples.length; at += 1) {
    crossings += (samples[at - 1] ?? 0) < 0 && (samples[at] ?? 0) >= 0 ? 1 : 0;
  }
  return (crossings * rate) / samples.length;
}

/** Root mean square; 0.354 for a tone at half of full scale. */
export function loudnessOf(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

export function joined(pieces: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
