import { beforeEach, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../../test/support/clock.ts';
import { type Transition, UNKNOWN_TRACK } from '../../core/track.ts';
import { Players } from '../mediacontrol/players.ts';
import { Tabs } from './tabs.ts';

let clock: FakeClock;
let announced: string[];
let tabs: Tabs;

beforeEach(() => {
  clock = fakeClock();
  announced = [];
  const listener = {
    transition: ({ track: { artist, title } }: Transition) => void announced.push(`${artist} - ${title}`),
    namesChanged: () => undefined,
    ended: () => undefined,
  };
  const players = new Players('browser', clock, listener, new AbortController().signal);
  tabs = new Tabs(players, clock, () => undefined);
});

function report(site: string, artist: string, title: string, playing: boolean, player = ''): void {
  tabs.site(site, { playing, track: { ...UNKNOWN_TRACK, artist, title }, cover: '', player });
}

/** Report of a script, repeated twice a second. */
async function plays(site: string, title: string, times: number): Promise<void> {
  for (let count = 0; count < times; count++) {
    report(site, 'Ada', title, true);
    await clock.advance(500);
  }
}

test('a paused tab does not hide a playing tab of the same site', async () => {
  for (let count = 0; count < 10; count++) {
    report('soundcloud.com', 'Ada', 'One', true);
    await clock.advance(50);
    report('soundcloud.com', 'Bo', 'Paused', false);
    await clock.advance(450);
  }
  expect(announced).toEqual(['Ada - One']);
  report('soundcloud.com', 'Ada', 'One', true);
  report('soundcloud.com', 'Ada', 'One', false);
  expect(tabs.states).toEqual([{ name: 'soundcloud.com', state: 'not playing' }]);
});

test('when a site falls silent because its tab was closed, the next playing site follows', async () => {
  await plays('a.example', 'One', 4);
  for (let count = 0; count < 4; count++) {
    await plays('a.example', 'One', 1);
    await plays('b.example', 'Two', 1);
  }
  expect(announced).toEqual(['Ada - One', 'Ada - Two']);
  await plays('a.example', 'One', 40);
  expect(announced).toEqual(['Ada - One', 'Ada - Two', 'Ada - One']);
  expect(tabs.states).toEqual([{ name: 'a.example', state: 'playing' }]);
});

test('a page that names a thousand sites does not fill the memory', async () => {
  for (let count = 0; count < 1_000; count++) {
    report(`s${count}.example`, 'Ada', 'One', true);
  }
  expect(tabs.states.length).toBe(64);
});

test.each(['', 'Spotify'])('an advertisement of Spotify by "%s" is not announced', async (artist) => {
  report('open.spotify.com', artist, 'Advertisement', true, 'Spotify');
  await clock.advance(5000);
  report('open.spotify.com', 'Ada', 'One', true, 'Spotify');
  await clock.advance(5000);
  expect(announced).toEqual(['Ada - One']);
});

test('an advertisement is recognized in messages of an extension too', async () => {
  for (const message of ['PLAYER_NAME Spotify', 'STATE PLAYING', 'TITLE Sale', 'ARTIST ']) {
    tabs.extension('1', message);
  }
  await clock.advance(5000);
  expect(announced).toEqual([]);
  tabs.extension('1', 'ARTIST Ada');
  await clock.advance(5000);
  expect(announced).toEqual(['Ada - Sale']);
});
