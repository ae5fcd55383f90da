/**
 * An evening without a controller and hearing, with hearing, and with the faders of a controller: for how long another
 * track is shown than the loudest one, and for how long one before its fader opens.
 */
import { spawn } from 'node:child_process';
import { once, setMaxListeners } from 'node:events';
import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Source, SourceListener, SourceTools } from '../../src/core/contracts/source.ts';
import { Secret } from '../../src/core/option.ts';
import type { Clock } from '../../src/core/tools.ts';
import { deckOptions } from '../../src/decks/options.ts';
import { SAMPLE_RATE } from '../../src/hearing/sound.ts';
import { nodeDisk } from '../../src/host/disk/node-disk.js';
import { FollowedFaders } from '../../src/midi/followed.ts';
import { MidiPart } from '../../src/midi/index.ts';
import { midiOptions } from '../../src/midi/options.ts';
import { rekordboxOptions } from '../../src/sources/rekordbox/options.ts';
import { RekordboxSource } from '../../src/sources/rekordbox/source.ts';
import { decidedSource } from '../../src/sources/shared/faded-source.ts';
import { textFileOptions } from '../../src/sources/softa/options.ts';
import { TextFileSource } from '../../src/sources/softa/source.ts';
import { DjSoftwareSource } from '../../src/sources/softb/source.ts';
import { type FakeClock, fakeClock, runPending } from '../../test/support/clock.ts';
import { memoryDisk } from '../../test/support/disk.ts';
import { numbersFrom } from '../../test/support/music.ts';
import { collection, KEY } from '../../test/support/rekordbox.ts';
import { SERATO_4_SCHEMA, SESSION_HEAD, sessionEntry } from '../../test/support/serato.ts';
import { settingsOf } from '../../test/support/settings.ts';
import { type Figure, type Measurement, silent, withFolder } from '../measure.ts';
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
const CONTROLLER = 'DDJ-SB3';
/** Number of the faders, each on the channel of its deck. */
const FADER = 0x13;

interface Play {
  readonly path: string;
  readonly title: string;
  readonly deck: number;
  /** Seconds: when the program records it. */
  readonly writtenAt: number;
  /** Seconds; infinity for a track that is only tried in the headphones. */
  readonly opensAt: number;
  readonly crossesAt: number;
  /** 0 to 1. */
  faderAt(seconds: number): number;
}

interface Evening {
  readonly sound: Float32Array;
  /** By `writtenAt`. */
  readonly plays: readonly Play[];
  /** Title of the loudest track. */
  loudestAt(seconds: number): string;
}

/** DJ program with this evening. */
interface Program {
  readonly name: string;
  /** Seconds from the opening of a track's fader until the program records it; by default, it does as it is cued. */
  readonly lateBy?: number;
  sourceFor(tools: Pick<SourceTools, 'clock' | 'log' | 'hearing' | 'faders'>): Source;
  write(play: Play, row: number): Promise<void>;
  close?(): void;
}

export const hearingEvening: Measurement = {
  name: 'hearing-evening',
  run: () => withFolder(measure),
};

async function measure(folder: string): Promise<readonly Figure[]> {
  const evening = eveningOf(musicFiles(SHORTEST));
  const room = new SimulatedRoom();
  const clock = fakeClock();
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const faders = new FollowedFaders();
  const midi = settingsOf(midiOptions, { 'midi.input': ['page'], 'midi.controllers': [CONTROLLER] });
  const page = new MidiPart(midi, { clock, log: silent }, faders).openPage(() => undefined);
  const programs = [await serato4In(folder, clock), serato3(), rekordboxIn(folder, clock), textFile(evening)];
  const shows = programs.map((program) => ({
    program,
    without: new Show(program, clock, {}),
    hearing: new Show(program, clock, { hearing: room }),
    faders: new Show(program, clock, { faders }),
  }));
  const all = shows.flatMap(({ without, hearing, faders: byFaders }) => [without, hearing, byFaders]);
  const ended = all.map((show) => show.run(stop.signal));
  const pass = async (): Promise<void> => {
    await clock.advance(1_000 / STEPS_A_SECOND);
    for (const show of all) {
      await show.rests();
    }
  };
  await pass();
  const left = programs.map((program) => ({ program, plays: playsOf(program, evening), written: 0 }));
  for (let at = 0; at + STEP <= evening.sound.length; at += STEP) {
    const seconds = at / SAMPLE_RATE;
    for (const one of left) {
      for (let play = one.plays[0]; play !== undefined && play.writtenAt <= seconds; play = one.plays[0]) {
        one.plays.shift();
        one.written += 1;
        await one.program.write(play, one.written);
      }
    }
    const changes = [1, 2].map((deck) => {
      const positions = evening.plays
        .filter((play) => play.deck === deck)
        .map((play) => play.faderAt(seconds));
      return [deck, FADER, Math.round(127 * Math.max(0, ...positions))];
    });
    page?.push(JSON.stringify({ port: CONTROLLER, changes }));
    room.receive(evening.sound.subarray(at, at + STEP));
    await pass();
    for (const show of all) {
      show.check(evening, seconds + 1 / STEPS_A_SECOND);
    }
  }
  stop.abort();
  await Promise.all(ended);
  for (const program of programs) {
    program.close?.();
  }
  const hours = evening.sound.length / SAMPLE_RATE / 3_600;
  return shows.flatMap(({ program: { name }, without, hearing, faders: byFaders }) =>
    (
      [
        ['hearing', hearing],
        ['faders', byFaders],
      ] as const
    ).flatMap(([way, show]): readonly Figure[] => [
      {
        what: `${name}, ${TRACKS} tracks, with ${way}: another track is shown than the one that is heard`,
        unit: 's an hour',
        ours: show.wrong / hours,
        against: 'without',
        theirs: without.wrong / hours,
        target: { bound: 'at most', ratio: 0.5 },
      },
      {
        what: 'the same: a track is shown before its fader opens',
        unit: 's an hour',
        ours: show.early / hours,
        against: 'without',
        theirs: without.early / hours,
      },
    ]),
  );
}

/** By `writtenAt`. */
function playsOf({ lateBy }: Program, { plays }: Evening): Play[] {
  return lateBy === undefined
    ? [...plays]
    : plays
        .filter(({ opensAt }) => Number.isFinite(opensAt))
        .map((play) => ({ ...play, writtenAt: play.opensAt + lateBy }));
}

/** A program that records what is played, followed in one way. */
class Show {
  readonly #source: Source;
  /** Sleeps between readings; undefined before the first one. */
  #asleep: number | undefined;
  #title = '';
  /** Seconds in which another track was the loudest. */
  wrong = 0;
  /** Seconds before the fader of the shown track opened. */
  early = 0;

  constructor(program: Program, clock: FakeClock, ways: Pick<SourceTools, 'hearing' | 'faders'>) {
    const sleep: Clock['sleep'] = async (ms, signal) => {
      this.#asleep = (this.#asleep ?? 0) + 1;
      await clock.sleep(ms, signal).finally(() => {
        this.#asleep = (this.#asleep ?? 0) - 1;
      });
    };
    this.#source = program.sourceFor({ clock: { ...clock, sleep }, log: silent, ...ways });
  }

  run(signal: AbortSignal): Promise<void> {
    const listener: SourceListener = {
      transition: ({ track }) => {
        this.#title = track.title;
      },
      visibility: () => undefined,
      namesChanged: () => undefined,
      offAir: () => undefined,
      ended: () => undefined,
      loaded: () => undefined,
    };
    return this.#source.run(listener, signal);
  }

  /** Resolves once a source that reads a real file sleeps again. */
  async rests(): Promise<void> {
    while (this.#asleep === 0) {
      await runPending();
    }
  }

  check({ plays, loudestAt }: Evening, seconds: number): void {
    const shown = plays.find(({ title }) => title === this.#title);
    this.early += shown !== undefined && seconds < shown.opensAt ? 1 / STEPS_A_SECOND : 0;
    this.wrong += this.#title === loudestAt(seconds) ? 0 : 1 / STEPS_A_SECOND;
  }
}

const sql = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Another program writes the database, in WAL mode. */
const SERATO_4 = `
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
for line in sys.stdin:
    database.executescript(line)
    print('', flush=True)
`;

async function serato4In(folder: string, clock: Clock): Promise<Program> {
  const path = join(folder, 'master.sqlite');
  const serato = spawn('python3', ['-c', SERATO_4, path], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(serato, 'exit').then(([status]) => {
    throw new Error(`python3 ended with ${status}`);
  });
  ended.catch(() => undefined);
  const run = async (statements: string): Promise<void> => {
    serato.stdin.write(`${statements.replaceAll('\n', ' ')}\n`);
    await Promise.race([once(serato.stdout, 'data'), ended]);
  };
  await run(SERATO_4_SCHEMA);
  return {
    name: 'Serato DJ 4',
    sourceFor: (tools) =>
      new DjSoftwareSource(settingsOf(deckOptions, {}), [{ program: 'Serato DJ 4', path }], {
        ...tools,
        disk: nodeDisk,
      }),
    write: ({ path: file, title, deck }, row) =>
      run(`INSERT INTO history_entry
        (id, session_id, deck, start_time, artist, name, file_name, location_id, portable_id, played) VALUES
        (${row}, 1, '${deck}', ${Math.floor(clock.now() / 1_000)}, 'Artist', '${title}', ${sql(basename(file))}, 1, ${sql(file)}, 1)`),
    close: () => serato.stdin.end(),
  };
}

function serato3(): Program {
  const path = '/home/dj/Sessions';
  const file = `${path}/1.session`;
  const disk = diskOf();
  let session: Buffer = SESSION_HEAD;
  disk.files.set(file, session);
  return {
    name: 'Serato DJ 3',
    sourceFor: (tools) =>
      new DjSoftwareSource(settingsOf(deckOptions, {}), [{ program: 'Serato DJ 3', path }], {
        ...tools,
        disk,
      }),
    async write({ path: played, title, deck, writtenAt }, row) {
      const start = 1_700_000_000 + Math.round(writtenAt);
      const entry = { row, artist: 'Artist', title, path: played, deck, start, played: true };
      session = Buffer.concat([session, sessionEntry(entry)]);
      await disk.replace(file, session);
    },
  };
}

function rekordboxIn(folder: string, clock: Clock): Program {
  mkdirSync(join(folder, 'rekordbox'));
  const path = join(folder, 'rekordbox', 'master.db');
  const { database, track, play, close } = collection(path);
  const settings = settingsOf(rekordboxOptions, {
    'rekordbox.key': new Secret(KEY),
    'rekordbox.database': path,
  });
  return {
    name: 'the history of rekordbox',
    // It records a track a minute after its start.
    lateBy: 55,
    sourceFor: (tools) =>
      decidedSource(new RekordboxSource(settings, { ...tools, disk: nodeDisk }), tools, true),
    async write({ path: file, title }) {
      const id = track('Artist', title);
      database.prepare('UPDATE djmdContent SET FolderPath = ? WHERE ID = ?').run([file, id]);
      play(id, new Date(clock.now()).toISOString().replace('T', ' ').replace('Z', ' +00:00'));
    },
    close,
  };
}

function textFile({ plays }: Evening): Program {
  const path = '/home/dj/now.txt';
  const disk = diskOf();
  disk.files.set(path, Buffer.from('Before - the evening\n'));
  const settings = settingsOf(textFileOptions, { 'softa.filename': path });
  const listed = {
    follow: () => () => undefined,
    fileOf: ({ title }: { readonly title: string }) => plays.find((play) => play.title === title)?.path,
  };
  return {
    name: 'the text file of djay and others',
    sourceFor: (tools) =>
      decidedSource(
        new TextFileSource(settings, { ...tools, disk }),
        { ...tools, ...(tools.hearing && { collection: listed }) },
        true,
      ),
    async write({ title }) {
      await disk.replace(path, `Artist - ${title}\n`);
    },
  };
}

/** Two decks in turns, each track with its own tempo. Before every fourth, another track is tried in the headphones. */
function eveningOf(files: readonly string[]): Evening {
  const next = numbersFrom(11);
  const between = (low: number, high: number): number => low + (high - low) * next();
  const left = [...files];
  const draw = (): string => {
    if (left.length === 0) {
      left.push(...files);
    }
    return left.splice(Math.floor(next() * left.length), 1)[0] ?? '';
  };
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
    const [opened, fadeIn] = [opensAt, fade];
    const faderAt = (now: number): number =>
      openness((now - opened) / fadeIn) * openness((closesAt + fadeOut - now) / fadeOut);
    const played = decoded(path, { from: between(0, 10), seconds, filter });
    for (let at = 0; at < played.length; at += 1) {
      const now = startsAt + at / SAMPLE_RATE;
      const place = Math.round(startsAt * SAMPLE_RATE) + at;
      if (place < sound.length) {
        sound[place] = (sound[place] ?? 0) + 0.5 * faderAt(now) * (played[at] ?? 0);
      }
    }
    const title = `Track ${n}`;
    const deck = 1 + (n % 2);
    const writtenAt = n === 0 ? 0 : opensAt - between(5, 45);
    plays.push({ path, title, deck, writtenAt, opensAt, crossesAt: opensAt + fade / 2, faderAt });
    if (n % 4 === 3) {
      const tried = { path: draw(), title: `Tried ${n}`, deck, writtenAt: writtenAt - between(8, 15) };
      const never = Number.POSITIVE_INFINITY;
      plays.push({ ...tried, opensAt: never, crossesAt: never, faderAt: () => 0 });
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
