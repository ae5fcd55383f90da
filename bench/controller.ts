/** An evening without and with the faders of a controller: for how long another track is shown than the loudest one. */
import { join } from 'node:path';
import type { ControllerFaders } from '../src/core/contracts/faders.ts';
import type { Source, SourceListener } from '../src/core/contracts/source.ts';
import type { Clock, Disk } from '../src/core/tools.ts';
import { deckOptions } from '../src/decks/options.ts';
import { FollowedFaders } from '../src/midi/followed.ts';
import { MidiPart } from '../src/midi/index.ts';
import { midiOptions } from '../src/midi/options.ts';
import { HttpDecksSource } from '../src/sources/httpdecks/source.ts';
import { decidedSource } from '../src/sources/shared/faded-source.ts';
import { textFileOptions } from '../src/sources/softa/options.ts';
import { TextFileSource } from '../src/sources/softa/source.ts';
import { historyLocations } from '../src/sources/softb/locations.ts';
import { DjSoftwareSource } from '../src/sources/softb/source.ts';
import { fakeClock } from '../test/support/clock.ts';
import { numbersFrom } from '../test/support/music.ts';
import { SESSION_HEAD, sessionEntry } from '../test/support/serato.ts';
import { settingsOf } from '../test/support/settings.ts';
import { diskOf } from './hearing/evening.ts';
import { type Figure, type Measurement, silent } from './measure.ts';

const CHANGES = 40;
/** Mean seconds between changes. */
const EACH = 90;
const STEPS_A_SECOND = 10;
/** A deck is stopped this long after its fader was closed, in seconds. */
const STOPS_AFTER = 5;
/** A script reports its decks again after this time, in seconds. */
const REPORTS_EVERY = 20;
const PORT = 'DDJ-SB3';
const HOME = '/home/dj';
const SESSION = join(HOME, 'Music/_Serato_/History/Sessions/1.session');
const TEXT = join(HOME, 'now.txt');

/** Times in seconds. */
interface Play {
  readonly title: string;
  readonly deck: 1 | 2;
  /** When the program records it, and it runs in the headphones. */
  readonly writtenAt: number;
  /** The fader moves from closed to open; infinity for a track that is only tried in the headphones. */
  readonly opens: readonly [number, number];
  readonly closes: readonly [number, number];
}

/** A program with this evening, followed by deckcast. */
interface Followed {
  readonly source: Source;
  write(play: Play, row: number): Promise<void>;
  /** Called at each step. */
  report?(seconds: number): void;
}

type Follow = (clock: Clock, faders: ControllerFaders | undefined, plays: readonly Play[]) => Followed;

const PROGRAMS: Readonly<Record<string, Follow>> = {
  'Serato DJ 3, its session file': (clock, faders) => {
    const disk = diskOf();
    let session: Buffer = SESSION_HEAD;
    disk.files.set(SESSION, session);
    const places = historyLocations({ platform: 'darwin', directory: HOME, env: {} });
    return {
      source: new DjSoftwareSource(settingsOf(deckOptions, {}), places, toolsOf(clock, disk, faders)),
      async write({ title, deck, writtenAt }, row) {
        const start = 1_700_000_000 + Math.round(writtenAt);
        const entry = { row, artist: 'Artist', title, deck, start, played: true };
        session = Buffer.concat([session, sessionEntry(entry)]);
        await disk.replace(SESSION, session);
      },
    };
  },
  'decks by HTTP, without levels': (clock, faders, plays) => {
    const source = new HttpDecksSource(settingsOf(deckOptions, {}), toolsOf(clock, diskOf(), faders));
    let reportedAt = Number.NEGATIVE_INFINITY;
    let reported = '';
    return {
      source,
      write: async () => undefined,
      report(seconds) {
        const decks = [1, 2].map((deck) => {
          const on = plays.filter((play) => play.deck === deck && play.writtenAt <= seconds).at(-1);
          const playing = on !== undefined && seconds < on.closes[1] + STOPS_AFTER;
          return on && { track: { artist: 'Artist', title: on.title }, playing };
        });
        const state = JSON.stringify(decks);
        if (state !== reported || seconds >= reportedAt + REPORTS_EVERY) {
          [reported, reportedAt] = [state, seconds];
          for (const [index, body] of decks.entries()) {
            source.acceptDeck(String(index + 1), body);
          }
        }
      },
    };
  },
  'a text file': (clock, faders) => {
    const disk = diskOf();
    disk.files.set(TEXT, Buffer.from('Before - the evening\n'));
    const tools = toolsOf(clock, disk, faders);
    const source = new TextFileSource(settingsOf(textFileOptions, { 'softa.filename': TEXT }), tools);
    return {
      source: decidedSource(source, tools, true),
      async write({ title }) {
        await disk.replace(TEXT, `Artist - ${title}\n`);
      },
    };
  },
};

export const controller: Measurement = {
  name: 'controller',
  async run(): Promise<readonly Figure[]> {
    const plays = eveningOf();
    const clock = fakeClock();
    const stop = new AbortController();
    const followed = new FollowedFaders();
    const settings = settingsOf(midiOptions, { 'midi.input': ['page'], 'midi.controllers': [PORT] });
    const page = new MidiPart(settings, { clock, log: silent }, followed).openPage();
    const shows = Object.entries(PROGRAMS).map(([name, follow]) => ({
      name,
      without: new Show(follow(clock, undefined, plays), plays),
      faders: new Show(follow(clock, followed, plays), plays),
    }));
    const all = shows.flatMap(({ without, faders }) => [without, faders]);
    const ended = all.map((show) => show.run(stop.signal));
    await clock.advance(1_000);
    for (let step = 0; step < CHANGES * EACH * STEPS_A_SECOND; step += 1) {
      const seconds = step / STEPS_A_SECOND;
      const changes = [1, 2].map((deck) => [deck, 0x13, Math.round(127 * faderAt(plays, deck, seconds))]);
      page?.push(JSON.stringify({ port: PORT, changes }));
      for (const show of all) {
        await show.write(seconds);
      }
      await clock.advance(1_000 / STEPS_A_SECOND);
      for (const show of all) {
        show.check(seconds);
      }
    }
    stop.abort();
    await Promise.all(ended);
    const hours = (CHANGES * EACH) / 3_600;
    const early = (which: 'without' | 'faders'): number =>
      shows.reduce((sum, { [which]: show }) => sum + show.early.size, 0);
    return [
      ...shows.map(({ name, without, faders }) => ({
        what: `${name}, ${CHANGES} changes: another track is shown than the loudest one`,
        unit: 's an hour',
        ours: faders.wrong / hours,
        against: 'without faders',
        theirs: without.wrong / hours,
      })),
      {
        what: 'the same: tracks shown before their faders open',
        unit: `of ${shows.length * plays.length}`,
        ours: early('faders'),
        against: 'without faders',
        theirs: early('without'),
        wanted: { bound: 'at most', value: 0 },
      },
    ];
  },
};

class Show {
  readonly #followed: Followed;
  readonly #plays: readonly Play[];
  #title = '';
  #written = 0;
  /** Seconds in which another track was the loudest. */
  wrong = 0;
  readonly early = new Set<string>();

  constructor(followed: Followed, plays: readonly Play[]) {
    this.#followed = followed;
    this.#plays = plays;
  }

  run(signal: AbortSignal): Promise<void> {
    const listener: SourceListener = {
      transition: ({ track }) => {
        this.#title = track.title;
      },
      visibility: () => undefined,
      namesChanged: () => undefined,
      offAir: () => undefined,
      loaded: () => undefined,
    };
    return this.#followed.source.run(listener, signal);
  }

  async write(seconds: number): Promise<void> {
    const { [this.#written]: next } = this.#plays;
    if (next !== undefined && next.writtenAt <= seconds) {
      this.#written += 1;
      await this.#followed.write(next, this.#written);
    }
    this.#followed.report?.(seconds);
  }

  check(seconds: number): void {
    const shown = this.#plays.find(({ title }) => title === this.#title);
    if (shown !== undefined && seconds < shown.opens[0]) {
      this.early.add(shown.title);
    }
    this.wrong += shown === loudestAt(this.#plays, seconds) ? 0 : 1 / STEPS_A_SECOND;
  }
}

function toolsOf(clock: Clock, disk: Disk, faders: ControllerFaders | undefined) {
  return { clock, disk, log: silent, ...(faders && { faders }) };
}

/** Two decks in turns: cuts and blends. Before every fourth, another track is tried in the headphones. By `writtenAt`. */
function eveningOf(): readonly Play[] {
  const next = numbersFrom(11);
  const between = (low: number, high: number): number => low + (high - low) * next();
  const plays: Play[] = [];
  let opens: readonly [number, number] = [0, 0];
  for (let n = 0; n < CHANGES + 1; n += 1) {
    const deck = n % 2 === 0 ? 1 : 2;
    const startsAt = (n + 1) * EACH + between(-20, 10);
    const fade = n % 3 === 0 ? 0.2 : between(2, 25);
    const opensNext = [startsAt, startsAt + fade] as const;
    const closesAt = startsAt + fade * between(0, 1.5);
    const writtenAt = n === 0 ? 0 : opens[0] - between(5, 30);
    if (n % 4 === 3) {
      const tried = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as const;
      plays.push({
        title: `Tried ${n}`,
        deck,
        writtenAt: writtenAt - between(5, 9),
        opens: tried,
        closes: tried,
      });
    }
    plays.push({ title: `Track ${n}`, deck, writtenAt, opens, closes: [closesAt, closesAt + fade] });
    opens = opensNext;
  }
  return plays;
}

function faderOf({ opens, closes }: Play, seconds: number): number {
  return Math.min(part(opens, seconds), 1 - part(closes, seconds));
}

function part([from, to]: readonly [number, number], seconds: number): number {
  return seconds < from ? 0 : seconds >= to ? 1 : (seconds - from) / (to - from);
}

/** Each deck holds one track at a time. */
function faderAt(plays: readonly Play[], deck: number, seconds: number): number {
  return Math.max(0, ...plays.filter((play) => play.deck === deck).map((play) => faderOf(play, seconds)));
}

/** Of two that are as loud, the one that was opened first. */
function loudestAt(plays: readonly Play[], seconds: number): Play | undefined {
  return plays
    .filter((play) => faderOf(play, seconds) > 0)
    .reduce<Play | undefined>(
      (one, other) => (one !== undefined && faderOf(one, seconds) >= faderOf(other, seconds) ? one : other),
      undefined,
    );
}
