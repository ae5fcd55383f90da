/** One track plays, changed in one way, while two others are loaded: how much of the time it is heard. */
import { Judge } from '../../src/hearing/judge.ts';
import { SAMPLE_RATE } from '../../src/hearing/sound.ts';
import { type Figure, type Measurement, withFolder } from '../measure.ts';
import { descriptionOf } from './room.ts';
import { beside, decoded, keyLock, musicForChanges, noiseOf, spokenIn, turntable } from './sets.ts';

/** `HEARING_TRACKS=12 npm run bench -- hearing-conditions` makes the table of the guide. */
const TRACKS = Number(process.env.HEARING_TRACKS ?? 10);
/** Seconds. */
const FROM = 20;
const SECONDS = 40;
const FOUND_AFTER = 10;
const STEP = SAMPLE_RATE / 4;

interface Others {
  readonly voice: Float32Array;
  readonly noise: Float32Array;
}

type Change = string | ((sound: Float32Array, others: Others) => Float32Array);

/** ffmpeg filters, or functions. */
const CONDITIONS: readonly (readonly [what: string, change: Change])[] = [
  ['as it is', 'anull'],
  ['turntable, 8 % faster', turntable(1.08)],
  ['turntable, 16 % faster', turntable(1.16)],
  ['turntable, 16 % slower', turntable(0.84)],
  ['key lock, 8 % slower', keyLock(0.92)],
  ['key lock, 16 % faster', keyLock(1.16)],
  ['key lock, 16 % slower', keyLock(0.84)],
  ['bass taken out', 'highpass=f=250:p=2'],
  ['middle taken out', 'bandreject=f=900:t=o:w=2.5'],
  ['treble taken out', 'lowpass=f=2500:p=2'],
  ['low-pass filter at 500 Hz', 'lowpass=f=500:p=2,lowpass=f=500:p=2'],
  ['high-pass filter at 1.5 kHz', 'highpass=f=1500:p=2,highpass=f=1500:p=2'],
  ['echo', 'aecho=0.8:0.8:375|750:0.6|0.4'],
  ['flanger', 'flanger=depth=5:regen=50'],
  ['constant speech, half as loud as the music', (sound, { voice }) => beside(sound, voice, 0.5)],
  ['constant speech, as loud as the music', (sound, { voice }) => beside(sound, voice, 1)],
  ['pink noise, a quarter as loud as the music', (sound, { noise }) => beside(sound, noise, 0.25)],
  ['pink noise, as loud as the music', (sound, { noise }) => beside(sound, noise, 1)],
  ['loops of eight seconds', (sound) => looped(sound, 8)],
  ['loops of two seconds', (sound) => looped(sound, 2)],
  ['in reverse', (sound) => sound.toReversed()],
  ['scratched for one second in four', scratched],
];

export const hearingConditions: Measurement = {
  name: 'hearing-conditions',
  async run(): Promise<readonly Figure[]> {
    return await withFolder(async (folder) => {
      const files = musicForChanges();
      const others = { voice: decoded(spokenIn(folder)), noise: noiseOf('pink', SECONDS) };
      return CONDITIONS.map(([what, change]): Figure => {
        const shares = Array.from({ length: TRACKS }, (_, at) => heardIn(files, at, change, others));
        const mean = (of: keyof Heard): number =>
          (100 * shares.reduce((sum, share) => sum + share[of], 0)) / TRACKS;
        return {
          what: `${what}: the track that plays leads`,
          unit: '% of the time',
          ours: mean('right'),
          against: 'another one leads',
          theirs: mean('wrong'),
        };
      });
    });
  },
};

/** Shares of the judgements, 0 to 1. */
interface Heard {
  readonly right: number;
  readonly wrong: number;
}

function heardIn(files: readonly string[], at: number, change: Change, others: Others): Heard {
  const [file = '', ...loaded] = [0, 7, 13].map((further) => files[(at * 3 + further) % files.length] ?? '');
  const filter = typeof change === 'string' ? change : 'anull';
  const filtered = decoded(file, { from: FROM, seconds: SECONDS, filter });
  const sound = typeof change === 'string' ? filtered : change(filtered, others);
  const judge = new Judge();
  for (const path of [file, ...loaded]) {
    judge.add(path, { description: descriptionOf(path), isProposed: false });
  }
  let [right, wrong, all] = [0, 0, 0];
  for (let from = 0; from < sound.length; from += STEP) {
    const levels = judge.push(sound.subarray(from, from + STEP));
    if (levels === undefined || from < FOUND_AFTER * SAMPLE_RATE) {
      continue;
    }
    const [loudest, level = 0] = [...levels].sort(([, one], [, other]) => other - one)[0] ?? [];
    all += 1;
    right += level > 0 && loudest === file ? 1 : 0;
    wrong += level > 0 && loudest !== file ? 1 : 0;
  }
  return { right: right / all, wrong: wrong / all };
}

/** Plays each stretch twice. */
function looped(sound: Float32Array, seconds: number): Float32Array {
  const length = seconds * SAMPLE_RATE;
  return sound.map((_, n) => sound[Math.floor(n / (2 * length)) * length + (n % length)] ?? 0);
}

/** Moves the record to and fro, three times a second. */
function scratched(sound: Float32Array): Float32Array {
  return sound.map((sample, n) => {
    const within = n % (4 * SAMPLE_RATE);
    const moved = Math.round((SAMPLE_RATE / 8) * Math.sin((2 * Math.PI * 3 * within) / SAMPLE_RATE));
    return within < SAMPLE_RATE ? (sound[n - within + Math.abs(moved)] ?? 0) : sample;
  });
}
