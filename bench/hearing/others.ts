/** Sound that is nobody's music: talk, noise, and techno that is made here. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SAMPLE_RATE } from '../../src/hearing/sound.ts';
import { madeMusic, numbersFrom } from '../../test/support/music.ts';
import { loudnessOf } from '../../test/support/sounds.ts';
import { decoded, RAW, samplesOf } from './sets.ts';

export interface Played {
  readonly name: string;
  readonly sound: Float32Array;
}

/** Of one voice, one noise or one track, before the next. */
const SECONDS = 150;
/** Of espeak-ng: languages, and variants of the voice. */
const ESPEAK = ['en-us', 'en-gb+f3', 'de+m2', 'fr+f2', 'es+m7', 'it+f4', 'pl+croak', 'en+whisper'];
const WORDS_A_MINUTE = [140, 160, 180, 150, 200, 170, 130, 190];
/** Of ffmpeg's flite. */
const FLITE = ['awb', 'kal', 'rms', 'slt'];
/** Of festival, as many of its voices as are installed. */
const FESTIVAL = ['kal_diphone', 'cmu_us_slt_arctic_hts'];
const GUIDES = 'docs/guide';
const CHARACTERS = 2_600;
const AT_ONCE = 6;
const CROWD = 40;
/** How loud everything is: root of the mean square. */
const LOUDNESS = 0.1;
const COLORS = ['white', 'pink', 'brown', 'blue', 'violet'];

/** One voice after another. */
export function* talk(folder: string): Generator<Played> {
  for (let n = 0; ; n += 1) {
    yield* voices(folder, n);
  }
}

/** Six who talk at the same time, then forty who clap, too. */
export function* crowds(folder: string): Generator<Played> {
  const all = [...voices(folder, 0)].map(({ sound }) => sound);
  const next = numbersFrom(11);
  const one = (): Float32Array => {
    const voice = all[Math.floor(next() * all.length)] ?? new Float32Array(1);
    const from = Math.floor(next() * voice.length);
    return Float32Array.from(
      { length: SECONDS * SAMPLE_RATE },
      (_, n) => voice[(from + n) % voice.length] ?? 0,
    );
  };
  for (;;) {
    yield { name: `${AT_ONCE} who talk`, sound: together(Array.from({ length: AT_ONCE }, one)) };
    const crowd = together([together(Array.from({ length: CROWD }, one)), claps(next)]);
    yield { name: `${CROWD} who talk and clap`, sound: crowd };
  }
}

/** Of each color, steady and then like waves. */
export function* noises(): Generator<Played> {
  for (let seed = 1; ; seed += 1) {
    for (const color of COLORS) {
      const source = `anoisesrc=r=${SAMPLE_RATE}:color=${color}:seed=${seed}:d=${SECONDS}:a=0.3`;
      const args = ['-v', 'error', '-f', 'lavfi', '-i', source, ...RAW, '-'];
      const steady = leveled(samplesOf(execFileSync('ffmpeg', args, { maxBuffer: 16 * 1024 * 1024 })));
      const period = SAMPLE_RATE * (2 + (seed % 5));
      yield { name: `${color} noise`, sound: steady };
      yield {
        name: `${color} noise that comes and goes`,
        sound: steady.map((sample, n) => sample * (1 + Math.sin((2 * Math.PI * n) / period))),
      };
    }
  }
}

/** Melodies over the drums that all tests share, and tracks of synthesizers, in turn. */
export function* technoTracks(): Generator<Played> {
  for (let seed = 500; ; seed += 1) {
    yield { name: `melodies over drums ${seed}`, sound: madeMusic(seed, SECONDS) };
    yield { name: `synthesizers ${seed}`, sound: synthesized(seed) };
  }
}

function* voices(folder: string, round: number): Generator<Played> {
  const guides = readdirSync(GUIDES).filter((name) => name.endsWith('.md'));
  const text = join(folder, 'text.txt');
  const spoken = join(folder, 'spoken.wav');
  const all: readonly (readonly [name: string, speak: () => void])[] = [
    ...ESPEAK.map((voice, n) => {
      const speed = String(WORDS_A_MINUTE[n] ?? 160);
      const args = ['-v', voice, '-s', speed, '-f', text, '-w', spoken];
      return [`espeak-ng ${voice}`, () => execFileSync('espeak-ng', args)] as const;
    }),
    ...FLITE.map((voice) => {
      const source = `flite=textfile=${text}:voice=${voice}`;
      const args = ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, spoken];
      return [`flite ${voice}`, () => execFileSync('ffmpeg', args)] as const;
    }),
    ...FESTIVAL.map((voice) => {
      const args = ['-eval', `(voice_${voice})`, '-o', spoken, text];
      return [`festival ${voice}`, () => spawnSync('text2wave', args)] as const;
    }),
  ];
  for (const [n, [name, speak]] of all.entries()) {
    const guide = readFileSync(join(GUIDES, guides[(round + n) % guides.length] ?? ''), 'utf8');
    const words = guide.replace(/\]\([^)]*\)|[^\p{L}\p{N}\s.,;:?!']/gu, ' ');
    const from = (round * CHARACTERS) % Math.max(1, words.length - CHARACTERS);
    writeFileSync(text, words.slice(from, from + CHARACTERS));
    writeFileSync(spoken, '');
    speak();
    const sound = decoded(spoken);
    if (sound.length > 0) {
      yield { name, sound: leveled(sound) };
    }
  }
}

function claps(next: () => number): Float32Array {
  const sound = new Float32Array(SECONDS * SAMPLE_RATE);
  for (let clap = 0; clap < SECONDS * 60; clap += 1) {
    const at = Math.floor(next() * sound.length);
    const gain = 0.2 + next();
    for (let n = 0; n < SAMPLE_RATE / 30 && at + n < sound.length; n += 1) {
      sound[at + n] = (sound[at + n] ?? 0) + gain * (2 * next() - 1) * Math.exp(-n / 60);
    }
  }
  return leveled(sound);
}

const MINOR = [0, 2, 3, 5, 7, 8, 10];

/** Kick, hats and a clap; a bass of sixteenths through a filter that opens and closes, and chords beside the beat. */
function synthesized(seed: number): Float32Array {
  const next = numbersFrom(seed);
  const sound = new Float32Array(SECONDS * SAMPLE_RATE);
  const step = (SAMPLE_RATE * 60) / (118 + 32 * next()) / 4;
  const root = 41 * 2 ** next();
  const line = Array.from({ length: 16 }, () => (next() < 0.7 ? pitchOf(root, next()) : 0));
  const chords = Array.from({ length: 4 }, () => [0, 2, 4].map(() => 4 * pitchOf(root, next())));
  const beatsOfChord = Array.from({ length: 16 }, () => next() < 0.25);
  const sweep = 4 + 28 * next();
  let [phase, low, band] = [0, 0, 0];
  for (let n = 0; n < sound.length; n += 1) {
    const at = n / step;
    const sixteenth = Math.floor(at);
    const within = ((at - sixteenth) * step) / SAMPLE_RATE;
    const sinceBeat = ((at % 4) * step) / SAMPLE_RATE;
    const sinceOffbeat = (((at + 2) % 4) * step) / SAMPLE_RATE;
    const isBreak = sixteenth % 512 >= 448;
    const kick = isBreak ? 0 : Math.sin(2 * Math.PI * (48 * sinceBeat - 6 * Math.exp(-30 * sinceBeat)));
    const hat = (2 * next() - 1) * (Math.exp(-60 * sinceOffbeat) + 0.3 * Math.exp(-120 * within));
    const clap = sixteenth % 8 === 4 && !isBreak ? (2 * next() - 1) * Math.exp(-25 * within) : 0;
    phase += (line[sixteenth % 16] ?? 0) / SAMPLE_RATE;
    const saw = (line[sixteenth % 16] ?? 0) > 0 ? (2 * (phase % 1) - 1) * Math.exp(-6 * within) : 0;
    const cutoff =
      0.05 + 0.3 * (1 - Math.cos((2 * Math.PI * n) / SAMPLE_RATE / sweep)) * Math.exp(-3 * within);
    low += cutoff * band;
    band += cutoff * (saw - low - 0.4 * band);
    const chord = chords[Math.floor(sixteenth / 32) % 4] ?? [];
    const stab = beatsOfChord[sixteenth % 16]
      ? chord.reduce((sum, hertz) => sum + Math.sin((2 * Math.PI * hertz * n) / SAMPLE_RATE), 0) *
        Math.exp(-9 * within)
      : 0;
    const ducked = 1 - Math.exp(-8 * sinceBeat);
    sound[n] = kick * Math.exp(-9 * sinceBeat) + 0.25 * hat + 0.3 * clap + ducked * (0.7 * low + 0.15 * stab);
  }
  return leveled(sound);
}

function pitchOf(root: number, part: number): number {
  const degree = Math.floor(part * 2 * MINOR.length);
  return root * 2 ** (Math.floor(degree / MINOR.length) + (MINOR[degree % MINOR.length] ?? 0) / 12);
}

function together(sounds: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(Math.min(...sounds.map(({ length }) => length)));
  for (const sound of sounds) {
    for (let n = 0; n < sum.length; n += 1) {
      sum[n] = (sum[n] ?? 0) + (sound[n] ?? 0);
    }
  }
  return leveled(sum);
}

function leveled(sound: Float32Array): Float32Array {
  const gain = LOUDNESS / Math.max(1e-6, loudnessOf(sound));
  return sound.map((sample) => Math.max(-1, Math.min(1, gain * sample)));
}
