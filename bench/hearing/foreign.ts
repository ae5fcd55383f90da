/** What is named in sound that is not of the collection, through everything that names: search, judge, rules of detection. */
import { basename } from 'node:path';
import type { CollectionTrack } from '../../src/core/contracts.ts';
import { deckOptions } from '../../src/decks/options.ts';
import { Finder } from '../../src/hearing/collection/finder.ts';
import type { Description } from '../../src/hearing/describe.ts';
import { SAMPLE_RATE } from '../../src/hearing/sound.ts';
import { HearSource } from '../../src/sources/hear/source.ts';
import { type FakeClock, fakeClock } from '../../test/support/clock.ts';
import { atSpeed, numbersFrom } from '../../test/support/music.ts';
import { settingsOf } from '../../test/support/settings.ts';
import { sourceNotes } from '../../test/support/source.ts';
import { type Figure, type Measurement, percentile, silent, withFolder } from '../measure.ts';
import { collected, REAL } from './collection.ts';
import { crowds, noises, type Played, talk, technoTracks } from './others.ts';
import { SimulatedRoom } from './room.ts';
import { decoded, partedMusic, secondsOf, soundIn } from './sets.ts';

/**
 * Of foreign music, compared with what is found; `HEARING_MINUTES=600 npm run bench -- hearing-foreign` for ten hours, or
 * in two parts: `HEARING_MINUTES=300`, and beside it or later `HEARING_MINUTES=300 HEARING_FROM=300`. `HEARING_KINDS=talk`
 * plays that alone.
 */
const MINUTES = Number(process.env.HEARING_MINUTES ?? 60);
const KINDS = process.env.HEARING_KINDS?.split(',');
const FROM = Number(process.env.HEARING_FROM ?? 0);
/** Minutes of sound after which it is said how far it is, so that a run that is ended has told something. */
const TOLD_EVERY = 10;
/** Of foreign music that is compared with other tracks all the time, and of each other kind of sound. */
const COMPARED_MINUTES = MINUTES / 6;
const OTHER_MINUTES = MINUTES / 20;
/** Tracks that are compared at once, as many as the source has decks for: where the search finds fewer, others stand in. */
const COMPARED = 4;
/** Foreign music is played as it is first, then at other speeds. */
const SPEEDS = [1, 1.04, 0.96, 1.08, 0.92];
/** Seconds after which others stand in, and from one search to the next. */
const STAND_IN_FOR = 30;
const SEARCHED_EVERY = 2;
const STEPS_A_SECOND = 4;
const STEP = Math.floor(SAMPLE_RATE / STEPS_A_SECOND);
/** Known tracks that are played at the end, and for how many seconds: they have to be named. */
const PLAYED = 20;
const PLAYED_FOR = 30;
const PAUSE = 12;

export const hearingForeign: Measurement = {
  name: 'hearing-foreign',
  async run(): Promise<readonly Figure[]> {
    return await withFolder(measured);
  },
};

async function measured(folder: string): Promise<readonly Figure[]> {
  const { insiders, outsiders } = partedMusic();
  const known = await collected(insiders);
  const options = { known, descriptions: new Map<string, Description>(), next: numbersFrom(5) };
  const figures: Figure[] = [];
  for (const [kind, foreign] of Object.entries(foreignIn(outsiders, folder))) {
    if (KINDS === undefined || KINDS.includes(kind)) {
      figures.push(await foreignFigure(foreign, options));
    }
  }
  if (KINDS !== undefined && !KINDS.includes('known')) {
    return figures;
  }
  return [...figures, ...(await playedFigures({ ...options, compared: COMPARED }))];
}

interface Foreign {
  readonly what: string;
  readonly sounds: Iterable<Played>;
  readonly minutes: number;
  readonly compared: number;
}

async function foreignFigure(
  { what, sounds, minutes, compared }: Foreign,
  options: Omit<EarOptions, 'compared'>,
): Promise<Figure> {
  const ear = new Ear({ ...options, compared });
  const whole = minutes * 60 * SAMPLE_RATE;
  let played = 0;
  for (const { name, sound } of sounds) {
    const [before, minutesBefore] = [ear.named.length, played / SAMPLE_RATE / 60];
    await ear.receive(sound.subarray(0, whole - played));
    played = Math.min(whole, played + sound.length);
    for (const named of ear.named.slice(before)) {
      report(`${what}, after ${minutesBefore.toFixed(1)} minutes: ${name} was named ${named}`);
    }
    const minutesNow = played / SAMPLE_RATE / 60;
    if (Math.floor(minutesNow / TOLD_EVERY) > Math.floor(minutesBefore / TOLD_EVERY)) {
      report(
        `${what}: ${minutesNow.toFixed(0)} minutes, ${ear.compared} tracks compared, ${ear.named.length} named`,
      );
    }
    if (played === whole) {
      break;
    }
  }
  await ear.close();
  return {
    what: `${what}, ${minutes} minutes, ${compared === 0 ? 'what is found' : 'four tracks'} compared: names`,
    unit: 'times',
    ours: ear.named.length,
    against: 'tracks that it was compared with',
    theirs: ear.compared,
    wanted: { bound: 'at most', value: compared === 0 ? Math.ceil(minutes / 600) : 0 },
  };
}

function report(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Tracks of the collection, so that it is seen that anything can be named. */
async function playedFigures(options: EarOptions): Promise<readonly Figure[]> {
  const { known, next } = options;
  const ear = new Ear(options);
  /** Seconds; infinity for what was never named. */
  const after: number[] = [];
  let wrong = 0;
  for (let n = 0; n < PLAYED; n += 1) {
    const { path, track } = known[Math.floor(next() * known.length)] ?? {};
    const before = ear.named.length;
    const name = `${track?.artist} - ${track?.title}`;
    const sound = decoded(path ?? '', { from: 20, seconds: PLAYED_FOR });
    let steps = 0;
    let named = Number.POSITIVE_INFINITY;
    for (let at = 0; at < sound.length; at += STEP) {
      await ear.receive(sound.subarray(at, at + STEP));
      steps += 1;
      named = ear.named.slice(before).includes(name) ? Math.min(named, steps / STEPS_A_SECOND) : named;
    }
    await ear.receive(new Float32Array(PAUSE * SAMPLE_RATE));
    after.push(named);
    wrong += ear.named.slice(before).filter((one) => one !== name).length;
  }
  await ear.close();
  return [
    {
      what: `tracks of the collection, ${PLAYED_FOR} seconds of each, with as many others compared: named`,
      unit: `of ${PLAYED}`,
      ours: after.filter(Number.isFinite).length,
      against: 'others named',
      theirs: wrong,
    },
    {
      what: 'the same: until they are named, median',
      unit: 's',
      ours: percentile(after, 0.5),
      against: '95th percentile',
      theirs: percentile(after, 0.95),
    },
  ];
}

/** `from`: minutes that are skipped, in whole files. */
function* playedAgain(files: readonly string[], from = 0): Generator<Played> {
  let seconds = 0;
  for (;;) {
    for (const speed of SPEEDS) {
      for (const file of files) {
        seconds += secondsOf(file) / speed;
        if (seconds > from * 60) {
          const name = `${basename(file)}${speed === 1 ? '' : ` at ${speed}`}`;
          yield { name, sound: speed === 1 ? soundIn(file) : atSpeed(soundIn(file), speed) };
        }
      }
    }
  }
}

/** By what `HEARING_KINDS` calls them. */
function foreignIn(outsiders: readonly string[], folder: string): Readonly<Record<string, Foreign>> {
  const others = { minutes: OTHER_MINUTES, compared: COMPARED };
  const what = 'music that is not in it';
  return {
    music: { what, sounds: playedAgain(outsiders, FROM), minutes: MINUTES, compared: 0 },
    compared: { what, sounds: playedAgain(outsiders), minutes: COMPARED_MINUTES, compared: COMPARED },
    talk: { what: 'one who talks', sounds: talk(folder), ...others },
    crowds: { what: 'a crowd that talks', sounds: crowds(folder), ...others },
    noise: { what: 'noise', sounds: noises(), ...others },
    techno: { what: 'made techno', sounds: technoTracks(), ...others },
    silence: { what: 'silence', sounds: again(new Float32Array(60 * SAMPLE_RATE)), ...others },
  };
}

function* again(sound: Float32Array): Generator<Played> {
  for (;;) {
    yield { name: 'it', sound };
  }
}

interface EarOptions {
  readonly known: readonly CollectionTrack[];
  /** Of files, as far as any ear had them compared. */
  readonly descriptions: Map<string, Description>;
  readonly next: () => number;
  /** So many tracks are compared at any time; 0: only what the search finds, as in the program. */
  readonly compared: number;
}

/** Everything that names by ear, in simulated time. */
class Ear {
  readonly #finder: Finder;
  readonly #room: SimulatedRoom;
  readonly #clock: FakeClock = fakeClock();
  readonly #known: readonly CollectionTrack[];
  readonly #next: () => number;
  readonly #notes = sourceNotes();
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;
  #found: (tracks: readonly CollectionTrack[]) => void = () => undefined;
  readonly #atOnce: number;
  #standIns: readonly CollectionTrack[] = [];
  #steps = 0;

  constructor({ known, descriptions, next, compared }: EarOptions) {
    this.#finder = new Finder(REAL);
    this.#atOnce = compared;
    this.#finder.read();
    this.#room = new SimulatedRoom(soundIn, descriptions);
    this.#known = known;
    this.#next = next;
    const collection = {
      follow: (found: (tracks: readonly CollectionTrack[]) => void) => {
        this.#found = found;
        return () => undefined;
      },
      fileOf: () => undefined,
    };
    const tools = { clock: this.#clock, log: silent, hearing: this.#room, collection };
    const source = new HearSource(settingsOf(deckOptions, {}), tools);
    this.#ended = source.run(this.#notes.listener, this.#stop.signal);
  }

  /** What was announced. */
  get named(): readonly string[] {
    return this.#notes.announced;
  }

  get compared(): number {
    return this.#room.compared;
  }

  async receive(sound: Float32Array): Promise<void> {
    for (let at = 0; at + STEP <= sound.length; at += STEP) {
      const samples = sound.subarray(at, at + STEP);
      this.#finder.push(samples);
      this.#room.receive(samples);
      this.#steps += 1;
      if (this.#steps % (SEARCHED_EVERY * STEPS_A_SECOND) === 0) {
        this.#search();
      }
      await this.#clock.advance(1_000 / STEPS_A_SECOND);
    }
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#ended;
  }

  #search(): void {
    const isOver = this.#steps % (STAND_IN_FOR * STEPS_A_SECOND) === 0;
    if (isOver || this.#standIns.length === 0) {
      this.#standIns = Array.from(
        { length: this.#atOnce },
        () => this.#known[Math.floor(this.#next() * this.#known.length)],
      ).flatMap((one) => one ?? []);
    }
    const found = this.#finder.search();
    this.#found([...found, ...this.#standIns.slice(0, Math.max(0, this.#atOnce - found.length))]);
  }
}
