/** Evenings of Serato DJ 4, written by another process, compared with a simple rule. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fakeClock, runPending } from '../../../test/support/clock.ts';
import { testFolder } from '../../../test/support/folder.ts';
import { amount } from '../../../test/support/full-length.ts';
import { keptLog } from '../../../test/support/log.ts';
import { numbersFrom } from '../../../test/support/music.ts';
import { SERATO_4_SCHEMA } from '../../../test/support/serato.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { type RunningSource, runSource } from '../../../test/support/source.ts';
import type { Clock } from '../../core/tools.ts';
import { deckOptions } from '../../decks/options.ts';
import { nodeDisk } from '../../host/disk/node-disk.js';
import { DjSoftwareSource } from './source.ts';

const DECKS = 4;
const MOVES = 40;
const EVENINGS = amount({ short: 1, full: 20 });

/** Own process: WAL, mapped memory, files for temporary tables. Waits for no lock. */
const WRITER = `
const Database = require(${JSON.stringify(createRequire(import.meta.url).resolve('libsql'))});
const database = new Database(process.argv[2], { timeout: 0 });
database.exec('PRAGMA mmap_size = 268435456; PRAGMA temp_store = FILE; PRAGMA wal_autocheckpoint = 8');
process.on('message', (statements) => {
  try {
    database.exec(statements);
    process.send('');
  } catch (error) {
    process.send(error.message);
  }
});
process.send('');
`;

function writer(script: string, path: string) {
  let running: ChildProcess | undefined;
  return {
    /** Rejects if another process holds a lock. */
    async writes(statements: string): Promise<void> {
      if (running === undefined) {
        running = fork(script, [path]);
        await once(running, 'message');
      }
      const answer = once(running, 'message');
      running.send(statements);
      const [problem] = await answer;
      expect(problem).toBe('');
    },
    async isKilled(): Promise<void> {
      const killed = running;
      running = undefined;
      if (killed !== undefined) {
        killed.kill('SIGKILL');
        await once(killed, 'exit');
      }
    },
  };
}

interface Play {
  readonly title: string;
  announced: boolean;
}
interface Deck {
  readonly id: number;
  readonly play: Play;
  /** Order among those that count as played; 0: not yet. */
  played: number;
}

/** Expected announcements, derived from the DJ's actions. */
class Oracle {
  readonly decks = new Map<number, Deck>();
  readonly announced: string[] = [];
  #featured: Play | undefined;
  #replaced: readonly Play[] = [];

  load(deck: number, id: number, title: string): void {
    this.decks.delete(deck);
    const others = [...this.decks.values()].map(({ play }) => play);
    const same = [
      ...others.filter(({ announced }) => !announced),
      ...(this.#featured ? [this.#featured] : []),
    ];
    const play = same.find((one) => one.title === title) ?? { title, announced: false };
    this.decks.set(deck, { id, play, played: 0 });
  }

  decide(): void {
    const [last] = [...this.decks.values()]
      .filter(({ played }) => played > 0)
      .sort((a, b) => b.played - a.played);
    const isLoaded = (one: Play | undefined) => [...this.decks.values()].some(({ play }) => play === one);
    const before = this.#replaced.find(isLoaded);
    if (last !== undefined && !last.play.announced) {
      last.play.announced = true;
      this.#replaced = [...(this.#featured ? [this.#featured] : []), ...this.#replaced];
      this.#featured = last.play;
      this.announced.push(last.play.title);
    } else if (!isLoaded(this.#featured) && before !== undefined && before === last?.play) {
      this.#replaced = this.#replaced.slice(this.#replaced.indexOf(before) + 1);
      this.#featured = before;
    }
  }
}

/** Waits for the first poll. */
async function watching(path: string): Promise<{ running: RunningSource; watch: () => Promise<void> }> {
  const fake = fakeClock();
  let looks = 0;
  const sleep: Clock['sleep'] = (ms, signal) => {
    looks += 1;
    return fake.sleep(ms, signal);
  };
  const tools = { log: keptLog(), clock: { ...fake, sleep }, disk: nodeDisk };
  const places = [{ program: 'Serato DJ 4', path }] as const;
  const running = runSource(new DjSoftwareSource(settingsOf(deckOptions, {}), places, tools));
  onTestFinished(() => running.stop());
  const untilLooked = async (before: number): Promise<void> => {
    while (looks === before) {
      await runPending();
    }
  };
  await untilLooked(0);
  return {
    running,
    async watch() {
      for (let time = 0; time < 2; time += 1) {
        const before = looks;
        await fake.advance(500);
        await untilLooked(before);
      }
    },
  };
}

async function evening(seed: number): Promise<void> {
  const numbers = numbersFrom(seed);
  const next = (below: number): number => Math.floor(numbers() * below);
  const folder = await testFolder();
  const path = join(folder, 'master.sqlite');
  const script = join(folder, 'writer.cjs');
  await writeFile(script, WRITER);
  const serato = writer(script, path);
  const other = writer(script, path);
  onTestFinished(() => Promise.all([serato.isKilled(), other.isKilled()]).then(() => undefined));
  await serato.writes(`${SERATO_4_SCHEMA} CREATE TABLE asset (id INTEGER PRIMARY KEY, name TEXT)`);
  const sources = [await watching(path), await watching(path)];
  const oracle = new Oracle();
  let id = 0;
  let session = 1;
  let plays = 0;

  const moves: readonly (() => Promise<void>)[] = [
    async function load() {
      const deck = 1 + next(DECKS);
      const before = oracle.decks.get(deck);
      id += 1;
      const title = next(6) === 0 && before !== undefined ? before.play.title : `Track ${id}`;
      const replaced =
        before === undefined
          ? ''
          : `UPDATE history_entry SET end_time = ${1000 + id} WHERE id = ${before.id};`;
      await serato.writes(`BEGIN; ${next(4) === 0 ? '' : replaced} INSERT INTO history_entry
        (id, session_id, deck, start_time, artist, name, file_name, location_id, portable_id) VALUES
        (${id}, ${session}, '${deck}', ${1000 + Math.floor(id / 2)}, 'A', '${title}', '${title}.mp3', 1, 'M/${title}.mp3'); COMMIT`);
      oracle.load(deck, id, title);
    },
    async function play() {
      const unplayed = [...oracle.decks.values()].filter(({ played }) => played === 0);
      const deck = unplayed[next(unplayed.length)];
      if (deck !== undefined) {
        plays += 1;
        deck.played = plays;
        await serato.writes(`UPDATE history_entry SET played = 1 WHERE id = ${deck.id}`);
      }
    },
    async function eject() {
      const [deck, loaded] = [...oracle.decks][next(DECKS)] ?? [];
      if (deck !== undefined && loaded !== undefined) {
        oracle.decks.delete(deck);
        const leaves =
          next(2) === 0 ? `UPDATE history_entry SET end_time = ${1000 + id}` : 'DELETE FROM history_entry';
        await serato.writes(`${leaves} WHERE id = ${loaded.id}`);
      }
    },
    async function swap() {
      const [one, two] = [1 + next(DECKS), 1 + next(DECKS)];
      const [first, second] = [oracle.decks.get(one), oracle.decks.get(two)];
      if (one !== two && first !== undefined && second !== undefined) {
        oracle.decks.set(one, second).set(two, first);
        await serato.writes(
          `UPDATE history_entry SET deck = CASE id WHEN ${first.id} THEN '${two}' ELSE '${one}' END WHERE id IN (${first.id}, ${second.id})`,
        );
      }
    },
    async function edit() {
      const deck = [...oracle.decks.values()][next(DECKS)];
      if (deck !== undefined) {
        await serato.writes(`UPDATE history_entry SET genre = 'G${id}', year = '1999' WHERE id = ${deck.id}`);
      }
    },
    async function anotherClient() {
      await other.writes(`INSERT INTO asset (name) VALUES (hex(randomblob(3000)))`);
    },
    async function rollOver() {
      session += 1;
      await serato.writes(
        `UPDATE history_session SET end_time = 5000 WHERE id = ${session - 1}; INSERT INTO history_session (id, end_time) VALUES (${session}, 0)`,
      );
    },
    async function kill() {
      await serato.writes(`BEGIN; UPDATE history_entry SET played = 1, name = 'never'`);
      await serato.isKilled();
    },
  ];
  const weights = [0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 3, 4, 5, 5, 6, 7];
  for (let move = 0; move < MOVES; move += 1) {
    await moves[weights[next(weights.length)] ?? 0]?.();
    await Promise.all(sources.map(({ watch }) => watch()));
    oracle.decide();
  }
  expect(oracle.announced).not.toEqual([]);
  for (const { running } of sources) {
    // A play that leads again is reported again with its id, and published once.
    const plays = new Map<string, string>();
    for (const { playId, track } of running.transitions) {
      plays.set(playId, plays.get(playId) ?? track.title);
    }
    expect([...plays.values()]).toEqual(oracle.announced);
  }
}

test.each(Array.from({ length: EVENINGS }, (_, seed) => seed + 1))(
  'evening %i: both sources announce each track once, in order, and never lock Serato out',
  evening,
);
