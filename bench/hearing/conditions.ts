/** One track plays, changed in one way, with two others loaded: how surely it is heard. */
import { execFileSync } from 'node:child_process';
import type { Description } from '../../src/hearing/describe.ts';
import { Judge } from '../../src/hearing/judge.ts';
import { SAMPLE_RATE } from '../../src/hearing/sound.ts';
import { loudnessOf } from '../../test/support/sounds.ts';
import { type Figure, type Measurement, withFolder } from '../measure.ts';
import { describedAs } from './room.ts';
import { decoded, RAW, realMusic, samplesOf, soundIn, spokenIn } from './sets.ts';

/** `HEARING_TRACKS=30 npm run bench -- hearing-conditions` for more. */
const TRACKS = Number(process.env.HEARING_TRACKS ?? 10);
const FROM = 20;
const SECONDS = 40;
/** Seconds after which it has to be found. */
const FOUND_AFTER = 10;
const HEARD_AT_ONCE = SAMPLE_RATE / 4;

const NOISE = `anoisesrc=r=${SAMPLE_RATE}:color=pink:seed=1:d=${SECONDS}:a=0.3`;
const VINYL = (speed: number): string =>
  `[0:a]asetrate=${Math.round(SAMPLE_RATE * speed)},aresample=${SAMPLE_RATE}`;
const KEY_LOCK = (tempo: number): string => `[0:a]rubberband=tempo=${tempo}`;

/** What is heard beside the music. */
interface Others {
  readonly voice: Float32Array;
  readonly noise: Float32Array;
}

/** What is done to the sound, by ffmpeg or sample by sample. */
const CONDITIONS: readonly (readonly [
  what: string,
  how: string | ((sound: Float32Array, others: Others) => Float32Array),
])[] = [
  ['as it is', '[0:a]anull'],
  ['turntable, 8 % faster', VINYL(1.08)],
  ['turntable, 16 % faster', VINYL(1.16)],
  ['turntable, 16 % slower', VINYL(0.84)],
  ['key lock, 8 % slower', KEY_LOCK(0.92)],
  ['key lock, 16 % faster', KEY_LOCK(1.16)],
  ['key lock, 16 % slower', KEY_LOCK(0.84)],
  ['bass taken out', '[0:a]highpass=f=250:p=2'],
  ['middle taken out', '[0:a]bandreject=f=900:t=o:w=2.5'],
  ['treble taken out', '[0:a]lowpass=f=2500:p=2'],
  ['low-pass filter at 500 Hz', '[0:a]lowpass=f=500:p=2,lowpass=f=500:p=2'],
  ['high-pass filter at 1.5 kHz', '[0:a]highpass=f=1500:p=2,highpass=f=1500:p=2'],
  ['bass taken out, with an echo', '[0:a]highpass=f=250:p=2,aecho=0.8:0.8:375:0.5'],
  ['echo', '[0:a]aecho=0.8:0.8:375|750:0.6|0.4'],
  ['flanger', '[0:a]flanger=depth=5:regen=50'],
  [
    'a voice that speaks all the time, half as loud as the music',
    (sound, { voice }) => beside(sound, voice, 0.5),
  ],
  ['a voice that speaks all the time, as loud as the music', (sound, { voice }) => beside(sound, voice, 1)],
  ['pink noise, a quarter as loud as the music', (sound, { noise }) => beside(sound, noise, 0.25)],
  ['pink noise, as loud as the music', (sound, { noise }) => beside(sound, noise, 1)],
  ['loops of eight seconds', (sound) => looped(sound, 8)],
  ['loops of two seconds', (sound) => looped(sound, 2)],
  ['in reverse', (sound) => sound.toReversed()],
  ['scratched for a second, every four', scratched],
];

export const hearingConditions: Measurement = {
  name: 'hearing-conditions',
  async run(): Promise<readonly Figure[]> {
    return await withFolder(async (folder) => {
      const files = realMusic();
      const others = { voice: decoded(spokenIn(folder)), noise: noiseMade() };
      return CONDITIONS.flatMap(([what, how]) => {
        const shares = Array.from({ length: TRACKS }, (_, at) => heardIn(files, at, how, others));
        const mean = (of: (share: Heard) => number): number =>
          (100 * shares.reduce((sum, share) => sum + of(share), 0)) / TRACKS;
        return [
          {
            what: `${what}: the track that plays leads`,
            unit: '% of the time',
            ours: mean(({ right }) => right),
            against: 'another one leads',
            theirs: mean(({ wrong }) => wrong),
          },
        ];
      });
    });
  },
};

interface Heard {
  readonly right: number;
  readonly wrong: number;
}

/** Shares of the judgements. */
function heardIn(
  files: readonly string[],
  at: number,
  how: (typeof CONDITIONS)[number][1],
  others: Others,
): Heard {
  const [file = '', ...loaded] = [0, 7, 13].map((further) => files[(at * 3 + further) % files.length] ?? '');
  const sound = typeof how === 'string' ? filtered(file, how) : how(stretchOf(file), others);
  const judge = new Judge();
  judge.add('right', { description: descriptionOf(file), isProposed: false });
  for (const other of loaded) {
    judge.add(other, { description: descriptionOf(other), isProposed: false });
  }
  let [right, wrong, all] = [0, 0, 0];
  for (let from = 0; from < sound.length; from += HEARD_AT_ONCE) {
    const levels = judge.push(sound.subarray(from, from + HEARD_AT_ONCE));
    if (levels === undefined || from < FOUND_AFTER * SAMPLE_RATE) {
      continue;
    }
    const [loudest, level = 0] = [...levels].sort(([, one], [, other]) => other - one)[0] ?? [];
    all += 1;
    right += level > 0 && loudest === 'right' ? 1 : 0;
    wrong += level > 0 && loudest !== 'right' ? 1 : 0;
  }
  return { right: right / all, wrong: wrong / all };
}

/** Each file is described once. */
const descriptions = new Map<string, Description>();

function descriptionOf(file: string): Description {
  const description = descriptions.get(file) ?? describedAs(soundIn(file));
  descriptions.set(file, description);
  return description;
}

function stretchOf(file: string): Float32Array {
  return soundIn(file).slice(FROM * SAMPLE_RATE, (FROM + SECONDS) * SAMPLE_RATE);
}

function filtered(file: string, filter: string): Float32Array {
  const input = ['-ss', String(FROM), '-t', String(SECONDS + 10), '-i', file];
  return madeBy([...input, '-filter_complex', filter, '-t', String(SECONDS)]);
}

function noiseMade(): Float32Array {
  return madeBy(['-f', 'lavfi', '-i', NOISE]);
}

function madeBy(args: readonly string[]): Float32Array {
  return samplesOf(
    execFileSync('ffmpeg', ['-v', 'error', ...args, ...RAW, '-'], { maxBuffer: 16 * 1024 * 1024 }),
  );
}

/** Half of the sound, and with it the other one again and again, so many times as loud. */
function beside(sound: Float32Array, other: Float32Array, times: number): Float32Array {
  const gain = (times * loudnessOf(sound)) / loudnessOf(other);
  return sound.map((sample, n) => (sample + gain * (other[n % other.length] ?? 0)) / 2);
}

/** Each stretch is played twice. */
function looped(sound: Float32Array, seconds: number): Float32Array {
  const length = seconds * SAMPLE_RATE;
  return sound.map((_, n) => sound[Math.floor(n / (2 * length)) * length + (n % length)] ?? 0);
}

/** The record is moved to and fro, three times in the second. */
function scratched(sound: Float32Array): Float32Array {
  return sound.map((sample, n) => {
    const within = n % (4 * SAMPLE_RATE);
    const moved = Math.round((SAMPLE_RATE / 8) * Math.sin((2 * Math.PI * 3 * within) / SAMPLE_RATE));
    return within < SAMPLE_RATE ? (sound[n - within + Math.abs(moved)] ?? 0) : sample;
  });
}
