import { beforeEach, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../../test/support/clock.ts';
import { type KeptLog, keptLog } from '../../../test/support/log.ts';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { ALGORITHMS, type Rule } from '../../detection/index.ts';
import { DeckWatch } from './deck-watch.ts';
import { eventFrom } from './states.ts';

const DEVICE = 'f405dc14022347f58b792c8c49335276';

let clock: FakeClock;
let log: KeptLog;
let watch: DeckWatch;
let rule: { -readonly [Key in keyof Rule]: Rule[Key] };
let announced: string[];

beforeEach(() => {
  clock = fakeClock();
  log = keptLog();
  announced = [];
  rule = { algorithm: ALGORITHMS.volume, percent: 100, crossfader: 'on' };
  watch = new DeckWatch({
    rule,
    hidingColor: () => '',
    known: { trackOf: ({ title }) => ({ ...UNKNOWN_TRACK, title }), artOf: () => undefined },
    listener: {
      transition: ({ track }) => announced.push(track.title),
      visibility: () => undefined,
      namesChanged: () => undefined,
      loaded: () => undefined,
    },
    tools: { clock, log },
  });
  watch.tell({ device: DEVICE, kind: 'connected' });
});

/** As the device says it. */
function say(path: string, value: number | boolean | string): void {
  const event = eventFrom(DEVICE, path, { type: null, value });
  if (event !== undefined) {
    watch.tell(event);
  }
}

function playOneTrack(): void {
  say('/Engine/Deck1/ExternalMixerVolume', 0.012926);
  say('/Engine/Deck1/Play', true);
  say('/Engine/Deck1/PlayState', true);
  say('/Engine/Deck1/Track/SongLoaded', true);
  say('/Engine/Deck1/Track/SongName', 'One');
}

test('a Prime 4 whose effective level rests at 0.0129 while it plays is heard by its faders', async () => {
  playOneTrack();
  say('/Mixer/CH1faderPosition', 0.93);
  say('/Mixer/CrossfaderPosition', 0.5);
  await clock.advance(1_000);
  expect(announced).toEqual(['One']);
  expect(log.at('warn')).toEqual([]);
});

test('an open deck that counts as silent is told of once, with both values, and how to go by the fader', async () => {
  playOneTrack();
  say('/Mixer/CH1faderPosition', 0.93);
  say('/Mixer/CrossfaderPosition', 1);
  await clock.advance(9_999);
  expect(log.at('warn')).toEqual([]);
  await clock.advance(60_000);
  say('/Mixer/CH1faderPosition', 0);
  say('/Mixer/CH1faderPosition', 0.93);
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
  rule.crossfader = 'off';
  watch.settingsChanged();
  expect(announced).toEqual(['One']);
});
