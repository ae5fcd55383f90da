/**
 * The program, killed at random moments, as in a crash: what it has written is with the system by then, and stays. (When
 * the power fails, that too may be lost; no test here says anything of it.) What a sink has said to be delivered must be
 * there afterwards, whole and in order.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SessionStore } from '../src/sinks/session/store.ts';
import { testFolder } from './support/folder.ts';
import { amount } from './support/full-length.ts';
import { judge } from './support/judge.ts';
import { startShow } from './support/show.ts';

const KILLS = amount({ short: 10, full: 200 });
/** It is killed so long after the first track, at most. */
const LONGEST_RUN_MS = 400;
const TRACKS_A_RUN = 5_000;

const artistOf = (run: number): string => `Artist ${run}`;
const nameOf = (run: number, number: number): string => `${artistOf(run)} - Title ${number}`;

test(`what was delivered survives ${KILLS} kills`, { timeout: 30_000 + KILLS * 3_000 }, async () => {
  const folder = await testFolder();
  const file = (name: string): string => join(folder, name);
  let kept = '';
  const featured = () => readFile(file('featured.txt'), 'utf8').catch(() => '(no such file)');

  for (let run = 1; run <= KILLS; run += 1) {
    const before = await featured();
    const show = await startShow([
      `--outfile.featured=${file('featured.txt')}`,
      `--history.filename=${file('history.txt')}`,
      `--cue.filename=${file('set.cue')}`,
      `--session.filename=${file('sessions.db')}`,
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
    const killing = setTimeout(() => show.program.signal('SIGKILL'), Math.random() * LONGEST_RUN_MS);
    while (alive && posted < TRACKS_A_RUN) {
      posted += 1;
      await show
        .post('track', { artist: artistOf(run), title: `Title ${posted}` })
        // It was killed in the middle of it.
        .catch(() => undefined);
    }
    clearTimeout(killing);
    expect(await show.program.stop()).toMatchObject({ signal: 'SIGKILL' });
    await asker;

    const promised = (sink: string): number => delivered.get(sink) ?? 0;
    const inOrder = (count: number): string[] =>
      Array.from({ length: count }, (_, index) => nameOf(run, index + 1));

    const whole = new Set([before, ...inOrder(posted)]);
    expect([...(await reader)].filter((content) => !whole.has(content))).toEqual([]);

    const history = await readFile(file('history.txt'), 'utf8').catch(() => '');
    expect(history.startsWith(kept)).toBe(true);
    const lines = history.slice(kept.length).split('\n').slice(0, -1);
    expect(history === '' || history.endsWith('\n')).toBe(true);
    expect(lines).toEqual(inOrder(lines.length));
    expect(lines.length).toBeGreaterThanOrEqual(promised('history'));
    kept = history;

    if (promised('cue') > 0) {
      const sheet = await judge('cueprint', ['-i', 'cue', '-d', '', '-t', '%p - %t\\n', file('set.cue')]);
      expect(sheet).toMatchObject({ status: 0, stderr: '' });
      const tracks = sheet.stdout.split('\n').slice(0, -1);
      expect(tracks).toEqual(inOrder(tracks.length));
      expect(tracks.length).toBeGreaterThanOrEqual(Math.min(99, promised('cue')));
    }
    if (promised('session') > 0) {
      const store = new SessionStore(file('sessions.db'), 'read');
      const [latest] = store.sessions(1);
      const tracks = store.entries(latest?.id ?? 0).map(({ track }) => `${track.artist} - ${track.title}`);
      store.close();
      expect(tracks).toEqual(inOrder(tracks.length));
      expect(tracks.length).toBeGreaterThanOrEqual(promised('session'));
    }
  }
});
