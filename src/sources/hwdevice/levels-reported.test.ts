import { beforeEach, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../../test/support/clock.ts';
import { type KeptLog, keptLog } from '../../../test/support/log.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { DeckTable } from '../../decks/index.ts';
import { type DeckSettings, deckOptions } from '../../decks/options.ts';
import { DeckEvents } from './deck-events.ts';

const DEVICE = 'f405dc14022347f58b792c8c49335276';

let clock: FakeClock;
let log: KeptLog;
let devices: DeckEvents;
let decks: DeckTable;
let settings: { -readonly [Name in keyof DeckSettings]: DeckSettings[Name] };
let announced: string[];

beforeEach(() => {
  clock = fakeClock();
  log = keptLog();
  announced = [];
  settings = settingsOf(deckOptions, {});
  devices = new DeckEvents();
  decks = new DeckTable({
    source: 'hwdevice',
    settings,
    listener: {
      transition: ({ track }) => announced.push(track.title),
      visibility: () => undefined,
      namesChanged: () => undefined,
      loaded: () => undefined,
    },
    tools: { clock, log },
  });
  const device = { source: 'prime4', software: 'JC11', version: '4.3.0', address: '10.0.0.4', port: 50_010 };
  decks.apply(...devices.connected({ token: DEVICE, ...device }));
});

/** As the device says it. */
function report(path: string, value: number | boolean | string): void {
  decks.apply(...devices.state(DEVICE, path, { type: null, value }));
}

function playOneTrack(): void {
  report('/Engine/Deck1/ExternalMixerVolume', 0.012926);
  report('/Engine/Deck1/Play', true);
  report('/Engine/Deck1/PlayState', true);
  report('/Engine/Deck1/Track/SongLoaded', true);
  report('/Engine/Deck1/Track/SongName', 'One');
}

test('a Prime 4 whose effective level stays at 0.0129 while it plays is judged by its faders', async () => {
  playOneTrack();
  report('/Mixer/CH1faderPosition', 0.93);
  report('/Mixer/CrossfaderPosition', 0.5);
  await clock.advance(1_000);
  expect(announced).toEqual(['One']);
  expect(log.at('warn')).toEqual([]);
});

test('an open deck that counts as silent is reported once, with both values, and how to use the fader alone', async () => {
  playOneTrack();
  report('/Mixer/CH1faderPosition', 0.93);
  report('/Mixer/CrossfaderPosition', 1);
  await clock.advance(9_999);
  expect(log.at('warn')).toEqual([]);
  await clock.advance(60_000);
  report('/Mixer/CH1faderPosition', 0);
  report('/Mixer/CH1faderPosition', 0.93);
  await clock.advance(60_000);
  expect(log.lines.filter(({ level }) => level === 'warn')).toEqual([
    {
      level: 'warn',
      message: 'a deck plays with an open fader, but its level counts as silent',
      fields: {
        deck: '1',
        fader: 0.93,
        level: 0,
        hint: expect.stringContaining('--detection.crossfader=off'),
      },
    },
  ]);
  expect(announced).toEqual([]);
  settings['detection.crossfader'] = 'off';
  decks.settingsChanged();
  expect(announced).toEqual(['One']);
});
