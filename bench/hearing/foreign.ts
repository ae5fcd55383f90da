/** Names given to sound that is not of the collection, by search, judge and detection together. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { SAMPLE_RATE } from '../../src/hearing/sound.ts';
import { atSpeed, madeMusic, numbersFrom } from '../../test/support/music.ts';
import { type Figure, type Measurement, percentile, withFolder } from '../measure.ts';
import { collected } from './collection.ts';
import { Ear, type EarOptions, STEP } from './ear.ts';
import { decoded, noiseOf, partedMusic, soundIn } from './sets.ts';

/** Minutes of foreign music; `HEARING_MINUTES=600 npm run bench -- hearing-foreign` for ten hours. */
const MINUTES = Number(process.env.HEARING_MINUTES ?? 60);
/** Minutes of each other kind of sound. */
const OTHER_MINUTES = MINUTES / 20;
/** Tracks compared at once, as many as the source has decks. Where the search finds fewer, random tracks stand in. */
const COMPARED = 4;
/** Tracks of the collection played at the end, which have to be named; seconds of each, and between them. */
const PLAYED = 20;
const PLAYED_FOR_S = 30;
const PAUSE_S = 12;
/** Foreign music is played at these speeds in turn. */
const SPEEDS = [1, 1.04, 0.96, 1.08, 0.92];
const SECONDS = 150;
const VOICES = ['en-us', 'en-gb+f3', 'de+m2', 'fr+f2', 'es+m7', 'it+f4', 'pl+croak', 'en+whisper'];
const GUIDES = 'docs/guide';
const COLORS = ['white', 'pink', 'brown', 'blue', 'violet'];
const CROWD = 6;

interface Played {
  readonly name: string;
  readonly sound: Float32Array;
}

export const hearingForeign: Measurement = {
  name: 'hearing-foreign',
  async run(): Promise<readonly Figure[]> {
    return await withFolder(async (folder) => {
      const { insiders, outsiders } = partedMusic();
      const options = { known: await collected(insiders), next: numbersFrom(5) };
      const music = { what: 'music outside the collection', sounds: playedAgain(outsiders) };
      const figures = [await foreignFigure({ ...music, minutes: MINUTES, standIns: 0 }, options)];
      for (const [what, sounds] of [
        ['speech', speech(folder)],
        ['crowds', crowds(folder)],
        ['noise', noises()],
        ['synthetic techno', technoTracks()],
      ] as const) {
        const foreign = { what, sounds, minutes: OTHER_MINUTES, standIns: COMPARED };
        figures.push(await foreignFigure(foreign, options));
      }
      return [...figures, ...(await knownFigures({ ...options, standIns: COMPARED }))];
    });
  },
};

interface Foreign {
  readonly what: string;
  readonly sounds: Iterable<Played>;
  readonly minutes: number;
  readonly standIns: number;
}

async function foreignFigure(
  { what, sounds, minutes, standIns }: Foreign,
  options: Omit<EarOptions, 'standIns'>,
): Promise<Figure> {
  const ear = new Ear({ ...options, standIns });
  const whole = minutes * 60 * SAMPLE_RATE;
  let played = 0;
  for (const { name, sound } of sounds) {
    const before = ear.named.length;
    await ear.receive(sound.subarray(0, whole - played));
    for (const named of ear.named.slice(before)) {
      process.stderr.write(`${what}: ${name} was named ${named}\n`);
    }
    played += sound.length;
    if (played >= whole) {
      break;
    }
  }
  await ear.close();
  return {
    what: `${what}, ${minutes} minutes: names`,
    unit: 'times',
    ours: ear.named.length,
    against: 'tracks it was compared with',
    theirs: ear.compared,
    wanted: { bound: 'at most', value: standIns === 0 ? Math.ceil(minutes / 600) : 0 },
  };
}

/** Shows that tracks of the collection are named. */
async function knownFigures(options: EarOptions): Promise<readonly Figure[]> {
  const { known, next } = options;
  const ear = new Ear(options);
  /** Seconds; infinity for tracks that were not named. */
  const namedAfter: number[] = [];
  let wrong = 0;
  for (let n = 0; n < PLAYED; n += 1) {
    const { path, track } = known[Math.floor(next() * known.length)] ?? {};
    const before = ear.named.length;
    const name = `${track?.artist} - ${track?.title}`;
    const sound = decoded(path ?? '', { from: 20, seconds: PLAYED_FOR_S });
    let named = Number.POSITIVE_INFINITY;
    for (let at = 0; at < sound.length; at += STEP) {
      await ear.receive(sound.subarray(at, at + STEP));
      const isNamed = ear.named.slice(before).includes(name);
      named = isNamed ? Math.min(named, (at + STEP) / SAMPLE_RATE) : named;
    }
    await ear.receive(new Float32Array(PAUSE_S * SAMPLE_RATE));
    namedAfter.push(named);
    wrong += ear.named.slice(before).filter((one) => one !== name).length;
  }
  await ear.close();
  return [
    {
      what: `tracks of the collection, ${PLAYED_FOR_S} seconds of each: named`,
      unit: `of ${PLAYED}`,
      ours: namedAfter.filter(Number.isFinite).length,
      against: 'others named',
      theirs: wrong,
    },
    {
      what: 'the same: until they are named, median',
      unit: 's',
      ours: percentile(namedAfter, 0.5),
      against: '95th percentile',
      theirs: percentile(namedAfter, 0.95),
    },
  ];
}

function* playedAgain(files: readonly string[]): Generator<Played> {
  for (;;) {
    for (const speed of SPEEDS) {
      for (const file of files) {
        const name = `${basename(file)} at ${speed}`;
        yield { name, sound: speed === 1 ? soundIn(file) : atSpeed(soundIn(file), speed) };
      }
    }
  }
}

/** Reads the guides aloud, each in another voice. */
function* speech(folder: string): Generator<Played> {
  const guides = readdirSync(GUIDES).filter((name) => name.endsWith('.md'));
  const [text, spoken] = [join(folder, 'text.txt'), join(folder, 'spoken.wav')];
  for (let n = 0; ; n += 1) {
    const voice = VOICES[n % VOICES.length] ?? '';
    const guide = readFileSync(join(GUIDES, guides[n % guides.length] ?? ''), 'utf8');
    writeFileSync(text, guide.replace(/\]\([^)]*\)|[^\p{L}\p{N}\s.,;:?!']/gu, ' ').slice(0, 2_600));
    execFileSync('espeak-ng', ['-v', voice, '-f', text, '-w', spoken]);
    yield { name: voice, sound: decoded(spoken) };
  }
}

/** Six people talk at the same time. */
function* crowds(folder: string): Generator<Played> {
  const voices = speech(folder);
  for (;;) {
    let sound = new Float32Array(SECONDS * SAMPLE_RATE);
    for (let n = 0; n < CROWD; n += 1) {
      const voice = (voices.next().value as Played).sound;
      sound = sound.map((sample, at) => sample + (voice[at % voice.length] ?? 0) / CROWD);
    }
    yield { name: `${CROWD} people talking`, sound };
  }
}

/** Steady noise of each color, then swelling. */
function* noises(): Generator<Played> {
  for (let seed = 1; ; seed += 1) {
    for (const color of COLORS) {
      const steady = noiseOf(color, SECONDS, seed);
      const period = SAMPLE_RATE * (2 + (seed % 5));
      yield { name: `${color} noise`, sound: steady };
      yield {
        name: `swelling ${color} noise`,
        sound: steady.map((sample, n) => (sample * (1 + Math.sin((2 * Math.PI * n) / period))) / 2),
      };
    }
  }
}

function* technoTracks(): Generator<Played> {
  for (let seed = 500; ; seed += 1) {
    yield { name: `techno ${seed}`, sound: madeMusic(seed, SECONDS) };
  }
}
