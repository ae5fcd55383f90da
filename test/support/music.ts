/** Music for tests: melodies over drums that all tracks share, as tracks of one style do. */
import { SAMPLE_RATE } from '../../src/hearing/sound.ts';
import { wave } from './wav.ts';

const SCALE = [0, 2, 3, 5, 7, 8, 10, 12];

/** Deterministic numbers from 0 to 1 for a seed. */
export function numbersFrom(seed: number): () => number {
  let state = (seed * 7_919 + 13) >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  // Skips the first ones, which are similar for neighboring seeds.
  Array.from({ length: 10 }, next);
  return next;
}

/** Makes a distinct track for each seed. */
export function madeMusic(seed: number, seconds: number): Float32Array {
  const next = numbersFrom(seed);
  const sound = new Float32Array(seconds * SAMPLE_RATE);
  const step = (SAMPLE_RATE * 60) / (120 + 12 * next()) / 4;
  const root = 90 * 2 ** next();
  for (let beat = 0; beat * step < sound.length; beat += 1) {
    const at = Math.round(beat * step);
    if (beat % 4 === 0) {
      tone(sound, at, { hertz: 55, gain: 0.5, fades: 12 });
    }
    if (beat % 4 === 2) {
      hiss(sound, at, next);
    }
    for (const [octave, odds] of [
      [1, 0.5],
      [2, 0.4],
      [4, 0.3],
    ] as const) {
      if (next() < odds) {
        const note = SCALE[Math.floor(next() * SCALE.length)] ?? 0;
        tone(sound, at, { hertz: root * octave * 2 ** (note / 12), gain: 0.12, fades: 4 + 6 * next() });
      }
    }
  }
  return sound;
}

function tone(
  sound: Float32Array,
  at: number,
  { hertz, gain, fades }: { readonly hertz: number; readonly gain: number; readonly fades: number },
): void {
  for (let n = 0; n < SAMPLE_RATE / 2 && at + n < sound.length; n += 1) {
    const angle = (2 * Math.PI * hertz * n) / SAMPLE_RATE;
    const wave = Math.sin(angle) + Math.sin(2 * angle) / 2 + Math.sin(3 * angle) / 3;
    sound[at + n] = (sound[at + n] ?? 0) + gain * wave * Math.exp((-n / SAMPLE_RATE) * fades);
  }
}

function hiss(sound: Float32Array, at: number, next: () => number): void {
  for (let n = 0; n < SAMPLE_RATE / 20 && at + n < sound.length; n += 1) {
    sound[at + n] = (sound[at + n] ?? 0) + 0.15 * (2 * next() - 1) * Math.exp(-n / 150);
  }
}

/** Resamples as a turntable does: 1.04 is 4 % faster and higher. */
export function atSpeed(sound: Float32Array, speed: number): Float32Array {
  return Float32Array.from({ length: Math.floor((sound.length - 1) / speed) }, (_, n) => {
    const at = Math.floor(n * speed);
    const part = n * speed - at;
    return (1 - part) * (sound[at] ?? 0) + part * (sound[at + 1] ?? 0);
  });
}

/** Mixes sounds, each with a fader (0 to 1) over the time in seconds. */
export function mixed(
  ...channels: readonly (readonly [sound: Float32Array, fader: (seconds: number) => number])[]
): Float32Array {
  const length = Math.min(...channels.map(([sound]) => sound.length));
  return Float32Array.from({ length }, (_, n) =>
    channels.reduce((sum, [sound, fader]) => sum + (sound[n] ?? 0) * fader(n / SAMPLE_RATE), 0),
  );
}

export function waveFile(sound: Float32Array): Buffer {
  const samples = Int16Array.from(sound, (sample) => Math.max(-1, Math.min(1, sample)) * 32_767);
  return wave(samples, SAMPLE_RATE);
}
