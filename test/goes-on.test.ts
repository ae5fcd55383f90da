/** A laptop that dies in the middle of a set, and the evening after. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { testFolder } from './support/folder.ts';
import { startShow } from './support/show.ts';

const DAY_MS = 24 * 3_600_000;
const NEXT_DAY = `
  UPDATE session SET ended_at = ended_at - ${DAY_MS};
  UPDATE track SET featured_at = featured_at - ${DAY_MS}`;

const titlesIn = (sheet: string) => [...sheet.matchAll(/^ {4}TITLE "(.+)"/gm)].map(([, title]) => title);

test('the set goes on after a crash, what the operator hid stays hidden until it is revealed, and the next evening has files of its own', async () => {
  const folder = await testFolder();
  const file = (name: string): string => join(folder, name);
  const text = (name: string) => readFile(file(name), 'utf8');
  const start = async () => {
    const show = await startShow([
      `--outfile.featured=${file('featured.txt')}`,
      `--history.filename=${file('history.txt')}`,
      `--cue.filename=${file('set.cue')}`,
      `--session.filename=${file('sessions.db')}`,
      '--http.token=',
    ]);
    const play = async (...titles: readonly string[]) => {
      for (const title of titles) {
        await show.post('track', { artist: 'Ada', title });
      }
      await show.quiet();
      const { tracks } = Object(await (await fetch(`${show.url}/api/v1/history`)).json());
      return tracks.map((track: { readonly title: string }) => track.title);
    };
    return { ...show, play };
  };

  const before = await start();
  await before.play('Blue');
  // Later: not within the same millisecond.
  await before.play('Secret');
  await before.post('hide');
  await before.quiet();
  before.program.signal('SIGKILL');
  await before.program.ended;
  // It takes at least this long to start again.
  const after = await start();
  expect(await after.play()).toEqual(['Blue', 'ID']);
  expect(await after.play('Secret')).toEqual(['Blue', 'ID']);
  expect(await text('featured.txt')).toBe('');
  expect(await after.play('Green', 'Secret')).toEqual(['Blue', 'ID', 'Green', 'ID']);
  const now = await (await fetch(`${after.url}/api/v1/now`)).text();
  expect([...after.messages, now, after.program.evidence].join('\n')).not.toContain('Secret');
  await after.post('reveal');
  const all = ['Blue', 'ID', 'Green', 'Secret', 'Green', 'Secret'];
  expect(await after.play('Green', 'Secret')).toEqual(all);
  await after.program.stop();

  const sheet = await text('set.cue');
  expect(titlesIn(sheet)).toEqual(all);
  // It is only ever added to.
  const history = ['Ada - Blue', 'Ada - Secret', 'Ada - Green', 'ID - ID', 'Ada - Green', 'Ada - Secret', ''];
  expect((await text('history.txt')).split('\n')).toEqual(history);
  const database = new Database(file('sessions.db'));
  const rows = database.prepare('SELECT session, position, elapsed_ms > 0 AS later, title FROM track').all();
  expect(rows.slice(0, 3)).toMatchObject([
    { session: 1, position: 1, later: 0, title: 'Blue' },
    { session: 1, position: 2, later: 1, title: '' },
    { session: 1, position: 3, later: 1, title: 'Green' },
  ]);
  database.exec(NEXT_DAY);
  database.close();

  const evening = await start();
  expect(await evening.play('White')).toEqual(['White']);
  await evening.program.stop();
  expect(titlesIn(await text('set.cue'))).toEqual(['White']);
  const [aside = ''] = (await readdir(folder)).filter((name) => /^set-.*\.cue$/.test(name));
  expect(await text(aside)).toBe(sheet);
});
