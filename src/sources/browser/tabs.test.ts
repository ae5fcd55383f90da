import { beforeEach, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../../test/support/clock.ts';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { Players } from '../mediacontrol/players.ts';
import { Tabs } from './tabs.ts';

let clock: FakeClock;
let announced: string[];
let tabs: Tabs;

beforeEach(() => {
  clock = fakeClock();
  announced = [];
  const players = new Players(clock, ({ artist, title }) => announced.push(`${artist} - ${title}`));
  tabs = new Tabs(players, clock, () => undefined);
});

/** As a script reports it, twice a second. */
async function reports(site: string, title: string, playing: boolean, times: number): Promise<void> {
  for (let count = 0; count < times; count++) {
    tabs.site(site, { playing, track: { ...UNKNOWN_TRACK, artist: 'Ada', title }, cover: '' });
    await clock.advance(500);
  }
}

test('a track is announced once, and again only after another one', async () => {
  await reports('soundcloud.com', 'One', true, 20);
  await reports('soundcloud.com', 'One', false, 4);
  await reports('soundcloud.com', 'One', true, 4);
  await reports('soundcloud.com', 'Two', true, 4);
  await reports('soundcloud.com', 'One', true, 4);
  expect(announced).toEqual(['Ada - One', 'Ada - Two', 'Ada - One']);
});

test('a tab that pauses does not hide the one of the same site that plays', async () => {
  for (let count = 0; count < 10; count++) {
    tabs.site('soundcloud.com', {
      playing: true,
      track: { ...UNKNOWN_TRACK, artist: 'Ada', title: 'One' },
      cover: '',
    });
    await clock.advance(50);
    tabs.site('soundcloud.com', {
      playing: false,
      track: { ...UNKNOWN_TRACK, artist: 'Bo', title: 'Paused' },
      cover: '',
    });
    await clock.advance(450);
  }
  expect(announced).toEqual(['Ada - One']);
});

test('a site whose tab was closed does not play on: the next one that still plays follows', async () => {
  await reports('a.example', 'One', true, 4);
  for (let count = 0; count < 4; count++) {
    await reports('a.example', 'One', true, 1);
    await reports('b.example', 'Two', true, 1);
  }
  expect(announced).toEqual(['Ada - One', 'Ada - Two']);
  await reports('a.example', 'One', true, 40);
  expect(announced).toEqual(['Ada - One', 'Ada - Two', 'Ada - One']);
  expect(tabs.states).toEqual([{ name: 'a.example', state: 'playing' }]);
});

test('a page that names a thousand sites does not fill the memory', async () => {
  for (let count = 0; count < 1_000; count++) {
    tabs.site(`s${count}.example`, { playing: true, track: UNKNOWN_TRACK, cover: '' });
  }
  expect(tabs.states.length).toBe(64);
});
