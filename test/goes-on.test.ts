import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { afterTest } from './support/clean-up.ts';
import { testFolder } from './support/folder.ts';
import { startProgram } from './support/program.ts';
import { SERATO_4_SCHEMA, SESSION_HEAD, sessionEntry } from './support/serato.ts';
import { showAt, startShow } from './support/show.ts';
import { waitFor } from './support/wait.ts';

const DAY_MS = 24 * 3_600_000;
const NEXT_DAY = `
  UPDATE session SET ended_at = ended_at - ${DAY_MS};
  UPDATE track SET featured_at = featured_at - ${DAY_MS}`;

const titlesIn = (sheet: string) => [...sheet.matchAll(/^ {4}TITLE "(.+)"/gm)].map(([, title]) => title);

async function showIn(folder: string, ...flags: readonly string[]) {
  const file = (name: string): string => join(folder, name);
  const show = await startShow([
    `--outfile.featured=${file('featured.txt')}`,
    `--history.filename=${file('history.txt')}`,
    `--cue.filename=${file('set.cue')}`,
    `--session.filename=${file('sessions.db')}`,
    '--http.token=',
    ...flags,
  ]);
  afterTest(() => show.program.stop());
  const play = async (...titles: readonly string[]) => {
    for (const title of titles) {
      await show.post('track', { artist: 'Ada', title });
    }
    await show.quiet();
    const { tracks } = Object(await (await fetch(`${show.url}/api/v1/history`)).json());
    return tracks.map((track: { readonly title: string }) => track.title);
  };
  const crash = async () => {
    await show.quiet();
    show.program.signal('SIGKILL');
    await show.program.ended;
  };
  return { ...show, play, crash };
}

test('the set continues after a crash, hidden tracks stay hidden, and the next evening gets its own files', async () => {
  const folder = await testFolder();
  const file = (name: string): string => join(folder, name);
  const text = (name: string) => readFile(file(name), 'utf8');
  const start = () => showIn(folder);

  const before = await start();
  await before.play('Blue');
  // Not within the same millisecond.
  await before.play('Secret');
  await before.post('hide');
  await before.crash();
  // A restart takes at least this long.
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
  // The history file only grows.
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
  await evening.post('edit', { session: 1, position: 1, title: 'Bluer' });
  const { tracks } = Object(await (await fetch(`${evening.url}/api/v1/history?session=1`)).json());
  expect(tracks[0]).toMatchObject({ artist: 'Ada', title: 'Bluer' });
  await evening.program.stop();
  expect(titlesIn(await text('set.cue'))).toEqual(['White']);
  const [aside = ''] = (await readdir(folder)).filter((name) => /^set-.*\.cue$/.test(name));
  expect(await text(aside)).toBe(sheet);
});

test('a track on air ends with a crash, unless it goes on', async () => {
  const folder = await testFolder();
  const start = () => showIn(folder, '--source=http');
  const ends = async ({ url }: Awaited<ReturnType<typeof start>>) => {
    const { tracks } = Object(await (await fetch(`${url}/api/v1/history`)).json());
    return tracks.map(({ endedAt }: { readonly endedAt?: string }) => endedAt !== undefined);
  };
  const before = await start();
  await before.play('Blue');
  expect(await ends(before)).toEqual([false]);
  await before.crash();
  const again = await start();
  expect(await ends(again)).toEqual([true]);
  await again.play('Blue');
  expect(await ends(again)).toEqual([false]);
  await again.crash();
  const after = await start();
  await after.play('Green');
  expect(await ends(after)).toEqual([true, false]);
});

test('a track removed from the set leaves every output, also after a crash, until it is put back', async () => {
  const folder = await testFolder();
  const sheet = async () => titlesIn(await readFile(join(folder, 'set.cue'), 'utf8'));
  const show = () => showIn(folder, '--source=http');
  const outputs = async ({ url, quiet }: Awaited<ReturnType<typeof show>>) => {
    await quiet();
    const text = async (what: string) => (await fetch(`${url}/${what}`)).text();
    const files = ['json', 'csv', 'youtube', 'prs', 'soundexchange'].map((one) => `api/v1/history/${one}`);
    return (await Promise.all(['page/', 'api/v1/history', ...files].map(text))).join('\n');
  };

  const before = await show();
  await before.play('Blue', 'Mistake', 'Red');
  await expect(before.post('edit', { position: 3, removed: true })).rejects.toThrow('still on air');
  await before.post('edit', { position: 2, removed: true });
  expect(await before.play()).toEqual(['Blue', 'Red']);
  expect(await sheet()).toEqual(['Blue', 'Red']);
  expect(await outputs(before)).not.toContain('Mistake');
  await before.crash();

  const after = await show();
  expect(await after.play('Green')).toEqual(['Blue', 'Red', 'Green']);
  expect(await sheet()).toEqual(['Blue', 'Red', 'Green']);
  expect(await outputs(after)).not.toContain('Mistake');
  const { removed } = Object(await (await fetch(`${after.url}/api/v1/history?removed=1`)).json());
  expect(removed).toMatchObject([{ position: 2, title: 'Mistake' }]);
  await after.post('edit', { position: 2, removed: false });
  expect(await after.play()).toEqual(['Blue', 'Mistake', 'Red', 'Green']);
  expect(await sheet()).toEqual(['Blue', 'Mistake', 'Red', 'Green']);
  expect((await outputs(after)).match(/Mistake/g)?.length).toBeGreaterThanOrEqual(6);
  // The last line, and the set's last track.
  await after.post('edit', { position: 2, removed: true });
  await after.crash();

  const last = await show();
  await last.play('White');
  expect(await readFile(join(folder, 'history.txt'), 'utf8')).toBe(
    ['Blue', 'Mistake', 'Red', 'Green', 'White'].map((title) => `Ada - ${title}\n`).join(''),
  );
});

test('a new set begins with the track on air, or the next one, and goes on after a crash', async () => {
  const folder = await testFolder();
  const text = (name: string) => readFile(join(folder, name), 'utf8');
  const sheets = async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.cue'));
    return Promise.all(names.map(async (name) => titlesIn(await text(name))));
  };
  const stored = async (url: string) => {
    const { sessions } = Object(await (await fetch(`${url}/api/v1/sessions`)).json());
    const histories = sessions.map(async ({ session }: { readonly session: number }) => {
      const answer = await fetch(`${url}/api/v1/history?session=${session}`);
      return Object(await answer.json()).tracks.map((track: { readonly title: string }) => track.title);
    });
    return Promise.all(histories);
  };
  const pageOf = async (url: string) => (await fetch(`${url}/page/`)).text();

  const before = await showIn(folder);
  await expect(before.post('new-set')).rejects.toThrow('no earlier track');
  await before.play('Check');
  await before.play('Secret');
  await before.post('hide');
  await before.play('Blue');
  await before.post('new-set', { position: 3 });
  expect(await before.play()).toEqual(['Blue']);
  expect(await pageOf(before.url)).not.toContain('Check');
  expect(await stored(before.url)).toEqual([['Check', 'ID']]);
  const { track } = Object(await (await fetch(`${before.url}/api/v1/now`)).json());
  expect(track).toMatchObject({ title: 'Blue', position: 1, elapsed: '00:00:00' });
  await before.crash();

  const after = await showIn(folder);
  expect(await after.play()).toEqual(['Blue']);
  // Hidden by hand in the earlier set.
  expect(await after.play('Green', 'Secret')).toEqual(['Blue', 'Green', 'ID']);
  expect(await sheets()).toEqual(
    expect.arrayContaining([
      ['Check', 'ID'],
      ['Blue', 'Green', 'ID'],
    ]),
  );
  await after.crash();

  const last = await showIn(folder);
  await last.post('new-set');
  expect(await last.play()).toEqual([]);
  await last.crash();

  const show = await showIn(folder);
  expect(await show.play()).toEqual([]);
  expect(await show.play('White')).toEqual(['White']);
  expect(await show.play('Secret')).toEqual(['White', 'ID']);
  expect(await stored(show.url)).toEqual([
    ['Blue', 'Green', 'ID'],
    ['Check', 'ID'],
  ]);
  expect([...show.messages, ...last.messages, ...after.messages].join('\n')).not.toContain('Secret');
  await show.program.stop();
  expect(titlesIn(await text('set.cue'))).toEqual(['White', 'ID']);
  expect((await sheets()).length).toBe(3);
  // The history file only grows.
  const lines = ['Check', 'Secret', 'Blue', 'Green', 'ID', 'White', 'ID'];
  expect(
    (await text('history.txt'))
      .trim()
      .split('\n')
      .map((line) => line.split(' - ')[1]),
  ).toEqual(lines);
});

test('a new set that begins with the next track leaves the one on air to the earlier set', async () => {
  const folder = await testFolder();
  const show = await showIn(folder, '--source=httpdecks,http');
  const deck = async (label: string, report: object) => {
    const answer = await fetch(`${show.url}/api/v1/decks/${label}`, {
      method: 'PUT',
      body: JSON.stringify(report),
    });
    expect(answer.status).toBe(200);
  };
  const tracksOf = async (query = '') => {
    const { tracks } = Object(await (await fetch(`${show.url}/api/v1/history${query}`)).json());
    return tracks.map((track: { readonly title: string }) => track.title);
  };
  const isPublished = (titles: readonly string[], query = '') =>
    waitFor(`${titles}`, async () => ((await tracksOf(query)).join() === titles.join() ? true : undefined));
  const blue = { track: { artist: 'Ada', title: 'Blue' }, level: 1 };

  await deck('1', { ...blue, playing: true });
  await isPublished(['Blue']);
  await deck('1', { ...blue, playing: false });
  await expect(show.post('new-set', { position: 1 })).rejects.toThrow('no earlier track');
  await expect(show.post('new-set', { position: 2, next: true })).rejects.toThrow('different track');
  await show.post('new-set', { position: 1, next: true });
  expect(await tracksOf()).toEqual([]);
  const { sessions } = Object(await (await fetch(`${show.url}/api/v1/sessions`)).json());
  expect(await tracksOf(`?session=${sessions[0].session}`)).toEqual(['Blue']);
  await waitFor('the empty file', async () =>
    (await readFile(join(folder, 'featured.txt'), 'utf8')) === '' ? true : undefined,
  );
  await deck('1', { ...blue, playing: true });
  await deck('2', { track: { artist: 'Bo', title: 'Red' }, playing: true, level: 1 });
  await deck('1', { ...blue, playing: false });
  await isPublished(['Red']);
  await show.post('onair', { deck: 1 });
  await isPublished(['Red', 'Blue']);
  await show.program.stop();
  expect(titlesIn(await readFile(join(folder, 'set.cue'), 'utf8'))).toEqual(['Red', 'Blue']);
});

test('a track that runs on after a restart is in one set, if a new one begins before it is reported', async () => {
  const folder = await testFolder();
  const before = await showIn(folder);
  await before.play('Check', 'Blue');
  await before.crash();

  const after = await showIn(folder);
  await after.post('new-set');
  expect(await after.play('Blue')).toEqual(['Blue']);
  expect(await after.play('Green')).toEqual(['Blue', 'Green']);
  const earlier = Object(await (await fetch(`${after.url}/api/v1/history?session=1`)).json()).tracks;
  expect(earlier.map(({ title }: { readonly title: string }) => title)).toEqual(['Check']);
  await after.program.stop();
  const sheets = (await readdir(folder)).filter((name) => name.endsWith('.cue'));
  const titles = await Promise.all(
    sheets.map(async (name) => titlesIn(await readFile(join(folder, name), 'utf8'))),
  );
  expect(titles).toEqual(expect.arrayContaining([['Check'], ['Blue', 'Green']]));
  expect(await readFile(join(folder, 'history.txt'), 'utf8')).toBe('Ada - Check\nAda - Blue\nAda - Green\n');
});

test('a track revealed from a rule stays visible after a crash, until another rule hides it', async () => {
  const folder = await testFolder();
  const before = await showIn(folder, '--hide.contains.title=promo');
  expect(await before.play('Blue (Promo)')).toEqual(['ID']);
  await before.post('reveal');
  await before.crash();

  const after = await showIn(folder, '--hide.contains.title=promo');
  expect(await after.play()).toEqual(['Blue (Promo)']);
  expect(await after.play('Blue (Promo)')).toEqual(['Blue (Promo)']);
  expect(titlesIn(await readFile(join(folder, 'set.cue'), 'utf8'))).toEqual(['Blue (Promo)']);
  await after.crash();

  const last = await showIn(folder, '--hide.contains.title=promo,blue');
  expect(await last.play()).toEqual(['ID']);
  expect(await last.play('Blue (Promo)')).toEqual(['ID']);
  expect(titlesIn(await readFile(join(folder, 'set.cue'), 'utf8'))).toEqual(['ID']);
  expect([...last.messages, last.program.evidence].join('\n')).not.toContain('Blue');
  expect(await readFile(join(folder, 'history.txt'), 'utf8')).toBe('ID - ID\n');
});

/** Programs that record each track once. `prepare`: returns what records the next one. */
const RECORDS = [
  {
    program: 'a text file',
    flags: ['--source=softa', '--softa.filename=now.txt'],
    watches: 'watching file',
    async prepare(home: string) {
      const file = join(home, 'now.txt');
      await writeFile(file, '');
      return (title: string) => writeFile(file, `Ada - ${title}\n`);
    },
  },
  {
    program: 'Serato DJ 3',
    flags: ['--source=softb'],
    watches: 'watching DJ software',
    async prepare(home: string) {
      const folder = join(home, 'Music', '_Serato_', 'History', 'Sessions');
      await mkdir(folder, { recursive: true });
      const file = join(folder, '1.session');
      await writeFile(file, SESSION_HEAD);
      const begin = Math.floor(Date.now() / 1_000);
      let row = 0;
      return (title: string) => {
        row += 1;
        return appendFile(
          file,
          sessionEntry({ row, artist: 'Ada', title, start: begin + 20 * row, played: true }),
        );
      };
    },
  },
  {
    program: 'Serato DJ 4',
    flags: ['--source=softb'],
    watches: 'watching DJ software',
    async prepare(home: string) {
      const folder = join(home, '.wine/drive_c/users/dj/AppData/Local/Serato/Library');
      await mkdir(folder, { recursive: true });
      const database = new Database(join(folder, 'master.sqlite'));
      afterTest(() => database.close());
      database.exec(SERATO_4_SCHEMA);
      let id = 0;
      return (title: string) => {
        id += 1;
        database
          .prepare(
            `INSERT INTO history_entry (id, session_id, deck, start_time, played, artist, name, file_name)
              VALUES (?, 1, ?, ?, 1, 'Ada', ?, ?)`,
          )
          .run(id, String((id % 2) + 1), 1_000 + id, title, `${title}.mp3`);
      };
    },
  },
];

test.each(RECORDS)('the track that $program recorded before a crash is on air after it', async (record) => {
  const home = await testFolder();
  const play = await record.prepare(home);
  const start = async () => {
    const program = await startProgram(
      ['start', '--http.addr=127.0.0.1:0', '--session.filename=sessions.db', ...record.flags],
      { within: ['env', '-C', home, `HOME=${home}`, 'USER=dj'] },
    );
    afterTest(() => program.stop());
    const show = await showAt(await program.waitForLine('overlay ready'), program);
    await program.waitForLine(record.watches);
    await waitFor('a first look at the record', async () => {
      const health = await (await fetch(`${show.url}/api/v1/health`)).text();
      return health.includes('not checked yet') ? undefined : true;
    });
    return show;
  };
  type Started = Awaited<ReturnType<typeof start>>;
  const isOnAir = (show: Started, title: string) =>
    waitFor(
      `${title} on air`,
      async () => ((await (await fetch(`${show.url}/api/v1/now`)).text()).includes(title) ? true : undefined),
      () => show.program.evidence,
    );
  const history = async (show: Started) => {
    const { tracks } = Object(await (await fetch(`${show.url}/api/v1/history`)).json());
    return tracks.map((track: { readonly title: string }) => track.title);
  };

  const before = await start();
  await play('Blue');
  await isOnAir(before, 'Blue');
  await play('Green');
  await isOnAir(before, 'Green');
  await before.quiet();
  before.program.signal('SIGKILL');
  await before.program.ended;

  const after = await start();
  await isOnAir(after, 'Green');
  expect(await history(after)).toEqual(['Blue', 'Green']);
});

test('the page shows the covers of earlier tracks after a restart, unless they are hidden', async () => {
  const folder = await testFolder();
  const start = (...flags: string[]) => showIn(folder, '--placeholder.art.internal=note', ...flags);
  const covers = async ({ url }: { readonly url: string }) => {
    const { tracks } = Object(await (await fetch(`${url}/page/set.json`)).json());
    return Promise.all(
      tracks.map(async ({ art }: { readonly art: string | null }) =>
        art === null ? null : (await fetch(`${url}/page/${art}`)).status,
      ),
    );
  };
  const before = await start();
  await before.play('Blue', 'Red', 'Green', 'Last');
  await before.post('hide', { position: 2 });
  await before.crash();
  const after = await start('--hide.contains.title=Green');
  await after.quiet();
  expect(await covers(after)).toEqual([200, null, null, 200]);
  await after.program.stop();
  // The rule is gone, but the cover stays so too.
  const last = await start();
  await last.quiet();
  expect(await covers(last)).toEqual([200, null, null, 200]);
});
