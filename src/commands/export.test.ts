import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { testFolder } from '../../test/support/folder.ts';
import type { KeptLog } from '../../test/support/log.ts';
import { hiddenPublication, publication } from '../../test/support/publication.ts';
import { sinkTools } from '../../test/support/sink.ts';
import { track } from '../../test/support/tracks.ts';
import { RunError, UpstreamError, UsageError } from '../core/errors.ts';
import { entryOf } from '../core/record.ts';
import { Sealed } from '../core/sealed.ts';
import { type Publication, UNKNOWN_TRACK } from '../core/track.ts';
import { REPORTS, SET_FORMATS } from '../sets/formats/index.ts';
import { SessionStore } from '../sets/store.ts';
import type { CommandContext } from '../settings/command.ts';
import { resolve } from '../settings/resolve.ts';
import { exportCommand, exportSession } from './export.ts';

type Settings = CommandContext<(typeof exportCommand)['options']>['settings'];

const FORMATS = Object.keys({ ...SET_FORMATS, ...REPORTS, cue: '', youtube: '' }) as Settings['format'][];

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await testFolder();
  path = join(folder, 'sessions.db');
});

function store(tracks: readonly Publication[]): void {
  const database = new SessionStore(path);
  const session = database.begin(tracks[0]?.at ?? 0, process.pid, randomUUID());
  for (const each of tracks) {
    database.put(session, each);
  }
  database.close();
}

function nth(position: number, title: string, elapsedMs = (position - 1) * 60_000): Publication {
  return publication({ position, track: track({ artist: 'Ada', title }), elapsedMs });
}

let log: KeptLog;

async function exported(change: Partial<Settings>): Promise<string> {
  let printed = '';
  const tools = sinkTools();
  log = tools.log;
  const environment = { platform: process.platform, env: {}, configDir: folder };
  const resolution = await resolve(exportCommand.options, { environment });
  await exportSession({
    settings: { ...resolution.settings, 'session.filename': path, ...change },
    print: (text) => {
      printed += text;
    },
    tools,
    signal: new AbortController().signal,
  });
  return printed;
}

describe('deckcast export', () => {
  test("reports that chapters were shortened to YouTube's limit", async () => {
    store(Array.from({ length: 120 }, (_, index) => nth(index + 1, 'x'.repeat(100))));
    expect((await exported({ format: 'youtube' })).length).toBeLessThanOrEqual(5_000);
    expect(log.lines).toMatchObject([{ level: 'warn', fields: { names: 120, left_out: 0 } }]);
  });

  test('says that chapters begin with an intro', async () => {
    store([nth(1, 'Blue')]);
    expect(await exported({ format: 'youtube', offset: -90_000 })).toBe('0:00 Intro\n1:30 Ada - Blue\n');
    expect(log.lines).toMatchObject([{ level: 'info', message: expect.stringContaining('Intro') }]);
  });

  test('prints the latest session with a track, or an earlier one, relative to the start of the recording', async () => {
    store([nth(1, 'Blue')]);
    store([nth(1, 'Red'), hiddenPublication({ position: 2, elapsedMs: 61_000 }), nth(3, 'Green')]);
    // Session that ended before its first track was stored.
    store([]);
    expect(await exported({ format: 'youtube' })).toBe('0:00 Ada - Red\n1:01 ID - ID\n2:00 Ada - Green\n');
    expect(await exported({ format: 'mixcloud', session: 1 })).toBe('00:00 Ada - Blue\n');
    expect(await exported({ format: '1001tracklists', offset: 90_000 })).toBe(
      '[00:00] ID - ID\n[00:30] Ada - Green\n',
    );
  });

  test('writes a CUE sheet with the header from the flags', async () => {
    store([nth(1, 'Blue')]);
    const sheet = await exported({ format: 'cue', 'cue.header.title': 'Friday', 'cue.header.file': 'a.mp3' });
    expect(sheet).toContain('TITLE "Friday"\nFILE "a.mp3" MP3\n  TRACK 01 AUDIO\n');
  });

  test('writes a CUE sheet with the names and the date of the set where flags are missing', async () => {
    const at = new Date(2026, 10, 20, 22, 15).getTime();
    store([{ ...nth(1, 'Blue'), at }]);
    const names = { 'theme.options': { handle: 'DJ Ümit' }, 'page.title': 'Friday' };
    const heading = 'PERFORMER "DJ Ümit"\nTITLE "Friday 2026-11-20"\n';
    expect(await exported({ format: 'cue', ...names })).toContain(
      `${heading}FILE "2026-11-20-2215-DJ-Umit.wav" WAVE\n`,
    );
    const output = join(folder, 'night.cue');
    await exported({ format: 'cue', ...names, 'cue.header.filetype': 'MP3', output });
    expect(await readFile(output, 'utf8')).toContain(`${heading}FILE "night.mp3" MP3\n`);
    expect(await exported({ format: 'cue' })).toContain('PERFORMER ""\nTITLE "Tracklist 2026-11-20"\n');
  });

  test('names the given recording in a CUE sheet', async () => {
    store([nth(1, 'Blue')]);
    const given = { format: 'cue', offset: 1, recording: '/sets/night.mp3' } as const;
    expect(await exported(given)).toContain('FILE "night.mp3" MP3\n');
    expect(await exported({ ...given, 'cue.header.file': 'a.wav' })).toContain('FILE "a.wav" WAVE\n');
  });

  test('writes to the named file', async () => {
    store([nth(1, 'Blue')]);
    const output = join(folder, 'out', 'set.txt');
    expect(await exported({ format: 'mixcloud', output })).toBe('');
    expect(await readFile(output, 'utf8')).toBe('00:00 Ada - Blue\n');
  });

  test('reports in one line a file that cannot be written', async () => {
    store([nth(1, 'Blue')]);
    const output = join(path, 'set.txt');
    await expect(exported({ format: 'mixcloud', output })).rejects.toMatchObject({
      constructor: UpstreamError,
      message: expect.stringMatching(
        /^cannot write .*set\.txt: part of the path is a file, not a folder; correct the path$/,
      ),
    });
  });

  test('splits more than 99 tracks into several CUE files, and refuses to print them', async () => {
    store(Array.from({ length: 120 }, (_, index) => nth(index + 1, `Title ${index + 1}`)));
    await expect(exported({ format: 'cue' })).rejects.toThrow(
      /2 CUE sheets: name the first file with --output/,
    );
    await exported({ format: 'cue', output: join(folder, 'set.cue') });
    expect((await readdir(folder)).filter((name) => name.endsWith('.cue'))).toEqual(['set-2.cue', 'set.cue']);
  });

  test.each([
    ['there is no store', {}, /no session was stored yet/],
    ['none is kept', { 'session.filename': '' }, /--session\.filename is empty/],
  ])('explains the failure when %s', async (_, change, message) => {
    await expect(exported({ format: 'csv', ...change })).rejects.toMatchObject({
      constructor: RunError,
      message: expect.stringMatching(message),
    });
    expect(await readdir(folder)).toEqual([]);
  });

  test.each(FORMATS)('never writes the path of a track as %s', async (format) => {
    const facts = { reported: UNKNOWN_TRACK, corrected: {}, hiddenByHand: false, file: '/secret/blue.mp3' };
    store([{ ...nth(1, 'Blue'), facts: new Sealed(facts) }]);
    const text = await exported({ format });
    expect(text).toContain('Blue');
    expect(text).not.toContain('/secret');
  });

  test('lists the stored sessions when the requested one is missing', async () => {
    store([nth(1, 'Blue')]);
    await expect(exported({ format: 'csv', session: 9 })).rejects.toThrow(
      /there is no session 9; the last ones are 1 \(.+, 1 tracks\)/,
    );
  });

  test('ends a report with its gaps and the number of hidden tracks', async () => {
    store([nth(1, 'Blue'), hiddenPublication({ position: 2, elapsedMs: 61_000 })]);
    const change = { format: 'soundexchange', 'report.service': 'Radio Ada' } as const;
    expect(await exported(change)).toContain('Radio Ada\t\tAda\tBlue\t');
    expect(log.at('warn')).toEqual(Array(3).fill('the report lacks something'));
    expect(log.lines[0]?.fields).toEqual({ line: 'all', missing: 'TRANSMISSION_CATEGORY' });
    expect(log.lines.at(-1)).toMatchObject({
      message: 'report omits hidden tracks',
      fields: { tracks: 1 },
    });
  });

  test('reports every session in a period', async () => {
    const day = (date: number) => new Date(2026, 0, date, 23, 59).getTime();
    const evening = (date: number, title: string) =>
      [1, 2].map((position) => ({
        ...nth(position, `${title} ${position}`),
        at: day(date) + (position - 1) * 120_000,
      }));
    store(evening(1, 'Blue'));
    store(evening(15, 'Red'));
    store(evening(31, 'Green'));
    const titles = async (since?: number, until?: number) => {
      const text = await exported({ format: 'prs', since, until });
      return text.match(/(Blue|Red|Green) \d/g);
    };
    const midnight = (date: number) => new Date(2026, 0, date).getTime();
    expect(await titles(midnight(2), midnight(32))).toEqual(['Blue 2', 'Red 1', 'Red 2', 'Green 1']);
    expect(await titles(undefined, midnight(2))).toEqual(['Blue 1']);
    expect(await titles(midnight(16))).toEqual(['Red 2', 'Green 1', 'Green 2']);
    // The track is on air until the next one, which is in another report.
    expect(await exported({ format: 'prs', until: midnight(2) })).toContain('23:59:00,Blue 1,,Ada,00:01:00,');
    await expect(titles(midnight(3), midnight(4))).rejects.toThrow(/^nothing was played in that time/);
    const database = new SessionStore(path);
    database.addRecording('set.mp3', evening(1, 'Blue').map(entryOf), midnight(2));
    database.close();
    expect(await titles(undefined, midnight(2))).toEqual(['Blue 1']);
    expect(log.lines.at(-1)).toMatchObject({ level: 'warn', fields: { recordings: 'set.mp3' } });
  });

  test.each([
    ['no format', {}, '--format'],
    ['a time beside another format', { format: 'csv', since: 1 }, '--format'],
    ['an end before the beginning', { format: 'prs', since: 2, until: 1 }, '--until'],
    ['a time beside a session', { format: 'prs', since: 1, session: 2 }, '--session'],
    ['a time beside an offset', { format: 'prs', until: 1, offset: 2 }, '--offset'],
  ] as const)('refuses %s', async (_, change, where) => {
    store([nth(1, 'Blue')]);
    await expect(exported(change)).rejects.toMatchObject({
      constructor: UsageError,
      problems: [{ where }],
    });
  });
});
