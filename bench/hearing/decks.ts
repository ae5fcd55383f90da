/** Decks without levels in hard moments: for how long another track is shown than the loudest, without and with hearing. */

import { UNKNOWN_TRACK } from '../../src/core/track.ts';
import { DeckTable, ownFile } from '../../src/decks/index.ts';
import { deckOptions } from '../../src/decks/options.ts';
import { SAMPLE_RATE } from '../../src/hearing/sound.ts';
import { type FakeClock, fakeClock } from '../../test/support/clock.ts';
import { numbersFrom } from '../../test/support/music.ts';
import { settingsOf } from '../../test/support/settings.ts';
import { sourceNotes } from '../../test/support/source.ts';
import { type Figure, silent } from '../measure.ts';
import { SimulatedRoom } from './room.ts';
import { beside, decoded, musicFiles, openness, spokenIn, turntable } from './sets.ts';

/** `HEARING_SCENES=20` for more. */
const SCENES = Number(process.env.HEARING_SCENES ?? 6);
/** Length of the shortest file, in seconds. */
const SHORTEST = 150;
/** Seconds after the first events until sound arrives. */
const SOUND_FROM = 3;
const STEPS_A_SECOND = 4;
const STEP = SAMPLE_RATE / STEPS_A_SECOND;
const DEVICE = 'decks';
const END = Number.POSITIVE_INFINITY;

/** Times in seconds. */
interface Play {
  readonly deck: number;
  readonly loadsAt: number;
  readonly startsAt: number;
  readonly stopsAt: number;
  /** The fader opens from the first to the second, and closes from the third to the fourth. */
  readonly fader: readonly [number, number, number, number];
  /** The file can't be compared. */
  readonly isStream?: true;
  /** Position in the track after so many seconds of playing. */
  readonly position?: (seconds: number) => number;
}

interface PlayedFile extends Play {
  readonly path: string;
  readonly samples: Float32Array;
}

interface Condition {
  readonly name: string;
  readonly seconds: number;
  /** With speech at -3 dB, and noise as loud as the music. */
  readonly isLoud?: true;
  readonly plays: (between: (low: number, high: number) => number) => readonly Play[];
}

/** The play on air at the start; it stops 10 to 25 seconds after its fader closed. */
const onAir = (fades: number, faded: number, runsOn: number): Play => ({
  deck: 1,
  loadsAt: 0,
  startsAt: 0,
  stopsAt: faded + runsOn,
  fader: [Number.NEGATIVE_INFINITY, 0, fades, faded],
});

const CONDITIONS: readonly Condition[] = [
  {
    name: 'load while nothing is heard',
    seconds: 130,
    plays: (between) => {
      const [fades, faded] = [75, 75 + between(4, 20)];
      const position = (seconds: number): number =>
        seconds < 38 ? seconds : seconds < 62 ? 38 + (seconds % 1) : seconds - 24;
      return [
        { ...onAir(fades, faded, between(10, 25)), position },
        { deck: 2, loadsAt: 40, startsAt: between(42, 50), stopsAt: END, fader: [fades, faded, END, END] },
      ];
    },
  },
  {
    name: 'streaming track cued',
    seconds: 140,
    plays: (between) => {
      const [fades, faded] = [90, 90 + between(4, 20)];
      const position = (seconds: number): number =>
        seconds - (seconds > 50 ? 25 : 0) - (seconds > 64 ? 20 : 0);
      const next = { deck: 2, loadsAt: 40, stopsAt: END, isStream: true } as const;
      return [
        { ...onAir(fades, faded, between(10, 25)), position },
        { ...next, startsAt: between(44, 49), fader: [fades, faded, END, END] },
      ];
    },
  },
  {
    name: 'voice and noise',
    seconds: 180,
    isLoud: true,
    plays: (between) => {
      const [first, second] = [40 + between(4, 15), 120 + between(4, 15)];
      return [
        onAir(40, first, between(10, 25)),
        {
          deck: 2,
          loadsAt: 15,
          startsAt: between(20, 35),
          stopsAt: second + between(10, 25),
          fader: [40, first, 120, second],
        },
        { deck: 1, loadsAt: 90, startsAt: between(95, 115), stopsAt: END, fader: [120, second, END, END] },
      ];
    },
  },
  {
    name: 'two decks run at the start',
    seconds: 130,
    plays: (between) => {
      const [fades, faded] = [60, 60 + between(4, 20)];
      return [
        onAir(fades, faded, between(10, 25)),
        { deck: 2, loadsAt: 0, startsAt: 0, stopsAt: END, fader: [fades, faded, END, END] },
      ];
    },
  },
];

/** Seconds. */
interface Shown {
  wrong: number;
  early: number;
}

export async function deckFigures(folder: string): Promise<readonly Figure[]> {
  const files = musicFiles(SHORTEST);
  const voice = decoded(spokenIn(folder));
  const figures: Figure[] = [];
  for (const condition of CONDITIONS) {
    const sums = { without: { wrong: 0, early: 0 }, with: { wrong: 0, early: 0 } };
    for (let seed = 0; seed < SCENES; seed += 1) {
      await playScene(condition, seed, files, voice, sums);
    }
    const hours = (SCENES * condition.seconds) / 3_600;
    figures.push(
      {
        what: `decks, ${condition.name}, ${SCENES} times: another track is shown than the loudest`,
        unit: 's an hour',
        ours: sums.with.wrong / hours,
        against: 'without hearing',
        theirs: sums.without.wrong / hours,
        target: { bound: 'at most', ratio: 1 },
      },
      {
        what: `decks, ${condition.name}: featured before its fader opened`,
        unit: 's',
        ours: sums.with.early,
        against: 'without hearing',
        theirs: sums.without.early,
        wanted: { bound: 'at most', value: 0 },
      },
    );
  }
  return figures;
}

async function playScene(
  { seconds, isLoud, plays: playsOf }: Condition,
  seed: number,
  files: readonly string[],
  voice: Float32Array,
  sums: Readonly<Record<'without' | 'with', Shown>>,
): Promise<void> {
  const next = numbersFrom(seed + 40);
  const between = (low: number, high: number): number => low + (high - low) * next();
  const left = [...files];
  const plays = playsOf(between).map((play) => {
    const [path = ''] = left.splice(Math.floor(next() * left.length), 1);
    const filter = turntable(1 + between(-0.05, 0.05));
    const samples = decoded(path, { from: 0, seconds: SHORTEST, filter });
    return { ...play, path, samples };
  });
  const sound = mixed(plays, seconds);
  const noisy = isLoud ? withNoise(sound, voice, next) : sound;
  const clock = fakeClock();
  const room = new SimulatedRoom({ readSeconds: between(3, 20) });
  const shows = { without: new Show(clock, undefined), with: new Show(clock, room) };
  for (let step = 0; step < seconds * STEPS_A_SECOND; step += 1) {
    const now = step / STEPS_A_SECOND;
    for (const show of Object.values(shows)) {
      show.tell(plays, now);
    }
    if (now >= SOUND_FROM) {
      room.receive(noisy.subarray(step * STEP, (step + 1) * STEP));
    }
    await clock.advance(1_000 / STEPS_A_SECOND);
    const loudest = plays.toSorted((one, other) => gainAt(other, now) - gainAt(one, now))[0]?.path;
    for (const how of ['without', 'with'] as const) {
      const { shown } = shows[how];
      sums[how].wrong += now >= SOUND_FROM && shown !== loudest ? 1 / STEPS_A_SECOND : 0;
      const isEarly = plays.some(({ path, fader: [opensAt] }) => path === shown && now < opensAt);
      sums[how].early += isEarly ? 1 / STEPS_A_SECOND : 0;
    }
  }
  for (const show of Object.values(shows)) {
    show.stop();
  }
}

/** Deck table without or with hearing. */
class Show {
  readonly #notes = sourceNotes();
  readonly #table: DeckTable;
  #told = Number.NEGATIVE_INFINITY;

  constructor(clock: FakeClock, room: SimulatedRoom | undefined) {
    this.#table = new DeckTable({
      source: 'decks',
      settings: settingsOf(deckOptions, {}),
      listener: this.#notes.listener,
      tools: { clock, log: silent, ...(room && { hearing: room }) },
      fileOf: ownFile,
    });
    this.#table.apply({ device: DEVICE, kind: 'connected', name: 'Decks', labels: 'number' });
  }

  /** Path of the track shown. A track that comes back counts only as a correction. */
  get shown(): string | undefined {
    const seen = new Set<string>();
    let shown: string | undefined;
    for (const { playId, track, correction } of this.#notes.transitions) {
      if (correction !== undefined || !seen.has(playId)) {
        shown = track.title;
      }
      seen.add(playId);
      if (correction?.mistake !== undefined) {
        seen.delete(correction.mistake);
      }
    }
    return shown;
  }

  tell(plays: readonly PlayedFile[], now: number): void {
    const isNow = (at: number): boolean => at <= now && at > this.#told;
    for (const { deck: number, loadsAt, startsAt, stopsAt, path, isStream } of plays) {
      const about = { device: DEVICE, number };
      if (isNow(loadsAt)) {
        const file = isStream ? {} : { filename: path, location: path };
        this.#table.apply({ ...about, kind: 'loaded', loaded: false });
        this.#table.apply(
          { ...about, kind: 'tags', tags: { ...UNKNOWN_TRACK, location: '', title: path, ...file } },
          { ...about, kind: 'loaded', loaded: true },
        );
      }
      if (isNow(startsAt)) {
        this.#table.apply({ ...about, kind: 'engaged', engaged: true });
      }
      if (isNow(stopsAt)) {
        this.#table.apply({ ...about, kind: 'engaged', engaged: false });
      }
    }
    this.#told = now;
  }

  stop(): void {
    this.#table.stop();
  }
}

function gainAt({ fader: [opens, opened, closes, closed], startsAt, stopsAt }: Play, now: number): number {
  if (now < startsAt || now >= stopsAt) {
    return 0;
  }
  return Math.min(openness((now - opens) / (opened - opens)), openness((closed - now) / (closed - closes)));
}

function mixed(plays: readonly PlayedFile[], seconds: number): Float32Array {
  const sound = new Float32Array(seconds * SAMPLE_RATE);
  for (const play of plays) {
    const { samples, startsAt, position = (played: number) => played } = play;
    for (let at = 0; at < sound.length; at += 1) {
      const now = at / SAMPLE_RATE;
      const gain = gainAt(play, now);
      if (gain > 0) {
        const sample = samples[Math.round(position(now - startsAt) * SAMPLE_RATE)] ?? 0;
        sound[at] = (sound[at] ?? 0) + 0.5 * gain * sample;
      }
    }
  }
  return sound;
}

function withNoise(sound: Float32Array, voice: Float32Array, next: () => number): Float32Array {
  const noise = sound.map(() => 2 * next() - 1);
  const spoken = beside(sound, voice, 0.7);
  const noisy = beside(sound, noise, 1);
  return spoken.map((sample, at) => sample + (noisy[at] ?? 0) - (sound[at] ?? 0) / 2);
}
