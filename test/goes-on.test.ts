/** A laptop that dies in the middle of a set, and the evening after. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { testFolder } from './support/folder.ts';
import { type Show, startShow } from './support/show.ts';

const names = (title: string) => ({ artist: 'Ada', title });

async function titlesOf({ url }: Show): Promise<readonly unknown[]> {
  const answer = await fetch(`${url}/api/v1/history`);
  const { tracks } = (await answer.json()) as { readonly tracks: readonly { readonly title: string }[] };
  return tracks.map(({ title }) => title);
}

test('the set goes on after a crash, and the next evening has files of its own', async () => {
  const folder = await testFolder();
  const file = (name: string): string => join(folder, name);
  const run = async (...titles: readonly string[]): Promise<Show> => {
    const show = await startShow([
      `--history.filename=${file('history.txt')}`,
      `--cue.filename=${file('set.cue')}`,
      `--session.filename=${file('sessions.db')}`,
    ]);
    for (const title of titles) {
      await show.post('track', names(title));
    }
    await show.quiet();
    return show;
  };

  const before = await run('Blue', 'Red');
  before.program.signal('SIGKILL');
  await before.program.ended;
  // It takes at least this long to start again.
  const after = await run();
  expect(await titlesOf(after)).toEqual(['Blue', 'Red']);
  await after.post('track', names('Red'));
  await after.post('track', names('Green'));
  await after.quiet();
  expect(await titlesOf(after)).toEqual(['Blue', 'Red', 'Green']);
  await after.program.stop();

  const sheet = await readFile(file('set.cue'), 'utf8');
  expect(sheet.match(/TITLE ".+"/g)).toEqual(['TITLE "Blue"', 'TITLE "Red"', 'TITLE "Green"']);
  expect(await readFile(file('history.txt'), 'utf8')).toBe('Ada - Blue\nAda - Red\nAda - Green\n');
  const database = new Database(file('sessions.db'));
  const rows = (query: string) => database.prepare(query).all();
  expect(rows('SELECT session, position, elapsed_ms > 0 AS later, title FROM track')).toMatchObject([
    { session: 1, position: 1, later: 0, title: 'Blue' },
    { session: 1, position: 2, later: 1, title: 'Red' },
    { session: 1, position: 3, later: 1, title: 'Green' },
  ]);

  const day = 24 * 3_600_000;
  database.exec(
    `UPDATE session SET ended_at = ended_at - ${day}; UPDATE track SET featured_at = featured_at - ${day}`,
  );
  database.close();
  const evening = await run('White');
  expect(await titlesOf(evening)).toEqual(['White']);
  await evening.program.stop();
  expect((await readFile(file('set.cue'), 'utf8')).match(/TITLE ".+"/g)).toEqual(['TITLE "White"']);
  const [aside = ''] = (await readdir(folder)).filter((name) => /^set-.*\.cue$/.test(name));
  expect(await readFile(file(aside), 'utf8')).toBe(sheet);
});

test('what the operator hid stays hidden after a crash, and stands in the records once', async () => {
  const folder = await testFolder();
  const file = (name: string): string => join(folder, name);
  const start = (): Promise<Show> =>
    startShow([
      `--outfile.featured=${file('featured.txt')}`,
      `--history.filename=${file('history.txt')}`,
      `--cue.filename=${file('set.cue')}`,
      `--session.filename=${file('sessions.db')}`,
      '--http.token=',
    ]);

  const before = await start();
  await before.post('track', names('Blue'));
  await before.post('track', names('Secret'));
  await before.post('hide');
  await before.quiet();
  before.program.signal('SIGKILL');
  await before.program.ended;

  const after = await start();
  await after.post('track', names('Secret'));
  await after.quiet();
  expect(await titlesOf(after)).toEqual(['Blue', 'ID']);
  expect(await readFile(file('featured.txt'), 'utf8')).toBe('');
  await after.post('track', names('Green'));
  await after.post('track', names('Secret'));
  await after.quiet();
  expect(await titlesOf(after)).toEqual(['Blue', 'ID', 'Green', 'ID']);
  const now = await (await fetch(`${after.url}/api/v1/now`)).text();
  expect([...after.messages, now, after.program.evidence].join('\n')).not.toContain('Secret');

  await after.post('reveal');
  await after.post('track', names('Green'));
  await after.post('track', names('Secret'));
  await after.quiet();
  expect(await titlesOf(after)).toEqual(['Blue', 'ID', 'Green', 'Secret', 'Green', 'Secret']);
  await after.program.stop();
  const sheet = await readFile(file('set.cue'), 'utf8');
  expect(sheet.match(/^ {4}TITLE ".+"/gm)).toEqual(
    ['Blue', 'ID', 'Green', 'Secret', 'Green', 'Secret'].map((title) => `    TITLE "${title}"`),
  );
});
