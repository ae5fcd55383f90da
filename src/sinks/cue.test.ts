import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../../test/support/folder.ts';
import { judge } from '../../test/support/judge.ts';
import { hiddenPublication, publication } from '../../test/support/publication.ts';
import { makeSink, sinkTools } from '../../test/support/sink.ts';
import { track } from '../../test/support/tracks.ts';
import type { EarlierSet } from '../core/contracts/set.ts';
import type { Publication } from '../core/track.ts';
import { cueSink } from './cue.ts';

const HOUR_MS = 3_600_000;
const EVENING = new Date(2026, 0, 31, 22, 15);

function nth(position: number, elapsedMs: number, title = `Title ${position}`, artist = 'Ada'): Publication {
  return publication({ position, playId: `play ${position}`, track: track({ artist, title }), elapsedMs });
}

async function cueIn(
  folder: string,
  change: Parameters<typeof makeSink<(typeof cueSink)['options']>>[1] = {},
  earlier?: EarlierSet,
  setId = 'this set',
) {
  const path = join(folder, 'set.cue');
  const sink = await makeSink(
    cueSink,
    { 'cue.filename': path, 'cue.header.file': 'set.wav', ...change },
    {
      ...sinkTools(),
      earlierSet: () => earlier,
      setId: () => setId,
    },
  );
  return {
    ...sink,
    path,
    text: () => readFile(path, 'utf8'),
    async publishAll(publications: readonly Publication[]) {
      for (const each of publications) {
        await sink.publish(each);
      }
    },
  };
}

test('a sheet without names of its own has the DJ and the heading of the page, with the day of the set', async () => {
  const path = join(await testFolder(), 'set.cue');
  const setNames = () => ({ dj: 'DJ Ada', heading: 'Friday' });
  const { publish } = await makeSink(cueSink, { 'cue.filename': path }, { ...sinkTools(), setNames });
  await publish({ ...nth(1, 0), at: EVENING.getTime() });
  expect(await readFile(path, 'utf8')).toContain('PERFORMER "DJ Ada"\nTITLE "Friday 2026-01-31"\n');
});

test('a new set gets a sheet of its own, and the earlier sheet loses the track that moves', async () => {
  const folder = await testFolder();
  let id = 'first';
  const path = join(folder, 'set.cue');
  const { publish, sink } = await makeSink(
    cueSink,
    { 'cue.filename': path },
    { ...sinkTools(), setId: ({ set = 0 }) => `${id} ${set}` },
  );
  await publish(nth(1, 0, 'Blue'));
  await publish(nth(2, 60_000, 'Red'));
  // Not of the set whose tracks come first.
  sink.hide?.(hiddenPublication({ kind: 'hide', position: 1, set: 1 }));
  id = 'second';
  await publish({ ...nth(1, 0, 'Red'), kind: 'new set', set: 1, movedFrom: 2 });
  const [aside = ''] = await movedAside(folder);
  expect(aside).toMatch(/Blue/);
  expect(aside).not.toMatch(/Red|ID$/m);
  expect(await readFile(path, 'utf8')).toMatch(/TRACK 01[\s\S]*Red/);
  await publish(hiddenPublication({ kind: 'new set', playId: '', position: 0, set: 2 }));
  expect(await readFile(path, 'utf8')).toMatch(/Red/);
});

test('the earlier sheet loses a track that moves after the new set began', async () => {
  const folder = await testFolder();
  const path = join(folder, 'set.cue');
  const tools = { ...sinkTools(), setId: ({ set = 0 }) => `${set}` };
  const { publish } = await makeSink(cueSink, { 'cue.filename': path }, tools);
  await publish(nth(1, 0, 'Blue'));
  await publish(nth(2, 60_000, 'Red'));
  await publish(hiddenPublication({ kind: 'new set', playId: '', position: 0, set: 1 }));
  await publish({ ...nth(1, 0, 'Red'), set: 1, movedFrom: 2 });
  const [aside = ''] = await movedAside(folder);
  expect(aside).toMatch(/Blue/);
  expect(aside).not.toMatch(/Red/);
  expect(await readFile(path, 'utf8')).toMatch(/TRACK 01[\s\S]*Red/);
});

test('a CUE sheet gives the position of a mistake to the next track', async () => {
  const { publish, sink, text } = await cueIn(await testFolder());
  await publish(nth(1, 0));
  await publish(nth(2, 60_000, 'Mistake'));
  const retract = hiddenPublication({ kind: 'retract', playId: 'play 2', position: 2 });
  sink.hide?.(retract);
  await publish(retract);
  expect(await text()).not.toMatch(/Mistake|ID|TRACK 02/);
  await publish(nth(2, 120_000, 'Right'));
  expect(await text()).toMatch(/TRACK 02[\s\S]*Right/);
});

function tracks(count: number): Publication[] {
  return Array.from({ length: count }, (_, index) => nth(index + 1, index * 120_000));
}

function goingOn(folder: string, entries: readonly Publication[], change: Parameters<typeof cueIn>[1] = {}) {
  return cueIn(folder, change, { session: 1, startedAt: 0, entries });
}

/** Lines of cuetools for the sheet. */
async function cuetools(
  program: 'cueprint' | 'cuebreakpoints',
  ...args: readonly string[]
): Promise<string[]> {
  const verdict = await judge(program, ['-i', 'cue', ...args]);
  expect(verdict).toMatchObject({ status: 0, stderr: '' });
  return verdict.stdout.trimEnd().split('\n');
}

/** Parsed by libcue: number, performer, title. */
const readByCuetools = (path: string) => cuetools('cueprint', '-d', '', '-t', '%n|%p|%t\\n', path);

/** libcue's breakpoints: `minutes:seconds.frames` of every start but the first. */
const breakpoints = (path: string) => cuetools('cuebreakpoints', path);

async function movedAside(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !/^set(-2)?\.cue$/.test(name));
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

describe('the CUE file', () => {
  test('has the recording code of each track that has one, and none of a hidden track', async () => {
    const cue = await cueIn(await testFolder());
    const { track: blue, ...first } = nth(1, 0, 'Blue');
    await cue.publishAll([
      { ...first, track: { ...blue, isrc: 'DEABC2600001' } },
      hiddenPublication({ position: 2, elapsedMs: 60_000 }),
      nth(3, 120_000, 'Red'),
    ]);
    const isrcs = await cuetools('cueprint', '-d', '', '-t', '%n|%i\\n', cue.path);
    expect(isrcs).toEqual(['1|DEABC2600001', '2|', '3|']);
  });

  test('is complete and valid after every track', async () => {
    const cue = await cueIn(await testFolder(), {
      'cue.header.performer': 'DJ Ada',
      'cue.header.title': 'Friday',
    });
    await cue.publish(nth(1, 0, 'Blue'));
    expect(await cue.text()).toBe(
      [
        'REM DECKCAST_SET this set',
        'PERFORMER "DJ Ada"',
        'TITLE "Friday"',
        'FILE "set.wav" WAVE',
        '  TRACK 01 AUDIO',
        '    TITLE "Blue"',
        '    PERFORMER "Ada"',
        '    INDEX 01 00:00:00',
        '',
      ].join('\n'),
    );
    expect(await readByCuetools(cue.path)).toEqual(['1|Ada|Blue']);
    await cue.publish(nth(2, 61_014, 'Red'));
    expect(await readByCuetools(cue.path)).toEqual(['1|Ada|Blue', '2|Ada|Red']);
    expect(await breakpoints(cue.path)).toEqual(['1:01.01']);
  });

  test('lets cuetools split a three-hour set', async () => {
    const every = 7 * 60_000 + 333;
    const count = Math.floor((3 * HOUR_MS) / every) + 1;
    const set = Array.from({ length: count }, (_, index) => nth(index + 1, index * every));
    const cue = await goingOn(await testFolder(), set.slice(0, -1));
    await cue.publishAll(set.slice(-1));
    const points = await breakpoints(cue.path);
    expect(points).toHaveLength(count - 1);
    expect(points.at(-1)).toBe('175:08.24');
  });

  test('lets shntool split the recording', async () => {
    const folder = await testFolder();
    const cue = await cueIn(folder);
    await cue.publishAll([nth(1, 0), nth(2, 20_000), nth(3, 40_000)]);
    await judge('ffmpeg', ['-f', 'lavfi', '-i', 'anullsrc=r=44100:cl=stereo', '-t', '60', 'set.wav'], {
      cwd: folder,
    });
    const verdict = await judge('shnsplit', ['-o', 'null', '-f', 'set.cue', 'set.wav'], { cwd: folder });
    expect(verdict.status, verdict.stderr).toBe(0);
    expect(verdict.stderr.match(/Splitting \[/g)).toHaveLength(3);
  });

  test('keeps quotes, a backslash and every script when parsed', async () => {
    const written = [
      ['The "Real" Thing', "The 'Real' Thing"],
      ['AC\\DC "', "AC/DC '"],
      ["Don't", "Don't"],
      ['Синий', 'Синий'],
      ['蓝色 ブルー', '蓝色 ブルー'],
      ['أزرق כחול', 'أزرق כחול'],
      ['สีน้ำเงิน नीला 파랑', 'สีน้ำเงิน नीला 파랑'],
      ['💙 Blue 🟦', '💙 Blue 🟦'],
    ] as const;
    const header = written.map(([given]) => given).join(' ');
    const cue = await cueIn(await testFolder(), { 'cue.header.title': header });
    await cue.publishAll(written.map(([given], index) => nth(index + 1, index * 60_000, given, given)));
    const wanted = written.map(([, read], index) => `${index + 1}|${read}|${read}`);
    expect(await readByCuetools(cue.path)).toEqual(wanted);
    expect(await readFile(cue.path)).not.toContain(0xfeff);
  });

  test('has the file name for an unnamed track, or ID twice without one', async () => {
    const cue = await cueIn(await testFolder());
    const file = track({ filename: 'untitled.mp3' });
    await cue.publish(publication({ position: 1, track: file, elapsedMs: 0 }));
    await cue.publish(publication({ position: 2, track: track({}), elapsedMs: 60_000 }));
    await cue.publish(publication({ position: 3, track: { ...file, artist: 'Ada' }, elapsedMs: 120_000 }));
    expect(await readByCuetools(cue.path)).toEqual(['1||untitled.mp3', '2|ID|ID', '3|Ada|']);
  });

  test('continues in a second file at the hundredth track, with the times of the set', async () => {
    const folder = await testFolder();
    const set = tracks(120);
    const cue = await goingOn(folder, set.slice(0, 97), { 'cue.header.title': 'Friday' });
    await cue.publishAll(set.slice(97, 99));
    expect(await readByCuetools(cue.path)).toHaveLength(99);
    expect(cue.log.lines).toEqual([]);
    await cue.publishAll(set.slice(99));
    const second = join(folder, 'set-2.cue');
    expect(await readByCuetools(cue.path)).toHaveLength(99);
    expect((await readByCuetools(second)).at(0)).toBe('1|Ada|Title 100');
    expect((await readByCuetools(second)).at(-1)).toBe('21|Ada|Title 120');
    expect(await readFile(second, 'utf8')).toMatch(
      /^REM DECKCAST_SET this set\nPERFORMER ""\nTITLE "Friday"\nFILE "set.wav" WAVE\n/,
    );
    expect(await readFile(second, 'utf8')).toContain('INDEX 01 198:00:00');
    expect(cue.log.lines).toMatchObject([{ level: 'info', fields: { path: second } }]);
  });

  test('puts two tracks of the same frame a frame apart', async () => {
    const cue = await cueIn(await testFolder());
    await cue.publishAll([nth(1, 0), nth(2, 0), nth(3, 5), nth(4, 1_000)]);
    expect(await breakpoints(cue.path)).toEqual(['0:00.01', '0:00.02', '0:01.00']);
  });

  test('has ID for a hidden track until its reveal, and applies corrections and later hides', async () => {
    const cue = await cueIn(await testFolder());
    await cue.publish(hiddenPublication({ position: 1, elapsedMs: 0 }));
    await cue.publish(nth(2, 60_000, 'Red', 'Bo'));
    expect(await readByCuetools(cue.path)).toEqual(['1|ID|ID', '2|Bo|Red']);
    await cue.publish({ ...nth(1, 0, 'Blue'), kind: 'reveal' });
    expect(await readByCuetools(cue.path)).toEqual(['1|Ada|Blue', '2|Bo|Red']);
    await cue.publish({ ...nth(1, 0, 'Bluer'), kind: 'correction' });
    expect(await readByCuetools(cue.path)).toEqual(['1|Ada|Bluer', '2|Bo|Red']);
    await cue.publish(hiddenPublication({ kind: 'hide', position: 1, elapsedMs: 0 }));
    expect(await cue.text()).not.toMatch(/Ada|Blue/);
  });

  test('names no hidden track when it is written for another one', async () => {
    const cue = await cueIn(await testFolder());
    await cue.publishAll([nth(1, 0, 'Blue'), nth(2, 60_000, 'Red')]);
    const hides = [1, 2].map((position) => hiddenPublication({ kind: 'hide', position, elapsedMs: 0 }));
    for (const hide of hides) {
      cue.sink.hide?.(hide);
    }
    await cue.publishAll(hides.slice(0, 1));
    expect(await readByCuetools(cue.path)).toEqual(['1|ID|ID', '2|ID|ID']);
  });

  test('names no track hidden while the disk is still reading', async () => {
    const cue = await cueIn(await testFolder());
    for (const [index, title] of ['Blue', 'Red'].entries()) {
      const published = cue.publish(nth(index + 1, index * 60_000, title));
      cue.sink.hide?.(hiddenPublication({ kind: 'hide', position: index + 1, elapsedMs: index * 60_000 }));
      await published;
      expect(await cue.text()).not.toMatch(/Blue|Red/);
    }
    expect(await readByCuetools(cue.path)).toEqual(['1|ID|ID', '2|ID|ID']);
  });

  test.each([
    ['set.MP3', '', 'FILE "set.MP3" MP3'],
    ['set.aiff', '', 'FILE "set.aiff" AIFF'],
    ['set.flac', '', 'FILE "set.flac" WAVE'],
    ['', '', 'FILE "" WAVE'],
    ['set.bin', 'binary', 'FILE "set.bin" BINARY'],
  ])('has the line for the audio file %j of type %j: %s', async (file, filetype, line) => {
    const cue = await cueIn(await testFolder(), { 'cue.header.file': file, 'cue.header.filetype': filetype });
    await cue.publish(nth(1, 0));
    expect((await cue.text()).split('\n')[3]).toBe(line);
    expect(await readByCuetools(cue.path)).toHaveLength(1);
  });

  test('keeps an unknown file type and warns of it', async () => {
    const cue = await cueIn(await testFolder(), { 'cue.header.filetype': 'FLAC' });
    await cue.publish(nth(1, 0));
    expect(await cue.text()).toContain('FILE "set.wav" FLAC');
    expect(cue.log.lines).toMatchObject([{ level: 'warn', fields: { type: 'FLAC' } }]);
  });

  test('moves the sheets of an earlier set aside under their date', async () => {
    const folder = await testFolder();
    const evening = await goingOn(folder, tracks(119));
    await evening.publish(nth(120, 119 * 120_000));
    const sheets = await Promise.all(
      ['set.cue', 'set-2.cue'].map((name) => readFile(join(folder, name), 'utf8')),
    );
    await utimes(join(folder, 'set.cue'), EVENING, EVENING);

    const cue = await cueIn(folder, {}, undefined, 'another set');
    await cue.publishAll([nth(1, 0, 'Blue'), nth(2, 60_000, 'Red')]);
    expect(await readByCuetools(cue.path)).toEqual(['1|Ada|Blue', '2|Ada|Red']);
    const aside = ['set-2026-01-31-2215.cue', 'set-2-2026-01-31-2215.cue'];
    expect((await readdir(folder)).sort()).toEqual(['set.cue', ...aside].sort());
    expect(await Promise.all(aside.map((name) => readFile(join(folder, name), 'utf8')))).toEqual(sheets);
    expect(cue.log.lines).toMatchObject([{ level: 'info', fields: { path: join(folder, aside[0] ?? '') } }]);
  });

  test.each([
    ['is hidden', hiddenPublication({ position: 1, elapsedMs: 0 }), nth(1, 0, 'Blue')],
    ['is shown, after a hidden one', nth(1, 0, 'Blue'), hiddenPublication({ position: 1, elapsedMs: 0 })],
  ])('of a set of one track is moved aside for a set whose first track %s', async (_, begins, before) => {
    const folder = await testFolder();
    const evening = await cueIn(folder);
    await evening.publish(before);
    const sheet = await evening.text();

    await (await cueIn(folder, {}, undefined, 'another set')).publish(begins);
    expect(await movedAside(folder)).toEqual([sheet]);
  });

  test('is complete after another program overwrote it, whose sheet is moved aside', async () => {
    const folder = await testFolder();
    const one = await cueIn(folder);
    const other = await cueIn(folder, {}, undefined, 'another set');
    await one.publish(nth(1, 0, 'Blue'));
    await other.publish(nth(1, 30_000, 'White'));
    await one.publish(nth(2, 60_000, 'Red'));
    expect(await readByCuetools(one.path)).toEqual(['1|Ada|Blue', '2|Ada|Red']);
    expect(await readdir(folder)).toHaveLength(3);
    expect(one.log.lines.map(({ message }) => message)).toEqual(['previous CUE sheet renamed']);
  });

  describe('of a continued set', () => {
    test('has the whole set, and nothing is moved aside', async () => {
      const folder = await testFolder();
      const set = tracks(101);
      await (await goingOn(folder, set.slice(0, 100))).publishAll(set.slice(100));
      const first = await readFile(join(folder, 'set.cue'), 'utf8');
      const cue = await goingOn(folder, set);
      await cue.publish(nth(102, 102 * 120_000, 'Blue'));
      expect((await readdir(folder)).sort()).toEqual(['set-2.cue', 'set.cue']);
      expect(await readFile(join(folder, 'set.cue'), 'utf8')).toBe(first);
      expect(await readByCuetools(join(folder, 'set-2.cue'))).toHaveLength(3);
      expect(cue.log.lines).toEqual([]);
    });

    test.each([
      ['gets what the crash kept out of it', 'REM DECKCAST_SET this set\nPERFORMER ""\n', []],
      ['leaves a sheet of 0.2, which has no id', 'PERFORMER ""\nTITLE ""\n', ['PERFORMER ""\nTITLE ""\n']],
      ['is whole beside what somebody wrote by hand', 'REM my notes\n', ['REM my notes\n']],
    ])('%s', async (_, written, kept) => {
      const folder = await testFolder();
      const cue = await goingOn(folder, [nth(1, 0, 'Blue'), nth(2, 60_000, 'Red')]);
      await writeFile(cue.path, written);
      await cue.publish(nth(3, 120_000, 'Green'));
      expect(await readByCuetools(cue.path)).toEqual(['1|Ada|Blue', '2|Ada|Red', '3|Ada|Green']);
      expect(await movedAside(folder)).toEqual(kept);
    });

    test('masks tracks hidden meanwhile, and nothing is moved aside', async () => {
      const folder = await testFolder();
      const set = [nth(1, 0, 'Blue'), nth(2, 60_000, 'Red')];
      await (await cueIn(folder)).publishAll(set);
      const cue = await goingOn(folder, set);
      await cue.publish(hiddenPublication({ kind: 'hide', position: 1, elapsedMs: 0 }));
      expect(await readByCuetools(cue.path)).toEqual(['1|ID|ID', '2|Ada|Red']);
      const again = await goingOn(folder, set);
      await again.publish(nth(3, 120_000, 'Green'));
      expect(await readByCuetools(cue.path)).toEqual(['1|Ada|Blue', '2|Ada|Red', '3|Ada|Green']);
      expect(await readdir(folder)).toEqual(['set.cue']);
      expect([...cue.log.lines, ...again.log.lines]).toEqual([]);
    });

    test('keeps no tag of a hidden track', async () => {
      const folder = await testFolder();
      const { track: blue, ...first } = nth(1, 0, 'Blue');
      await (await cueIn(folder)).publish({ ...first, track: { ...blue, isrc: 'DEABC2600001' } });
      const hidden = hiddenPublication({ position: 1, elapsedMs: 0 });
      await (await goingOn(folder, [hidden])).publish({ ...hidden, isResumed: true });
      expect(await readdir(folder)).toEqual(['set.cue']);
      expect(await readFile(join(folder, 'set.cue'), 'utf8')).not.toMatch(/Ada|Blue|DEABC/);
    });
  });

  test('inserts a reveal at the position of the track, even in a full sheet', async () => {
    const folder = await testFolder();
    const [, ...rest] = tracks(101);
    const cue = await goingOn(folder, [
      hiddenPublication({ position: 1, elapsedMs: 0 }),
      ...rest.slice(0, 98),
    ]);
    await cue.publishAll(rest.slice(98));
    await cue.publish({ ...nth(1, 0, 'Blue'), kind: 'reveal' });
    expect((await readByCuetools(cue.path)).at(0)).toBe('1|Ada|Blue');
    expect(await readByCuetools(join(folder, 'set-2.cue'))).toEqual(['1|Ada|Title 100', '2|Ada|Title 101']);
  });
});
