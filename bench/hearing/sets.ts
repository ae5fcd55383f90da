/** Music for these benches, decoded once by ffmpeg, and changes of track mixed from it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { SAMPLE_RATE } from '../../src/hearing/sound.ts';
import { madeMusic, numbersFrom, waveFile } from '../../test/support/music.ts';
import { loudnessOf } from '../../test/support/sounds.ts';
import { crossing } from './crossing.ts';
import { type SameMusic, sameMusicIn } from './same-music.ts';

/** Decoded music and indexes, kept for the next run. */
export const CACHE = process.env.HEARING_CACHE ?? join(tmpdir(), 'deckcast-bench-hearing');
/** Music of Debian packages; `bench/README.md` names them. */
const FOLDERS = [
  '/usr/share/scummvm/drascula/audio',
  '/usr/share/planetblupi/music',
  '/usr/share/hyperrogue/music',
  '/usr/share/games/wesnoth/1.16/data/core/music',
  ...(process.env.HEARING_MUSIC?.split(':') ?? []),
];
const FEWEST_FILES = 40;
/** Seconds. */
const DECODED = 200;
const SHORTEST_IN_CHANGE = 110;
const SHORTEST_IN_COLLECTION = 60;
/** Every sixth file stays out of collections. */
const OUTSIDER = 6;
const WAV_HEADER_BYTES = 44;
const WAV = ['-map', '0:a', '-map_metadata', '-1', '-bitexact', '-f', 'wav'];
const MONO = ['-ar', String(SAMPLE_RATE), '-ac', '1'];
const RAW = ['-f', 's16le', ...MONO];
const MAX_BUFFER = 256 * 1024 * 1024;
const ENDS_AFTER = 20;

/** A change of track: `first` is on air, `second` is cued behind a closed fader and mixed in, `bystander` is not played. */
export interface TrackChange {
  readonly sound: Float32Array;
  readonly first: Float32Array;
  readonly second: Float32Array;
  readonly bystander: Float32Array;
  /** Seconds: when the second fader begins to open, when both are equally open, and when its sound becomes the louder one. */
  readonly opensAt: number;
  readonly crossesAt: number;
  readonly louderAt: number;
}

/** Music files as WAV, longer than so many seconds. Damaged files are left out. */
export function musicFiles(shortest = 0): readonly string[] {
  mkdirSync(CACHE, { recursive: true });
  const files = FOLDERS.filter(existsSync)
    .flatMap((from) =>
      readdirSync(from, { recursive: true, encoding: 'utf8' }).map((name) => join(from, name)),
    )
    .filter((file) => /\.(ogg|oga|mp3|opus|flac|wav)$/.test(file))
    .flatMap(decodedOnce);
  if (files.length < FEWEST_FILES) {
    throw new Error(
      'install the music: apt-get install drascula-music planetblupi-music-ogg hyperrogue-music wesnoth-1.16-music',
    );
  }
  return files.filter((file) => secondsOf(file) > shortest);
}

export function musicForChanges(): readonly string[] {
  return musicFiles(SHORTEST_IN_CHANGE);
}

/** Tracks with the same drums, the hardest to tell apart. */
export function techno(folder: string): readonly string[] {
  return Array.from({ length: 12 }, (_, seed) => {
    const to = join(folder, `techno-${seed}.wav`);
    writeFileSync(to, waveFile(madeMusic(seed + 100, SHORTEST_IN_CHANGE + 40)));
    return to;
  });
}

/** Music in a collection, and music outside it. Of files with the same music only the first is in either. */
export function partedMusic(): {
  readonly insiders: readonly string[];
  readonly outsiders: readonly string[];
} {
  const all = musicFiles(SHORTEST_IN_COLLECTION);
  const same = sameMusic(all);
  for (const { file, as } of same) {
    process.stderr.write(`left out: ${basename(file)} has music of ${basename(as)}\n`);
  }
  const files = all.filter((file) => !same.some((one) => one.file === file));
  return {
    insiders: files.filter((_, at) => at % OUTSIDER !== 0),
    outsiders: files.filter((_, at) => at % OUTSIDER === 0),
  };
}

function sameMusic(files: readonly string[]): readonly SameMusic[] {
  const kept = join(CACHE, `same-music ${hashOf(files.join('\n'))}.json`);
  if (!existsSync(kept)) {
    writeFileSync(kept, JSON.stringify(sameMusicIn(files, soundIn)));
  }
  return JSON.parse(readFileSync(kept, 'utf8')) as readonly SameMusic[];
}

function decodedOnce(file: string): readonly string[] {
  const to = join(CACHE, `${basename(file, extname(file))} ${hashOf(file)}.wav`);
  if (!existsSync(to)) {
    const part = `${to}.part`;
    spawnSync('ffmpeg', ['-v', 'quiet', '-y', '-i', file, '-t', String(DECODED), ...WAV, ...MONO, part]);
    if (!existsSync(part)) {
      return [];
    }
    renameSync(part, to);
  }
  return [to];
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

interface Deck {
  readonly file: string;
  readonly from: number;
  readonly tempo: number;
  readonly hasKeyLock: boolean;
  readonly startsAt: number;
  /** Makes all files equally loud, as a DJ does. */
  readonly gain: number;
}

/** Loudness of each file in a change of track: 1 for full scale. */
const RMS = 0.15;

/** The same change for the same seed and files. */
export function changeOf(seed: number, files: readonly string[], folder: string): TrackChange {
  const next = numbersFrom(seed);
  const between = (low: number, high: number): number => low + (high - low) * next();
  const left = [...files];
  const [one, two, three] = [0, 1, 2].map(() => left.splice(Math.floor(next() * left.length), 1)[0] ?? '');
  const fade = between(4, 40);
  const opensAt = between(25, 40);
  const end = opensAt + fade + ENDS_AFTER;
  const deck = (file = '', startsAt: number): Deck => {
    const tempo = next() < 0.8 ? 1 + between(-0.08, 0.08) : 1;
    const spare = secondsOf(file) - (end - startsAt) * tempo - 3;
    const from = between(0, Math.max(0, spare));
    const gain = RMS / loudnessOf(soundIn(file));
    return { file, from, tempo, hasKeyLock: next() < 0.5, startsAt, gain };
  };
  const [first, second] = [deck(one, 0), deck(two, between(5, 20))];
  const bassSwap = next() < 0.35 ? [`highpass=f=250:enable='between(t,${opensAt},${opensAt + fade})'`] : [];
  const effect = [[], [], [], [], ['flanger'], ['aecho=0.8:0.7:250:0.4']][Math.floor(next() * 6)] ?? [];
  const hasVoice = next() < 0.2;
  const fader = (way: 'in' | 'out'): string => `afade=t=${way}:st=${opensAt}:d=${fade}:curve=tri`;
  const inputs = [first, second].flatMap(({ file }) => ['-i', file]);
  const graph = [
    chainOf(0, first, end, [...effect, fader('out')]),
    chainOf(1, second, end, [...bassSwap, fader('in')]),
  ];
  if (hasVoice) {
    const text = 'Good evening everybody, make some noise, the next one is for you';
    inputs.push('-i', spokenIn(folder, text));
    const delay = Math.round((opensAt - 4) * 1_000);
    graph.push(`[2:a]aresample=${SAMPLE_RATE},adelay=${delay}:all=1,apad=whole_dur=${end}[d2]`);
  }
  const decks = hasVoice ? '[m0][m1][d2]amix=inputs=3' : '[m0][m1]amix=inputs=2';
  const mix = [
    ...graph,
    '[d0]asplit[m0][s0]',
    '[d1]asplit[m1][s1]',
    `${decks}:normalize=0:duration=first,alimiter=limit=0.95[out]`,
    '[out][s0][s1]join=inputs=3:channel_layout=2.1[all]',
  ].join(';');
  const all = ffmpegSound([...inputs, '-filter_complex', mix, '-map', '[all]', '-t', String(end)], 3);
  const channel = (one: number): Float32Array => all.filter((_, at) => at % 3 === one);
  const stems = [channel(1), channel(2)] as const;
  return {
    sound: channel(0),
    first: soundIn(one),
    second: soundIn(two),
    bystander: soundIn(three),
    opensAt,
    crossesAt: opensAt + fade / 2,
    louderAt: crossing(
      { opens: 0, samples: stems[0] },
      { opens: opensAt, samples: stems[1].subarray(Math.round(opensAt * SAMPLE_RATE)) },
    ),
  };
}

function chainOf(
  input: number,
  { from, tempo, hasKeyLock, startsAt, gain }: Deck,
  end: number,
  filters: readonly string[],
): string {
  const played = [
    `atrim=start=${from}:duration=${(end - startsAt) * tempo + 2}`,
    'asetpts=PTS-STARTPTS',
    hasKeyLock ? keyLock(tempo) : turntable(tempo),
    `atrim=duration=${end - startsAt}`,
    'asetpts=PTS-STARTPTS',
    `adelay=${Math.round(startsAt * 1_000)}:all=1`,
    `volume=${gain}`,
    ...filters,
    `apad=whole_dur=${end}`,
  ];
  return `[${input}:a]${played.join(',')}[d${input}]`;
}

/** ffmpeg filter: tempo and pitch change together. */
export function turntable(speed: number): string {
  return `asetrate=${Math.round(SAMPLE_RATE * speed)},aresample=${SAMPLE_RATE}`;
}

/** ffmpeg filter: the tempo changes, the pitch stays. */
export function keyLock(tempo: number): string {
  return `rubberband=tempo=${tempo}`;
}

/** Writes speech to a file. */
export function spokenIn(
  folder: string,
  text = 'The quick brown fox jumps over the lazy dog. Are you ready?',
): string {
  const spoken = join(folder, 'speech.wav');
  execFileSync('espeak-ng', ['-w', spoken, text]);
  return spoken;
}

export function noiseOf(color: string, seconds: number, seed = 1): Float32Array {
  const source = `anoisesrc=r=${SAMPLE_RATE}:color=${color}:seed=${seed}:d=${seconds}:a=0.3`;
  return ffmpegSound(['-f', 'lavfi', '-i', source]);
}

/** Half of the sound, and half of the other one, repeated, so many times as loud. */
export function beside(sound: Float32Array, other: Float32Array, times: number): Float32Array {
  const gain = (times * loudnessOf(sound)) / loudnessOf(other);
  return sound.map((sample, n) => (sample + gain * (other[n % other.length] ?? 0)) / 2);
}

/** Level of a fader, 0 to 1. `part`: elapsed part of its fade; NaN for one that is open from the start. */
export function openness(part: number): number {
  return Number.isNaN(part) ? 1 : Math.max(0, Math.min(1, part));
}

/** Samples of a file of `musicFiles`. */
export function soundIn(file = ''): Float32Array {
  return samplesOf(readFileSync(file).subarray(WAV_HEADER_BYTES));
}

export function secondsOf(file: string): number {
  return statSync(file).size / 2 / SAMPLE_RATE;
}

interface Stretch {
  /** Seconds. */
  readonly from: number;
  readonly seconds: number;
  /** ffmpeg filter. */
  readonly filter?: string;
}

/** Decodes a file, or a stretch of it. Damaged files give as much as can be decoded. */
export function decoded(file: string, stretch?: Stretch): Float32Array {
  const { from = 0, seconds = 0, filter = 'anull' } = stretch ?? {};
  // Faster playback needs more of the file.
  const read = stretch === undefined ? [] : ['-ss', from.toFixed(2), '-t', String(1.25 * seconds + 3)];
  const most = stretch === undefined ? [] : ['-t', String(seconds)];
  const args = ['-v', 'quiet', ...read, '-i', file, '-af', filter, ...most, ...RAW, '-'];
  return samplesOf(spawnSync('ffmpeg', args, { maxBuffer: MAX_BUFFER }).stdout);
}

/** The file's sound in a room with this impulse response. */
export function convolvedBy(file: string, response: string): Float32Array {
  return ffmpegSound(['-i', file, '-i', response, '-filter_complex', '[0:a][1:a]afir[out]', '-map', '[out]']);
}

function ffmpegSound(args: readonly string[], channels = 1): Float32Array {
  return samplesOf(
    execFileSync('ffmpeg', ['-v', 'error', ...args, ...RAW, '-ac', String(channels), '-'], {
      maxBuffer: MAX_BUFFER,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
}

function samplesOf(raw: Buffer): Float32Array {
  return Float32Array.from({ length: raw.length / 2 }, (_, n) => raw.readInt16LE(n * 2) / 32_768);
}
