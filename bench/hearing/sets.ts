/** Pieces of sets, mixed by ffmpeg from real music and from made techno, with what is heard when. */
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
import { type SameMusic, sameMusicIn } from './same-music.ts';

/** What is kept between two runs: music that was decoded, and the indexes of it. */
export const CACHE = process.env.HEARING_CACHE ?? join(tmpdir(), 'deckcast-bench-hearing');
/** Of the Debian packages drascula-music, planetblupi-music-ogg, hyperrogue-music and wesnoth-1.16-music. */
const FOLDERS = [
  '/usr/share/scummvm/drascula/audio',
  '/usr/share/planetblupi/music',
  '/usr/share/hyperrogue/music',
  '/usr/share/games/wesnoth/1.16/data/core/music',
];
/** Of warzone2100-music, singularity-music, fillets-ng-data and asc-music; and wherever more music was unpacked. */
const MORE_FOLDERS = [
  '/usr/share/games/warzone2100/music',
  '/usr/share/games/singularity/music',
  '/usr/share/games/fillets-ng/music',
  '/usr/share/games/asc/music',
  ...(process.env.HEARING_MUSIC?.split(':') ?? []),
];
/** Files and seconds: shorter ones are jingles, and of longer ones that is enough. */
const FEWEST_FILES = 40;
const SHORTEST = 110;
const LONGEST = 200;
/** Without anything but the sound, which begins after so many bytes. */
const WAV = [
  '-map',
  '0:a',
  '-map_metadata',
  '-1',
  '-bitexact',
  '-f',
  'wav',
  '-ar',
  String(SAMPLE_RATE),
  '-ac',
  '1',
];
const WAV_HEAD = 44;
export const RAW = ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '1'];
const ENDS_AFTER = 20;

/** A change of track: `first` is on air, `second` is cued behind a closed fader and mixed in, `bystander` never. */
export interface TrackChange {
  readonly sound: Float32Array;
  readonly first: Float32Array;
  readonly second: Float32Array;
  readonly bystander: Float32Array;
  /** Seconds: when the second fader begins to open, and when the second is as loud as the first. */
  readonly opensAt: number;
  readonly crossesAt: number;
}

/** Real music that is long enough for a change of track. */
export function realMusic(): readonly string[] {
  return enough(decodedFiles(FOLDERS).filter((file) => secondsOf(file) > SHORTEST));
}

/** Every so many files are not in a collection. */
const OUTSIDER = 6;
/** Seconds; what is shorter is a jingle. */
const SHORTEST_TRACK = 60;

/** Real music, as files: what is in a collection, and what is not. Of files with the same music only the first is in either. */
export function partedMusic(): {
  readonly insiders: readonly string[];
  readonly outsiders: readonly string[];
} {
  const all = musicFiles().filter((file) => secondsOf(file) > SHORTEST_TRACK);
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

/** Compared once for the same files. */
function sameMusic(files: readonly string[]): readonly SameMusic[] {
  const mark = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 8);
  const kept = join(CACHE, `same-music ${mark}.json`);
  if (!existsSync(kept)) {
    writeFileSync(kept, JSON.stringify(sameMusicIn(files, soundIn)));
  }
  return JSON.parse(readFileSync(kept, 'utf8')) as readonly SameMusic[];
}

/** Real music. */
export function musicFiles(): readonly string[] {
  return enough(decodedFiles([...FOLDERS, ...MORE_FOLDERS]));
}

/** As they are. */
export function originals(): readonly string[] {
  return enough(filesIn(FOLDERS));
}

/** As WAV files of one channel, which are decoded once. Some of the music is damaged: what cannot be had is left out. */
function decodedFiles(folders: readonly string[]): readonly string[] {
  mkdirSync(CACHE, { recursive: true });
  return filesIn(folders).flatMap((file) => {
    const mark = createHash('sha256').update(file).digest('hex').slice(0, 8);
    const to = join(CACHE, `${basename(file, extname(file))} ${mark}.wav`);
    if (!existsSync(to)) {
      const part = `${to}.part`;
      spawnSync('ffmpeg', ['-v', 'quiet', '-y', '-i', file, '-t', String(LONGEST), ...WAV, part]);
      if (!existsSync(part)) {
        return [];
      }
      renameSync(part, to);
    }
    return to;
  });
}

function filesIn(folders: readonly string[]): readonly string[] {
  return folders
    .filter(existsSync)
    .flatMap((from) =>
      readdirSync(from, { recursive: true, encoding: 'utf8' }).map((name) => join(from, name)),
    )
    .filter((file) => /\.(ogg|oga|mp3|opus|flac|wav)$/.test(file));
}

function enough(files: readonly string[]): readonly string[] {
  if (files.length < FEWEST_FILES) {
    throw new Error(
      'install the music: apt-get install drascula-music planetblupi-music-ogg hyperrogue-music wesnoth-1.16-music',
    );
  }
  return files;
}

/** Tracks that share their drums, as hard as it gets. */
export function techno(folder: string): readonly string[] {
  return Array.from({ length: 12 }, (_, seed) => {
    const to = join(folder, `techno-${seed}.wav`);
    writeFileSync(to, waveFile(madeMusic(seed + 100, SHORTEST + 40)));
    return to;
  });
}

interface Deck {
  readonly file: string;
  readonly from: number;
  readonly tempo: number;
  readonly keyLock: boolean;
  readonly startsAt: number;
}

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
    return { file, from: between(0, Math.max(0, spare)), tempo, keyLock: next() < 0.5, startsAt };
  };
  const [first, second] = [deck(one, 0), deck(two, between(5, 20))];
  const bassSwap = next() < 0.35 ? [`highpass=f=250:enable='between(t,${opensAt},${opensAt + fade})'`] : [];
  const effect = [[], [], [], [], ['flanger'], ['aecho=0.8:0.7:250:0.4']][Math.floor(next() * 6)] ?? [];
  const voice = next() < 0.2;
  const fader = (way: 'in' | 'out'): string => `afade=t=${way}:st=${opensAt}:d=${fade}:curve=tri`;
  const inputs = [first, second].flatMap(({ file }) => ['-i', file]);
  const graph = [
    chainOf(0, first, end, [...effect, fader('out')]),
    chainOf(1, second, end, [...bassSwap, fader('in')]),
  ];
  if (voice) {
    const spoken = join(folder, 'voice.wav');
    execFileSync('espeak-ng', [
      '-w',
      spoken,
      'Good evening everybody, make some noise, the next one is for you',
    ]);
    inputs.push('-i', spoken);
    graph.push(
      `[2:a]aresample=${SAMPLE_RATE},adelay=${Math.round((opensAt - 4) * 1_000)}:all=1,apad=whole_dur=${end}[d2]`,
    );
  }
  const decks = voice ? '[d0][d1][d2]amix=inputs=3' : '[d0][d1]amix=inputs=2';
  const mix = `${graph.join(';')};${decks}:normalize=0:duration=first,volume=0.6,alimiter=limit=0.95[out]`;
  const raw = execFileSync(
    'ffmpeg',
    ['-v', 'error', ...inputs, '-filter_complex', mix, '-map', '[out]', '-t', String(end), ...RAW, '-'],
    { maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  return {
    sound: samplesOf(raw),
    first: soundIn(one),
    second: soundIn(two),
    bystander: soundIn(three),
    opensAt,
    crossesAt: opensAt + fade / 2,
  };
}

function chainOf(
  input: number,
  { from, tempo, keyLock, startsAt }: Deck,
  end: number,
  filters: readonly string[],
): string {
  const speed = keyLock
    ? `rubberband=tempo=${tempo}`
    : `asetrate=${Math.round(SAMPLE_RATE * tempo)},aresample=${SAMPLE_RATE}`;
  const played = [
    `atrim=start=${from}:duration=${(end - startsAt) * tempo + 2}`,
    'asetpts=PTS-STARTPTS',
    speed,
    `atrim=duration=${end - startsAt}`,
    'asetpts=PTS-STARTPTS',
    `adelay=${Math.round(startsAt * 1_000)}:all=1`,
    ...filters,
    `apad=whole_dur=${end}`,
  ];
  return `[${input}:a]${played.join(',')}[d${input}]`;
}

/** A file of speech. */
export function spokenIn(folder: string): string {
  const spoken = join(folder, 'speech.wav');
  execFileSync('espeak-ng', ['-w', spoken, 'The quick brown fox jumps over the lazy dog. Are you ready?']);
  return spoken;
}

/** Music that was decoded. */
export function soundIn(file = ''): Float32Array {
  return samplesOf(readFileSync(file).subarray(WAV_HEAD));
}

export function samplesOf(raw: Buffer): Float32Array {
  return Float32Array.from({ length: raw.length / 2 }, (_, n) => raw.readInt16LE(n * 2) / 32_768);
}

interface Part {
  /** Seconds. */
  readonly from: number;
  readonly seconds: number;
  /** Of ffmpeg. */
  readonly filter?: string;
}

export function secondsOf(file: string): number {
  return statSync(file).size / 2 / SAMPLE_RATE;
}

/** A file, or a part of it. Some of these files are damaged, and give what can be had of them. */
export function decoded(file: string, part?: Part): Float32Array {
  const { from = 0, seconds = 0, filter = 'anull' } = part ?? {};
  // What is slowed down or made faster needs less, or more.
  const read = part === undefined ? [] : ['-ss', from.toFixed(2), '-t', String(seconds + 3)];
  const most = part === undefined ? [] : ['-t', String(seconds)];
  const args = ['-v', 'quiet', ...read, '-i', file, '-ac', '1', '-af', filter, ...most, ...RAW, '-'];
  return samplesOf(spawnSync('ffmpeg', args, { maxBuffer: 256 * 1024 * 1024 }).stdout);
}
