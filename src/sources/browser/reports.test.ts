import { describe, expect, test } from 'vitest';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { coverAddress, NOTHING_PLAYS, nowPlayingReport, tunaReport } from './reports.ts';

/** Body that the script posts. */
function posted(data: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ data, hostname: 'soundcloud.com', date: 1_764_000_000_000 });
}

describe('tunaReport', () => {
  test('returns the site and its track', () => {
    const data = {
      cover_url: 'https://i1.sndcdn.com/a-t500x500.jpg',
      title: 'Étude 3',
      artists: ['Ada', 'Bo'],
      status: 'playing',
      progress: 12_000,
      duration: 215_000,
      album_url: 'https://soundcloud.com/ada/etude-3',
      album: null,
    };
    expect(tunaReport(posted(data))).toEqual({
      site: 'soundcloud.com',
      report: {
        playing: true,
        track: { ...UNKNOWN_TRACK, title: 'Étude 3', artist: 'Ada, Bo', durationMs: 215_000 },
        cover: 'https://i1.sndcdn.com/a-t500x500.jpg',
        player: '',
      },
    });
  });

  test.each([['stopped'], ['unknown'], ['paused'], [undefined]])(
    'counts the status %s as not playing',
    (status) => {
      expect(tunaReport(posted({ title: 'One', status }))?.report.playing).toBe(false);
    },
  );

  test('keeps the rest of a post with unreadable parts', () => {
    const { report } =
      tunaReport(posted({ title: 'One', artists: [null, {}, 'Ada'], duration: null, status: 'playing' })) ??
      {};
    expect(report).toMatchObject({ track: { title: 'One', artist: 'Ada', durationMs: 0 }, cover: '' });
    expect(tunaReport(posted({ title: 'One', artists: null }))?.report.track.artist).toBe('');
  });

  test('keeps a title of a thousand letters of two code units, and drops a longer one', () => {
    const title = '𝄞'.repeat(1_000);
    expect(tunaReport(posted({ title }))?.report.track.title).toBe(title);
    expect(tunaReport(posted({ title: `${title}𝄞` }))?.report.track.title).toBe('');
  });

  test('counts an advertisement link as not playing', () => {
    const ad = {
      title: 'Sale',
      artists: ['Shop'],
      status: 'playing',
      album_url: 'https://open.spotify.com/ad/1f',
    };
    expect(tunaReport(posted(ad))?.report.playing).toBe(false);
  });

  test.each([
    ['no JSON', 'A - One'],
    ['no track', '{}'],
    ['no site', JSON.stringify({ data: { title: 'One' } })],
  ])('returns undefined for %s', (_, body) => {
    expect(tunaReport(body)).toBeUndefined();
  });
});

test('nowPlayingReport combines the messages of WebNowPlaying into one report', () => {
  const messages = [
    'PLAYER_NAME YouTube Music',
    'STATE PLAYING',
    'TITLE Étude No. 3',
    'ARTIST Ada',
    'ALBUM ',
    'COVER_URL https://lh3.googleusercontent.com/a',
    'DURATION_SECONDS 215',
    'POSITION_SECONDS 12',
    'VOLUME 100',
    'no message',
  ];
  let report = NOTHING_PLAYS;
  const understood = messages.filter((message) => {
    const next = nowPlayingReport(report, message);
    report = next ?? report;
    return next !== undefined;
  });
  expect(understood).toHaveLength(7);
  expect(report).toEqual({
    playing: true,
    track: { ...UNKNOWN_TRACK, title: 'Étude No. 3', artist: 'Ada', durationMs: 215_000 },
    cover: 'https://lh3.googleusercontent.com/a',
    player: 'YouTube Music',
  });
  expect(nowPlayingReport(report, 'STATE PAUSED')).toEqual({ ...report, playing: false });
});

test('coverAddress allows websites only, no files and no local addresses', () => {
  expect(coverAddress('https://i.scdn.co/image/1')).toBe('https://i.scdn.co/image/1');
  const refused = [
    '',
    'i.scdn.co/image/1',
    'http://i.scdn.co/image/1',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'https://192.168.1.1/reboot',
    'https://3232235777/reboot',
    'https://[fe80::1]/',
    'https://localhost/',
    'https://router/',
  ];
  expect(refused.map(coverAddress)).toEqual(refused.map(() => undefined));
});
