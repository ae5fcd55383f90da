import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../test/support/folder.ts';
import { judge } from '../../test/support/judge.ts';
import { keptRuns, sessionsAt } from '../../test/support/kept.ts';
import { keptLog } from '../../test/support/log.ts';
import { openSocket } from '../../test/support/pages.ts';
import { startProgram } from '../../test/support/program.ts';
import { hiddenPublication, publication } from '../../test/support/publication.ts';
import { testServer, WELL } from '../../test/support/server.ts';
import { settingsOf } from '../../test/support/settings.ts';
import { track } from '../../test/support/tracks.ts';
import type { HiddenBy } from '../core/hidden-by.ts';
import { entryOf } from '../core/record.ts';
import { Sealed } from '../core/sealed.ts';
import type { SetEntry } from '../core/track.ts';
import { rfc3339 } from '../core/units.ts';
import type { SqliteSessions } from '../sets/sqlite-sessions.ts';
import { cueHeader, cueHeaderOptions } from '../sinks/cue.ts';
import { SET_FILE_FORMATS } from './export.ts';
import type { EventMessage, HistoryMessage, NowMessage, SessionsMessage, WireEnd } from './wire/events.ts';

const EVENING = Date.UTC(2026, 10, 20, 20);
const TODAY = Date.UTC(2026, 10, 21, 20);

const nth = (position: number, title: string, at: number) =>
  publication({
    position,
    playId: title,
    track: track({ artist: 'Ada', title }),
    at: at + position * 60_000,
  });

/** Sessions of two runs: an earlier evening and the current one. */
async function start() {
  const now = nth(1, 'Red', TODAY);
  const evening = [nth(1, 'Blue', EVENING), hiddenPublication({ position: 2, playId: 'secret' })];
  const sessions = await keptRuns(evening, [now]);
  const running = await testServer({}, { ...WELL, sessions });
  running.server.audience.show(now);
  const get = (what: string) => fetch(`${running.url}api/v1/${what}`);
  return { ...running, get };
}

test('lists a set that continues after a restart once, even before its next track', async () => {
  const entries = [nth(1, 'Blue', EVENING), hiddenPublication({ position: 2, playId: 'secret' })];
  const sessions = await keptRuns(entries);
  const [stored] = await sessions.list(1);
  const earlier = { session: 1, startedAt: stored?.startedAt ?? 0, entries };
  const earlierSet = () => earlier;
  const running = await testServer({}, { ...WELL, sessions, earlierSet });
  const get = async (what: string) => (await fetch(`${running.url}api/v1/${what}`)).json();
  const titles = async () => ((await get('history')) as HistoryMessage).tracks.map(({ title }) => title);
  const events = await openSocket(running.socketUrl('/api/v1/events'));
  const [last = nth(2, 'Blue', EVENING)] = entries.slice(-1);
  running.server.audience.show({ ...last, isResumed: true });
  expect((await events.first(2))[1]).toMatchObject({ type: 'hidden', previous: [{ title: 'Blue' }] });
  expect(await titles()).toEqual(['Blue', 'ID']);
  expect(((await get('sessions')) as SessionsMessage).sessions).toEqual([]);
  running.server.audience.show(nth(3, 'Red', EVENING));
  expect(await titles()).toEqual(['Blue', 'ID', 'Red']);
});

test('names a recording, and marks its tracks whose names should be checked', async () => {
  const sessions = sessionsAt(join(await testFolder(), 'sessions.db'));
  onTestFinished(() => sessions.close());
  const heard = (sureness: number) => ({ heard: { firstMs: 0, lastMs: 60_000, sureness } });
  const sure = { ...entryOf(nth(1, 'Blue', EVENING)), ...heard(0.9) };
  const unsure = { ...entryOf(nth(2, 'Red', EVENING)), ...heard(0.3) };
  const session = await sessions.addRecording('set.mp3', [sure, unsure], EVENING + 120_000);
  const { url } = await testServer({}, { ...WELL, sessions });
  const list = (await (await fetch(`${url}api/v1/sessions`)).json()) as SessionsMessage;
  expect(list.sessions).toMatchObject([{ session, recording: 'set.mp3' }]);
  const tracks = await tracksOf(await fetch(`${url}api/v1/history?session=${session}`));
  expect(tracks.map(({ title, unsure: mark }) => [title, mark])).toEqual([
    ['Blue', undefined],
    ['Red', true],
  ]);
});

test('says why tracks of a recording are hidden', async () => {
  const sessions = sessionsAt(join(await testFolder(), 'sessions.db'));
  onTestFinished(() => sessions.close());
  const reasons = [{}, { isHiddenByHand: true }, { hiddenAs: 'track' }, { hiddenAs: 'time' }] as const;
  const entries = reasons.map((reason, at) => ({
    ...entryOf(hiddenPublication({ position: at + 1, playId: `${at}`, at: EVENING + at, elapsedMs: at })),
    heard: { firstMs: at, lastMs: at, sureness: 1, ...reason },
  }));
  const session = await sessions.addRecording('set.mp3', entries, EVENING);
  const { url } = await testServer({}, { ...WELL, sessions });
  const tracks = await tracksOf(await fetch(`${url}api/v1/history?session=${session}`));
  expect(tracks.map(({ hiddenBy }) => hiddenBy)).toEqual(['rule', 'operator', 'earlier', 'same-time']);
});

test('says who hid tracks of a set, also of an earlier one, but not who hid one that is shown', async () => {
  const facts = (hiddenBy: HiddenBy) => ({
    facts: new Sealed({ reported: track({ title: 'Secret' }), corrected: {}, hiddenByHand: false, hiddenBy }),
  });
  const played = [
    { ...hiddenPublication({ position: 1, playId: 'one' }), ...facts('rule') },
    { ...hiddenPublication({ position: 2, playId: 'two' }), ...facts('source') },
    { ...hiddenPublication({ position: 3, playId: 'three' }) },
    { ...nth(4, 'Blue', EVENING), ...facts('listed') },
  ];
  const sessions = await keptRuns(played);
  const running = await testServer({}, { ...WELL, sessions });
  for (const one of played) {
    running.server.audience.show(one);
  }
  for (const where of ['history', 'history?session=1']) {
    const response = await fetch(`${running.url}api/v1/${where}`);
    const text = await response.clone().text();
    expect(text).not.toContain('Secret');
    const reasons = (await tracksOf(response)).map(({ hiddenBy }) => hiddenBy);
    expect(reasons).toEqual(['rule', 'source', undefined, undefined]);
  }
});

async function tracksOf(response: Response): Promise<HistoryMessage['tracks']> {
  return ((await response.json()) as HistoryMessage).tracks;
}

test('removes a hidden earlier track from history, exports and pictures, until it is revealed', async () => {
  const { get, url, server, socketUrl } = await start();
  const art = { png: new Uint8Array([137, 80, 78, 71]) };
  const two = { ...nth(2, 'Green', TODAY), art };
  server.audience.show(two);
  const { track: shown } = (await (await get('now')).json()) as NowMessage;
  const picture = shown?.art?.url.slice(1);
  server.audience.show(nth(3, 'White', TODAY));
  const events = await openSocket(socketUrl('/api/v1/events'));
  const titles = async () => (await tracksOf(await get('history'))).map(({ title }) => title);
  server.audience.changeEarlier(hiddenPublication({ kind: 'hide', playId: 'Green', position: 2 }));
  expect(await titles()).toEqual(['Red', 'ID', 'White']);
  for (const format of SET_FILE_FORMATS) {
    expect(await (await get(`history/${format}`)).text()).not.toContain('Green');
  }
  expect((await fetch(`${url}${picture}`)).status).toBe(404);
  expect((await events.first(2))[1]).toMatchObject({
    type: 'previous',
    previous: [{ title: 'ID', hidden: true }, { title: 'Red' }],
  });
  server.audience.changeEarlier({ ...two, kind: 'reveal' });
  expect(await titles()).toEqual(['Red', 'Green', 'White']);
});

test('keeps the id of the track that moves to a new set, and gives none a second time', async () => {
  const { get, server } = await start();
  const ids = async () => (await tracksOf(await get('history'))).map(({ id, title }) => `${title} ${id}`);
  server.audience.show(nth(2, 'Green', TODAY));
  server.audience.show(nth(3, 'White', TODAY));
  const [red, green, white] = await ids();
  server.audience.show({ ...nth(2, 'Green', TODAY), kind: 'correction' });
  server.audience.show({ ...nth(1, 'Green', TODAY), kind: 'new set', set: 1, movedFrom: 2 });
  expect(await ids()).toEqual([green]);
  server.audience.show({ ...nth(2, 'Pink', TODAY), set: 1 });
  const [, pink] = await ids();
  expect(new Set([red, green, white, pink].map((one) => one?.split(' ')[1])).size).toBe(4);
  server.audience.changeEarlier(hiddenPublication({ kind: 'new set', position: 0, set: 2 }));
  expect(await ids()).toEqual([]);
});

test('exports the first 99 tracks as a CUE sheet, and counts the others', async () => {
  const { get, server } = await start();
  expect((await get('history/cue')).headers.get('x-deckcast-left-out')).toBe(null);
  for (let position = 2; position <= 101; position += 1) {
    server.audience.show(nth(position, `Red ${position}`, TODAY));
  }
  const answer = await get('history/cue');
  expect(answer.headers.get('x-deckcast-left-out')).toBe('2');
  const sheet = await answer.text();
  expect(sheet).toMatch(/^PERFORMER "Ada"\nTITLE "Evening"\nFILE "set\.mp3" MP3\n {2}TRACK 01 AUDIO\n/);
  expect(sheet.match(/TRACK \d+ AUDIO/g)).toHaveLength(99);
});

test('a report of some days has the plays of all stored sets', async () => {
  const { get } = await start();
  const day = (at: number) => rfc3339(at).slice(0, 'YYYY-MM-DD'.length);
  const both = await get(`history/prs?since=${day(EVENING)}&until=${day(TODAY)}`);
  expect((await both.text()).match(/Blue|Red/g)).toEqual(['Blue', 'Red']);
  expect(both.headers.get('content-disposition')).toContain(day(EVENING));
  const today = await get(`history/prs?since=${day(TODAY)}`);
  expect((await today.text()).match(/Blue|Red/g)).toEqual(['Red']);
  expect(today.headers.get('content-disposition')).toContain(day(TODAY));
  expect((await get('history/prs?until=2020-01-01')).status).toBe(404);
  expect((await get('history/prs?since=soon')).status).toBe(400);
  const reversed = await get(`history/prs?since=${day(TODAY)}&until=2020-01-01`);
  expect(reversed.status).toBe(400);
  expect(await reversed.json()).toMatchObject({
    reason: expect.stringContaining('it ends before it begins'),
  });
  expect((await get(`history/cue?since=${day(TODAY)}`)).status).toBe(400);
});

test('a report of some days leaves recordings out, and names them', async () => {
  const sessions = await keptRuns([nth(1, 'Blue', EVENING)]);
  const heard = { firstMs: 0, lastMs: 60_000, sureness: 1 };
  const entries = [{ ...entryOf(nth(1, 'Blue again', EVENING)), heard }];
  await (sessions as SqliteSessions).addRecording('Ü 1.mp3', entries, EVENING + 600_000);
  const { url } = await testServer({}, { ...WELL, sessions });
  const get = (what: string) => fetch(`${url}api/v1/history/prs?${what}`);
  const some = await get('since=2026-11-01&until=2026-11-30');
  expect((await some.text()).match(/Blue.*?(?=,)/g)).toEqual(['Blue']);
  expect(decodeURIComponent(some.headers.get('x-deckcast-recordings') ?? '')).toBe('Ü 1.mp3');
  expect(await (await get('session=2')).text()).toContain('Blue again');
  await (sessions as SqliteSessions).addRecording('later.mp3', entries.map(later), Date.UTC(2027, 1, 1));
  const only = await get('since=2027-01-01&until=2027-02-28');
  expect(only.status).toBe(404);
  expect(await only.json()).toMatchObject({ reason: expect.stringContaining('later.mp3') });
});

function later(one: SetEntry): SetEntry {
  return { ...one, at: Date.UTC(2027, 0, 31) };
}

describe('an exported file', () => {
  const configured = (title = '') => ({
    ...WELL,
    cueHeader: (recording: string) =>
      cueHeader(settingsOf(cueHeaderOptions, { 'cue.header.title': title }), keptLog(), recording),
  });
  /** Local time, which the names have. */
  const at = new Date(2026, 10, 20, 22, 15).getTime();

  async function exported(what: string, ...args: Parameters<typeof testServer>) {
    const { server, url } = await testServer(...args);
    server.audience.show(publication({ track: track({ artist: 'Ada', title: 'Blue' }), at }));
    const answer = await fetch(`${url}api/v1/history/${what}`);
    const [, file = ''] = /filename="(.*)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
    return { file, text: await answer.text() };
  }

  test.each([
    ['cue', {}, '2026-11-20-2215-Tracklist.cue'],
    ['csv', { 'page.title': 'Friday / Club "Süd"' }, '2026-11-20-2215-Friday-Club-Sud.csv'],
    ['youtube', { 'theme.options': { handle: '@dj_ümit' } }, '2026-11-20-2215-dj-umit-youtube.txt'],
    ['mixcloud', { 'theme.options': { handle: 'ボブ' } }, '2026-11-20-2215-mixcloud.txt'],
  ])('is called after the date and the DJ: %s with %j is %s', async (format, settings, name) => {
    expect((await exported(format, settings)).file).toBe(name);
  });

  test.each([
    ['since=2026-11-01&until=2026-11-30', '2026-11-Tracklist'],
    ['since=2026-11-20&until=2026-11-20', '2026-11-20-Tracklist'],
    ['since=2026-11-01&until=2026-11-29', '2026-11-01-to-2026-11-29-Tracklist'],
    ['since=2026-10-30', '2026-10-30-to-2026-11-20-Tracklist'],
    ['until=2026-11-30', '2026-11-20-to-2026-11-30-Tracklist'],
  ])('is called after the days of a report, %s: %s', async (days, name) => {
    const sessions = await keptRuns([publication({ at })]);
    const { file } = await exported(`prs?${days}`, {}, { ...WELL, sessions });
    expect(file).toBe(`${name}-prs.csv`);
  });

  test('is called after the station of a report', async () => {
    const reportHeader = { 'report.service': 'Radio Süd' };
    const sessions = await keptRuns([publication({ at })]);
    const { file } = await exported('prs?since=2026-11-01&until=2026-11-30', reportHeader, {
      ...WELL,
      sessions,
    });
    expect(file).toBe('2026-11-Radio-Sud-prs.csv');
  });

  test('has a name of its own in each format', async () => {
    const { server, url } = await testServer();
    server.audience.show(publication({ at }));
    const names = await Promise.all(
      SET_FILE_FORMATS.map(async (format) =>
        (await fetch(`${url}api/v1/history/${format}`)).headers.get('content-disposition'),
      ),
    );
    expect(new Set(names).size).toBe(SET_FILE_FORMATS.length);
  });

  test('fills the header of a CUE sheet with what is known', async () => {
    const handle = { 'theme.options': { handle: 'DJ Example' } };
    const { text } = await exported(
      'cue?file=night.mp3',
      { ...handle, 'page.title': 'Friday' },
      configured(),
    );
    const path = join(await testFolder(), 'set.cue');
    await writeFile(path, text);
    const { stdout } = await judge('cueprint', ['-d', '%P|%T', '-t', '|%f|%p|%t', path]);
    expect(stdout).toBe('DJ Example|Friday 2026-11-20|night.mp3|Ada|Blue');
    expect(text).toContain('FILE "night.mp3" MP3');
  });

  test.each([
    ['the heading of the page, unless it is the usual one', { 'page.title': 'Ada B' }, 'PERFORMER "Ada B"\n'],
    ['no performer, if none is known', {}, 'PERFORMER ""\nTITLE "Tracklist 2026-11-20"\n'],
    ['the name of the sheet for the recording', {}, 'FILE "2026-11-20-2215-Tracklist.wav" WAVE\n'],
  ])('has in a CUE sheet %s', async (_, settings, line) => {
    expect((await exported('cue', settings, configured())).text).toContain(line);
  });

  test('has in a CUE sheet what the options say', async () => {
    expect((await exported('cue', {}, configured('Own title'))).text).toContain('TITLE "Own title"\n');
  });
});

test('reports several hidden plays in one message that names none of them', async () => {
  const { server, socketUrl } = await start();
  server.audience.show(nth(2, 'Green', TODAY));
  server.audience.show(nth(3, 'White', TODAY));
  const events = await openSocket(socketUrl('/api/v1/events'));
  for (const position of [1, 2]) {
    server.audience.changeEarlier(hiddenPublication({ kind: 'hide', playId: `play ${position}`, position }));
  }
  server.audience.show(nth(4, 'Blue', TODAY));
  expect((await events.first(3)).slice(1)).toMatchObject([
    { type: 'track', previous: [{ title: 'White' }, { hidden: true }, { hidden: true }] },
    { type: 'previous', previous: [{ title: 'White' }, { hidden: true }, { hidden: true }] },
  ]);
});

describe('earlier sessions', () => {
  test('are listed without the current one, even if its first tracks are no longer kept', async () => {
    const { get, server } = await start();
    for (let position = 2; position <= 1_001; position += 1) {
      server.audience.show(nth(position, `Red ${position}`, TODAY));
    }
    const { sessions } = (await (await get('sessions')).json()) as SessionsMessage;
    expect(sessions).toEqual([
      { session: 1, startedAt: expect.stringMatching(/^2026-11-2[01]T/), tracks: 2 },
    ]);
  });

  test('are returned like the current one, with hidden tracks as ID', async () => {
    const { get } = await start();
    expect(await tracksOf(await get('history?session=1'))).toMatchObject([
      { id: '1-1', artist: 'Ada', title: 'Blue', position: 1, hidden: false },
      { id: '1-2', artist: 'ID', title: 'ID', position: 2, hidden: true },
    ]);
    expect(await tracksOf(await get('history'))).toMatchObject([{ title: 'Red' }]);
  });

  test('are exported for other programs and sites', async () => {
    const { get } = await start();
    const file = await get('history/mixcloud?session=1');
    expect(file.headers.get('content-disposition')).toContain('attachment');
    expect(await file.text()).toContain('Ada - Blue');
  });

  test('are reported, with gaps summarized in a header', async () => {
    const { get } = await start();
    const file = await get('history/prs?session=1');
    expect(file.headers.get('content-type')).toContain('text/csv');
    expect(file.headers.get('x-deckcast-lacks')).toBe(
      'Station (all lines); Composer (all lines); Music Duration (all lines)',
    );
    expect((await file.text()).split('\r\n')).toHaveLength(3);
  });

  test('are shortened for YouTube, with the counts in headers', async () => {
    const { get, server } = await start();
    expect((await get('history/youtube')).headers.get('x-deckcast-shortened')).toBeNull();
    for (let position = 2; position <= 400; position += 1) {
      server.audience.show(nth(position, `${position} ${'long '.repeat(20)}`, TODAY));
    }
    const file = await get('history/youtube');
    expect(Number(file.headers.get('x-deckcast-shortened'))).toBeGreaterThan(0);
    const [intro, ...lines] = (await file.text()).trim().split('\n');
    expect(intro).toBe('0:00 Intro');
    expect(lines.length + Number(file.headers.get('x-deckcast-left-out'))).toBe(400);
  });

  test('return 404 when missing', async () => {
    const { get } = await start();
    for (const question of ['?session=7', '?session=x', '?session=', '/csv?session=7']) {
      const response = await get(`history${question}`);
      expect([question, response.status, await response.json()]).toEqual([
        question,
        404,
        { v: 1, done: false, reason: 'there is no such session: /api/v1/sessions lists them' },
      ]);
    }
  });
});

test('exports chapters of a recording that began after the first track, or before it', async () => {
  const { url, server } = await testServer();
  const get = (offset: string, format = 'mixcloud') =>
    fetch(`${url}api/v1/history/${format}?offset=${offset}`);
  for (const [at, title] of ['Blue', 'Red'].entries()) {
    server.audience.show(publication({ ...nth(at + 1, title, TODAY), seq: at + 1, elapsedMs: at * 300_000 }));
  }
  expect(await (await get('-1m30s')).text()).toBe('01:30 Ada - Blue\n06:30 Ada - Red\n');
  expect(await (await get('100s')).text()).toBe('00:00 Ada - Blue\n03:20 Ada - Red\n');
  expect(await (await get('6m')).text()).toBe('00:00 Ada - Red\n');
  const chapters = await get('-1m30s', 'youtube');
  expect(await chapters.text()).toBe('0:00 Intro\n1:30 Ada - Blue\n6:30 Ada - Red\n');
  const intros = [chapters, await get('0s', 'youtube')].map(({ headers }) => headers.get('x-deckcast-intro'));
  expect(intros).toEqual(['1', null]);
  const refused = await get('1:30');
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('1m30s')]);
});

test('keeps no picture of an earlier set, whose hides it would not learn of', async () => {
  const { get, url, server } = await start();
  const art = { png: new Uint8Array([137, 80, 78, 71]) };
  const pictureOf = async (): Promise<string> =>
    `${url}${((await (await get('now')).json()) as NowMessage).track?.art?.url.slice(1)}`;
  server.audience.show({ ...nth(2, 'Green', TODAY), art });
  const green = await pictureOf();
  server.audience.show({ ...nth(3, 'White', TODAY), art });
  const white = await pictureOf();
  server.audience.show({ ...nth(1, 'White', TODAY), art, kind: 'new set', set: 1, movedFrom: 3 });
  const statuses = [green, white, await pictureOf()].map(async (one) => (await fetch(one)).status);
  expect(await Promise.all(statuses)).toEqual([404, 200, 200]);
});

test('tells when a track ended, and how long it had stopped before it went on', async () => {
  const { server, get } = await start();
  const now = nth(1, 'Red', TODAY);
  server.audience.changeEarlier({ ...now, kind: 'end', endedAt: now.at + 90_000, silentMs: 5_000 });
  expect(((await (await get('history')).json()) as HistoryMessage).tracks).toMatchObject([
    { title: 'Red', endedAt: rfc3339(now.at + 90_000), silentMs: 5_000 },
  ]);
});

test('tells pages when the track on air goes on from another deck', async () => {
  const { server, socketUrl } = await start();
  const events = await openSocket(socketUrl('/api/v1/events'));
  server.audience.changeEarlier({ ...nth(1, 'Red', TODAY), kind: 'end', deck: '3' });
  expect(await events.first(2)).toMatchObject([
    { type: 'snapshot', track: { title: 'Red' } },
    { type: 'track', reason: 'correction', track: { title: 'Red', deck: '3' } },
  ]);
});

test('tells in every event and to `ctl now` when the track on air ended, until it goes on or the next one comes', async () => {
  const { server, url, socketUrl } = await start();
  const events = await openSocket(socketUrl('/api/v1/events'));
  const now = nth(1, 'Red', TODAY);
  const end = { ...now, kind: 'end', endedAt: now.at + 90_000 } as const;
  const line = async () => {
    const program = await startProgram(['ctl', 'now', `--url=${url}`]);
    await program.ended;
    return program.stdout;
  };
  server.audience.changeEarlier(end);
  const { endedAt } = (await (await fetch(`${url}api/v1/now`)).json()) as NowMessage;
  expect(endedAt).toBe(rfc3339(end.endedAt));
  expect(await line()).toBe(`Ada - Red, on air until ${rfc3339(end.endedAt).slice(11, 16)}\n`);
  server.audience.show({ ...end, kind: 'hide', hidden: true, track: track({}) });
  expect(await line()).toMatch(/^a hidden track, on air until/);
  server.audience.changeEarlier({ ...now, kind: 'end' });
  const seen = (await events.first(4)) as (EventMessage & WireEnd)[];
  expect(seen.map((one) => [one.type, one.endedAt])).toEqual([
    ['snapshot', undefined],
    ['previous', endedAt],
    ['hidden', endedAt],
    ['previous', undefined],
  ]);
});
