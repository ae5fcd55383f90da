/** What is named in sound that is not of the collection, through everything that names: search, judge, rules of detection. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { CollectionTrack } from '../../src/core/contracts.ts';
import { deckOptions } from '../../src/decks/options.ts';
import { Finder } from '../../src/hearing/collection/finder.ts';
import type { Description } from '../../src/hearing/describe.ts';
import { SAMPLE_RATE } from '../../src/hearing/sound.ts';
import { HearSource } from '../../src/sources/hear/source.ts';
import { type FakeClock, fakeClock } from '../../test/support/clock.ts';
import { madeMusic, numbersFrom } from '../../test/support/music.ts';
import { settingsOf } from '../../test/support/settings.ts';
import { sourceNotes } from '../../test/support/source.ts';
import { type Figure, type Measurement, silent, withFolder } from '../measure.ts';
import { collected } from './collection.ts';
import { SimulatedRoom } from './room.ts';
import { decoded, partedMusic } from './sets.ts';

/** `HEARING_MINUTES=60 npm run bench -- hearing-foreign` for more of each kind. */
const MINUTES = Number(process.env.HEARING_MINUTES ?? 10);
/** Tracks that are compared at once, as many as the source has decks for: where the search finds fewer, others stand in. */
const COMPARED = 4;
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
  const index = join(folder, 'index');
  const known = await collected(index, insiders);
  const options = { index, known, descriptions: new Map<string, Description>(), next: numbersFrom(5) };
  const named: Figure[] = [];
  for (const [what, sounds] of foreignSounds(outsiders, folder)) {
    const ear = new Ear(options);
    let seconds = 0;
    for (const sound of sounds) {
      const rest = sound.subarray(0, Math.max(0, MINUTES * 60 - seconds) * SAMPLE_RATE);
      seconds += rest.length / SAMPLE_RATE;
      await ear.receive(rest);
      if (seconds >= MINUTES * 60) {
        break;
      }
    }
    await ear.close();
    named.push({
      what: `${what}, ${Math.round(seconds / 60)} minutes: names`,
      unit: 'times',
      ours: ear.named.length,
      against: 'tracks that it was compared with',
      theirs: ear.compared,
      wanted: { bound: 'at most', value: 0 },
    });
  }
  return [...named, ...(await playedFigures(options))];
}

/** Tracks of the collection, so that it is seen that anything can be named. */
async function playedFigures(options: EarOptions): Promise<readonly Figure[]> {
  const { known, next } = options;
  const ear = new Ear(options);
  let [right, wrong] = [0, 0];
  for (let n = 0; n < PLAYED; n += 1) {
    const { path, track } = known[Math.floor(next() * known.length)] ?? {};
    const before = ear.named.length;
    await ear.receive(decoded(path ?? '', { from: 20, seconds: PLAYED_FOR }));
    await ear.receive(new Float32Array(PAUSE * SAMPLE_RATE));
    const names = ear.named.slice(before);
    const name = `${track?.artist} - ${track?.title}`;
    right += names.includes(name) ? 1 : 0;
    wrong += names.filter((one) => one !== name).length;
  }
  await ear.close();
  return [
    {
      what: `tracks of the collection, ${PLAYED_FOR} seconds of each, with as many others compared: named`,
      unit: `of ${PLAYED}`,
      ours: right,
      against: 'others named',
      theirs: wrong,
    },
  ];
}

function* foreignSounds(
  outsiders: readonly string[],
  folder: string,
): Generator<readonly [what: string, sounds: Iterable<Float32Array>]> {
  yield ['music that is not in it', lazily(outsiders, (file) => decoded(file))];
  yield [
    'made techno',
    lazily(
      Array.from({ length: MINUTES }, (_, n) => n),
      (n) => madeMusic(500 + n, 60),
    ),
  ];
  yield ['one who talks', again(spokenText(folder, 'en', 160))];
  const voices = [110, 130, 150, 175, 200, 220].map((speed, n) =>
    spokenText(folder, ['en', 'de', 'fr', 'es', 'it', 'pt'][n] ?? 'en', speed),
  );
  yield ['a crowd that talks', again(mixedVoices(voices))];
  const next = numbersFrom(3);
  yield [
    'noise that comes and goes',
    again(
      Float32Array.from(
        { length: 60 * SAMPLE_RATE },
        (_, n) => (0.2 * next() - 0.1) * (1 + Math.sin((2 * Math.PI * n) / SAMPLE_RATE / 3)),
      ),
    ),
  ];
  yield ['silence', again(new Float32Array(60 * SAMPLE_RATE))];
}

function* lazily<Of>(of: Iterable<Of>, soundOf: (one: Of) => Float32Array): Generator<Float32Array> {
  for (const one of of) {
    yield soundOf(one);
  }
}

function* again(sound: Float32Array): Generator<Float32Array> {
  for (;;) {
    yield sound;
  }
}

/** Some minutes: what stands in the guide. */
function spokenText(folder: string, voice: string, speed: number): Float32Array {
  const spoken = join(folder, 'text.wav');
  const text = ['-f', 'docs/guide/hear-the-room.md'];
  execFileSync('espeak-ng', ['-v', voice, '-s', String(speed), ...text, '-w', spoken]);
  return decoded(spoken);
}

function mixedVoices(voices: readonly Float32Array[]): Float32Array {
  const length = Math.min(...voices.map((one) => one.length));
  return Float32Array.from({ length }, (_, n) =>
    voices.reduce((sum, voice) => sum + 0.3 * (voice[n] ?? 0), 0),
  );
}

interface EarOptions {
  /** Folder of the index. */
  readonly index: string;
  readonly known: readonly CollectionTrack[];
  /** Of files, as far as any ear had them compared. */
  readonly descriptions: Map<string, Description>;
  readonly next: () => number;
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
  #standIns: readonly CollectionTrack[] = [];
  #steps = 0;

  constructor({ index, known, descriptions, next }: EarOptions) {
    this.#finder = new Finder(index);
    this.#finder.read();
    this.#room = new SimulatedRoom((path) => decoded(path), descriptions);
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
        { length: COMPARED },
        () => this.#known[Math.floor(this.#next() * this.#known.length)],
      ).flatMap((one) => one ?? []);
    }
    const found = this.#finder.search();
    this.#found([...found, ...this.#standIns.slice(0, COMPARED - found.length)]);
  }
}
