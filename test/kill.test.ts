/**
 * Kills the program at random moments, as a crash would. Written bytes are with the OS by then (`power-loss.test.ts`
 * loses those too). Everything that a sink reported as delivered must be there afterward, complete and in order.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SessionStore } from '../src/sets/store.ts';
import { pathOfSheet } from '../src/sinks/cue.ts';
import { testFolder } from './support/folder.ts';
import { amount } from './support/full-length.ts';
import { judge } from './support/judge.ts';
import { childrenOf, untilEnded } from './support/processes.ts';
import { startShow } from './support/show.ts';

/** The set continues after each of these kills. */
const KILLS_AN_EVENING = 5;
const KILLS = amount({ short: 6, full: 40 });
/** Longest time from the first track to the kill. */
const LONGEST_RUN_MS = 400;
const TRACKS_A_RUN = 5_000;

const artistOf = (run: number): string => `Artist ${run}`;
const nameOf = (run: number, number: number): string => `${artistOf(run)} - Title ${number}`;

test(`delivered tracks survive ${KILLS} kills`, async () => {
  const folder = await testFolder();
  const file = (name: string): string => join(folder, name);
  let kept = '';
  /** History file at the start of the evening. */
  let begun = '';
  /** Session before the run, which the set continues. */
  let earlier: readonly string[] = [];
  const featured = () => readFile(file('featured.txt'), 'utf8').catch(() => '(no such file)');

  for (let run = 1; run <= KILLS; run += 1) {
    const before = await featured();
    const evening = Math.ceil(run / KILLS_AN_EVENING);
    if (run % KILLS_AN_EVENING === 1) {
      earlier = [];
      begun = kept;
    }
    const show = await startShow([
      `--outfile.featured=${file('featured.txt')}`,
      `--history.filename=${file('history.txt')}`,
      `--cue.filename=${file(`${evening}.cue`)}`,
      `--session.filename=${file(`${evening}.db`)}`,
    ]);
    const delivered = new Map<string, number>();
    let alive = true;
    void show.program.ended.then(() => {
      alive = false;
    });

    const reader = (async () => {
      const seen = new Set<string>();
      while (alive) {
        seen.add(await featured());
      }
      return seen;
    })();
    const asker = (async () => {
      while (alive) {
        for (const sink of await show.sinks().catch(() => [])) {
          delivered.set(sink.name, sink.delivered);
        }
      }
    })();
    let posted = 0;
    let helpers: readonly number[] = [];
    const killing = setTimeout(() => {
      helpers = childrenOf(show.program.pid);
      show.program.signal('SIGKILL');
    }, Math.random() * LONGEST_RUN_MS);
    while (alive && posted < TRACKS_A_RUN) {
      posted += 1;
      await show
        .post('track', { artist: artistOf(run), title: `Title ${posted}` })
        // The kill interrupted the request.
        .catch(() => undefined);
    }
    clearTimeout(killing);
    expect(await show.program.stop()).toMatchObject({ signal: 'SIGKILL' });
    // Helper processes may still finish a write.
    await Promise.all(helpers.map(untilEnded));
    await asker;

    /** A run that continues a set first delivers the track that was on air before. */
    const resumed = earlier.length === 0 ? 0 : 1;
    const promised = (sink: string): number => Math.max(0, (delivered.get(sink) ?? 0) - resumed);
    const inOrder = (count: number): string[] =>
      Array.from({ length: count }, (_, index) => nameOf(run, index + 1));

    // The start clears the file.
    const whole = new Set([before, '', ...inOrder(posted)]);
    expect([...(await reader)].filter((content) => !whole.has(content))).toEqual([]);

    const history = await readFile(file('history.txt'), 'utf8').catch(() => '');
    expect(history.startsWith(kept)).toBe(true);
    const lines = history.slice(begun.length).split('\n').slice(0, -1);
    expect(history === '' || history.endsWith('\n')).toBe(true);
    // Lines lost by earlier kills are written once. A line may precede its track in the store.
    expect(new Set(lines).size).toBe(lines.length);
    const all = [...earlier, ...inOrder(posted)];
    const ofSet = lines.filter((line) => all.includes(line));
    expect(ofSet).toEqual(all.slice(0, ofSet.length));
    if (promised('history') > 0) {
      expect(ofSet.length).toBeGreaterThanOrEqual(earlier.length + promised('history'));
    }
    kept = history;

    /** The tracks of this run are the last ones. */
    const ofThisRun = (all: readonly string[]): readonly string[] => {
      expect(all.slice(0, earlier.length)).toEqual(earlier);
      const tracks = all.slice(earlier.length);
      expect(tracks).toEqual(inOrder(tracks.length));
      return tracks;
    };
    if (promised('cue') > 0) {
      const sheet = await sheetTracks(file(`${evening}.cue`));
      expect(ofThisRun(sheet).length).toBeGreaterThanOrEqual(promised('cue'));
    }
    const session = sessionTracks(file(`${evening}.db`));
    expect(ofThisRun(session).length).toBeGreaterThanOrEqual(promised('session'));
    earlier = session;
  }
});

/** Names in the CUE sheets of a set, in order. Empty before the first sheet. */
async function sheetTracks(path: string): Promise<readonly string[]> {
  const tracks: string[] = [];
  for (let number = 1; existsSync(pathOfSheet(path, number)); number += 1) {
    const file = pathOfSheet(path, number);
    const sheet = await judge('cueprint', ['-i', 'cue', '-d', '', '-t', '%p - %t\\n', file]);
    expect(sheet).toMatchObject({ status: 0, stderr: '' });
    tracks.push(...sheet.stdout.split('\n').slice(0, -1));
  }
  return tracks;
}

/** Names in the only session of this file. Empty before there is one. */
function sessionTracks(path: string): readonly string[] {
  const store = SessionStore.existing(path);
  const sessions = store?.sessions(2) ?? [];
  expect(sessions.length).toBeLessThanOrEqual(1);
  const tracks = store?.entries(sessions[0]?.id ?? 0) ?? [];
  store?.close();
  return tracks.map(({ track }) => `${track.artist} - ${track.title}`);
}
