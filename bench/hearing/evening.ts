/** An evening without and with hearing: for how long another track is shown than the loudest one. */
import { join } from 'node:path';
import type { Source, SourceListener } from '../../src/core/contracts/source.ts';
import type { Disk } from '../../src/core/tools.ts';
import { deckOptions } from '../../src/decks/options.ts';
import { SAMPLE_RATE } from '../../src/hearing/sound.ts';
import { HeardSource } from '../../src/sources/shared/heard-source.ts';
import { textFileOptions } from '../../src/sources/softa/options.ts';
import { TextFileSource } from '../../src/sources/softa/source.ts';
import { historyLocations } from '../../src/sources/softb/locations.ts';
import { DjSoftwareSource } from '../../src/sources/softb/source.ts';
import { type FakeClock, fakeClock } from '../../test/support/clock.ts';
import { memoryDisk } from '../../test/support/disk.ts';
import { numbersFrom } from '../../test/support/music.ts';
import { SESSION_HEAD, sessionEntry } from '../../test/support/serato.ts';
import { settingsOf } from '../../test/support/settings.ts';
import { type Figure, type Measurement, silent } from '../measure.ts';
import { SimulatedRoom } from './room.ts';
import { decoded, keyLock, musicFiles, openness, turntable } from './sets.ts';

/** `HEARING_TRACKS=60 npm run bench -- hearing-evening` for more. */
const TRACKS = Number(process.env.HEARING_TRACKS ?? 20);
/** Mean seconds between changes. */
const EACH = 90;
/** Length of the shortest file, in seconds. */
const SHORTEST = 190;
const STEPS_A_SECOND = 4;
const STEP = Math.floor(SAMPLE_RATE / STEPS_A_SECOND);
const HOME = '/home/dj';
const SESSION = join(HOME, 'Music/_Serato_/History/Sessions/1.session');
const TEXT = join(HOME, 'now.txt');

interface Play {
  readonly path: string;
  readonly title: string;
  readonly deck: number;
  /** Seconds: when the program records it. */
  readonly writtenAt: number;
  /** Seconds; infinity for a track that is only tried in the headphones. */
  readonly crossesAt: number;
}

interface Evening {
  readonly sound: Float32Array;
  /** By `writtenAt`. */
  readonly plays: readonly Play[];
  /** Title of the loudest track. */
  loudestAt(seconds: number): string;
}

export const hearingEvening: Measurement = {
  name: 'hearing-evening',
  async run(): Promise<readonly Figure[]> {
    const evening = eveningOf(musicFiles(SHORTEST));
    const room = new SimulatedRoom();
    const clock = fakeClock();
    const stop = new AbortController();
    const shows = [
      new Show('Serato DJ 3, its session file', (disk, hearing) => seratoOn(disk, clock, hearing)),
      new Show('a text file', (disk, hearing) =>
        textFileOn(disk, clock, hearing && { room: hearing, evening }),
      ),
    ];
    const ended = shows.flatMap((show) => show.run(room, stop.signal));
    await clock.advance(1_000 / STEPS_A_SECOND);
    let written = 0;
    for (let at = 0; at + STEP <= evening.sound.length; at += STEP) {
      const seconds = at / SAMPLE_RATE;
      const now = evening.plays.slice(written).filter(({ writtenAt }) => writtenAt <= seconds);
      for (const play of now) {
        written += 1;
        for (const show of shows) {
          await show.write(play, written);
        }
      }
      room.receive(evening.sound.subarray(at, at + STEP));
      await clock.advance(1_000 / STEPS_A_SECOND);
      for (const show of shows) {
        show.check(evening.loudestAt(seconds + 1 / STEPS_A_SECOND));
      }
    }
    stop.abort();
    await Promise.all(ended);
    const hours = evening.sound.length / SAMPLE_RATE / 3_600;
    return shows.flatMap((show) => show.figures(hours));
  },
};

/** A program that records what is played, followed without and with hearing. */
class Show {
  readonly #what: string;
  readonly #disk = diskOf();
  readonly #sourceOn: (disk: Disk, hearing: SimulatedRoom | undefined) => Source;
  /** Title shown, and the seconds in which another track was the loudest. */
  readonly #followed = { without: { title: '', wrong: 0 }, with: { title: '', wrong: 0 } };
  #session: Buffer = SESSION_HEAD;

  constructor(what: string, sourceOn: (disk: Disk, hearing: SimulatedRoom | undefined) => Source) {
    this.#what = what;
    this.#sourceOn = sourceOn;
    this.#disk.files.set(SESSION, SESSION_HEAD);
    this.#disk.files.set(TEXT, Buffer.from('Before - the evening\n'));
  }

  run(room: SimulatedRoom, signal: AbortSignal): readonly Promise<void>[] {
    const follow = (hearing: SimulatedRoom | undefined, into: { title: string }): Promise<void> => {
      const listener: SourceListener = {
        transition: ({ track }) => {
          into.title = track.title;
        },
        visibility: () => undefined,
        namesChanged: () => undefined,
        offAir: () => undefined,
        loaded: () => undefined,
      };
      return this.#sourceOn(this.#disk, hearing).run(listener, signal);
    };
    return [follow(undefined, this.#followed.without), follow(room, this.#followed.with)];
  }

  async write({ path, title, deck, writtenAt }: Play, row: number): Promise<void> {
    const start = 1_700_000_000 + Math.round(writtenAt);
    const entry = { row, artist: 'Artist', title, path, deck, start, played: true };
    this.#session = Buffer.concat([this.#session, sessionEntry(entry)]);
    await this.#disk.replace(SESSION, this.#session);
    await this.#disk.replace(TEXT, `Artist - ${title}\n`);
  }

  check(loudest: string): void {
    for (const one of [this.#followed.without, this.#followed.with]) {
      one.wrong += one.title === loudest ? 0 : 1 / STEPS_A_SECOND;
    }
  }

  figures(hours: number): readonly Figure[] {
    return [
      {
        what: `${this.#what}, ${TRACKS} tracks: another track is shown than the one that is heard`,
        unit: 's an hour',
        ours: this.#followed.with.wrong / hours,
        against: 'without hearing',
        theirs: this.#followed.without.wrong / hours,
        target: { bound: 'at most', ratio: 0.5 },
      },
    ];
  }
}

function seratoOn(disk: Disk, clock: FakeClock, hearing: SimulatedRoom | undefined): Source {
  const places = historyLocations({ platform: 'darwin', directory: HOME, env: {} });
  const tools = { clock, disk, log: silent, ...(hearing && { hearing }) };
  return new DjSoftwareSource(settingsOf(deckOptions, {}), places, tools);
}

function textFileOn(
  disk: Disk,
  clock: FakeClock,
  heardBy: { readonly room: SimulatedRoom; readonly evening: Evening } | undefined,
): Source {
  const source = new TextFileSource(settingsOf(textFileOptions, { 'softa.filename': TEXT }), {
    clock,
    disk,
    log: silent,
  });
  if (heardBy === undefined) {
    return source;
  }
  const { room, evening } = heardBy;
  const fileOf = ({ title }: { readonly title: string }): string | undefined =>
    evening.plays.find((play) => play.title === title)?.path;
  return new HeardSource(source, room, clock, { follow: () => () => undefined, fileOf });
}

/** Two decks in turns, each track with its own tempo. Before every fourth, another track is tried in the headphones. */
function eveningOf(files: readonly string[]): Evening {
  const next = numbersFrom(11);
  const between = (low: number, high: number): number => low + (high - low) * next();
  const left = [...files];
  const draw = (): string => left.splice(Math.floor(next() * left.length), 1)[0] ?? '';
  const sound = new Float32Array(TRACKS * EACH * SAMPLE_RATE);
  const plays: Play[] = [];
  let [opensAt, fade] = [0, 0];
  for (let n = 0; n < TRACKS; n += 1) {
    const path = draw();
    const [tempo, hasKeyLock] = [1 + between(-0.06, 0.06), next() < 0.5];
    const [closesAt, fadeOut] = [(n + 1) * EACH + between(-25, 10), between(4, 40)];
    const filter = hasKeyLock ? keyLock(tempo) : turntable(tempo);
    const startsAt = Math.max(0, opensAt - between(0, 10));
    const seconds = closesAt + fadeOut - startsAt;
    const played = decoded(path, { from: between(0, 10), seconds, filter });
    for (let at = 0; at < played.length; at += 1) {
      const now = startsAt + at / SAMPLE_RATE;
      const fader = openness((now - opensAt) / fade) * openness((closesAt + fadeOut - now) / fadeOut);
      const place = Math.round(startsAt * SAMPLE_RATE) + at;
      if (place < sound.length) {
        sound[place] = (sound[place] ?? 0) + 0.5 * fader * (played[at] ?? 0);
      }
    }
    const title = `Track ${n}`;
    const deck = 1 + (n % 2);
    const writtenAt = n === 0 ? 0 : opensAt - between(5, 45);
    plays.push({ path, title, deck, writtenAt, crossesAt: opensAt + fade / 2 });
    if (n % 4 === 3) {
      const tried = { path: draw(), title: `Tried ${n}`, deck, writtenAt: writtenAt - between(8, 15) };
      plays.push({ ...tried, crossesAt: Number.POSITIVE_INFINITY });
    }
    [opensAt, fade] = [closesAt, fadeOut];
  }
  plays.sort((one, other) => one.writtenAt - other.writtenAt);
  return {
    sound,
    plays,
    loudestAt: (seconds) =>
      plays
        .filter(({ crossesAt }) => crossesAt <= seconds)
        .sort((one, other) => other.crossesAt - one.crossesAt)[0]?.title ?? '',
  };
}

/** In memory, with file times that change with the content. */
export function diskOf() {
  const disk = memoryDisk();
  const marks = new Map<Uint8Array, number>();
  return {
    ...disk,
    list: async (folder: string) =>
      [...disk.files.keys()].flatMap((path) =>
        path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : [],
      ),
    stat: async (path: string) => {
      const content = disk.files.get(path);
      const isFolder = [...disk.files.keys()].some((file) => file.startsWith(`${path}/`));
      if (content === undefined && !isFolder) {
        return undefined;
      }
      const mark = content === undefined ? 0 : (marks.get(content) ?? marks.size + 1);
      if (content !== undefined) {
        marks.set(content, mark);
      }
      const kind = content === undefined ? ('folder' as const) : ('file' as const);
      const size = content?.length ?? 0;
      return { kind, size, executable: false, modifiedMs: mark, id: '', mark: String(mark) };
    },
  };
}
