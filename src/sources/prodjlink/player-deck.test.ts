import { type BeatPacket, FLAG, type LinkDevice, PLAY_STATE, type PlayerStatus } from '@deckcast/prodjlink';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { playingStatus } from '../../../packages/prodjlink/src/testing/booth.ts';
import { timingFixtures } from '../../../packages/prodjlink/src/testing/timing-fixtures.ts';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import type { DeckEvent } from '../../decks/index.ts';
import { PlayerDeck } from './player-deck.ts';

const DEVICE: LinkDevice = {
  key: '10.0.0.1/2',
  number: 2,
  name: 'CDJ-2000nexus',
  address: '10.0.0.1',
  mac: null,
  role: 'player',
};
const STATUS_EVERY_MS = 200;

const FIRST = { trackId: 1, slot: 3, trackType: 1, sourcePlayer: 2 };

/** Fields of a status for each action of a player. */
const DOES = {
  empty: { trackId: 0, slot: 0, trackType: 0, sourcePlayer: 0, playState: PLAY_STATE.empty, flags: 0x84 },
  'load failed': { trackId: 0, slot: 0, trackType: 0, playState: PLAY_STATE.cannotPlay, flags: 0x84 },
  'load 1': { ...FIRST, playState: PLAY_STATE.loading, flags: 0x84 },
  'load 2': { ...FIRST, trackId: 2, playState: PLAY_STATE.loading, flags: 0x84 },
  cued: { playState: PLAY_STATE.cued, flags: 0x84 },
  paused: { playState: PLAY_STATE.paused, flags: 0x84 },
  playing: { playState: PLAY_STATE.playing, flags: 0xc4 },
  looping: { playState: PLAY_STATE.looping, flags: 0xc4 },
  'searching, playing': { playState: PLAY_STATE.searching, flags: 0xc4 },
  searching: { playState: PLAY_STATE.searching, flags: 0x84 },
  held: { playState: PLAY_STATE.playing, flags: 0x84 },
  'cue play': { playState: PLAY_STATE.cuePlay, flags: 0xc4 },
  'cue scratch': { playState: PLAY_STATE.cueScratch, flags: 0xc4 },
  ended: { playState: PLAY_STATE.ended, flags: 0x84 },
  'emergency loop': { playState: PLAY_STATE.emergencyLoop, flags: 0x84, emergencyLoop: true },
  'no flags': { playState: PLAY_STATE.playing, flags: 0 },
  'track 1 of player 3': { trackId: 1, sourcePlayer: 3 },
  'file 1': { trackId: 1, trackType: 2 },
  'track 1 of SD': { trackId: 1, slot: 2 },
  'no track': { trackId: 0, slot: 0 },
  'track 1': FIRST,
} as const satisfies Record<string, Partial<PlayerStatus>>;

type Does = keyof typeof DOES;

const BEFORE = playingStatus({
  number: 2,
  sourcePlayer: 2,
  slot: 3,
  trackType: 1,
  trackId: 1,
  playState: PLAY_STATE.cued,
  flags: 0x84,
  nextMaster: null,
});

let deck: PlayerDeck;
let status: PlayerStatus;
let now: number;

beforeEach(setUp);

function setUp(): void {
  deck = new PlayerDeck('player', DEVICE, ({ player, slot, type, id }) => ({
    ...UNKNOWN_TRACK,
    location: `${player}/${slot}/${type}/${id}`,
  }));
  status = BEFORE;
  now = 0;
}

function words(events: readonly DeckEvent[]): readonly string[] {
  return events.map((event) => {
    switch (event.kind) {
      case 'connected':
        return `connected ${event.name}`;
      case 'player':
        return `player ${event.player}`;
      case 'loaded':
        return event.loaded ? 'loaded' : 'empty';
      case 'tags':
        return `track ${event.tags.location}`;
      case 'engaged':
        return event.engaged ? 'button on' : 'button off';
      case 'running':
        return event.running ? 'runs' : 'stands';
      case 'master':
        return event.master ? 'master' : 'no master';
      case 'level':
        return `level ${event.level}`;
      default:
        return event.kind;
    }
  });
}

function receive(change: Partial<PlayerStatus>, passedMs = STATUS_EVERY_MS): readonly string[] {
  now += passedMs;
  status = { ...status, ...change };
  return words(deck.onStatus(status, now));
}

/** Changes of the last of these actions. */
function changesAfter(...story: readonly Does[]): readonly string[] {
  return story.map((does) => receive(DOES[does])).at(-1) ?? [];
}

test('reports everything on the first status, with the track before `loaded`', () => {
  expect(receive({})).toEqual([
    'connected CDJ-2000nexus',
    'player 2',
    'track 2/3/1/1',
    'loaded',
    'button off',
    'stands',
  ]);
  expect(receive({})).toEqual([]);
});

describe('track', () => {
  test.each<readonly [string, readonly Does[], readonly string[]]>([
    ['loads', ['empty', 'load 1'], ['empty', 'track 2/3/1/1', 'loaded']],
    ['replaces another', ['load 1', 'cued', 'load 2'], ['empty', 'track 2/3/1/2', 'loaded']],
    ['loads again', ['load 1', ...many('cued', 20), 'load 1'], ['empty', 'track 2/3/1/1', 'loaded']],
    [
      'loads once although playing and loading alternate',
      ['load 2', 'held', 'load 2', 'held', 'load 2'],
      ['button off'],
    ],
    ['differs by player', ['cued', 'track 1 of player 3'], ['empty', 'track 3/3/1/1', 'loaded']],
    ['differs by slot', ['cued', 'track 1 of SD'], ['empty', 'track 2/2/1/1', 'loaded']],
    ['differs by type', ['cued', 'file 1'], ['empty', 'track 2/3/2/1', 'loaded']],
    ['is unloaded with its medium', ['playing', 'empty'], ['empty', 'button off', 'stands']],
    ['is unloaded when loading fails', ['cued', 'load failed'], ['empty']],
  ])('%s', (_, story, changes) => {
    expect(changesAfter(...story)).toEqual(changes);
  });

  test('gets names that arrive later, unless another track is loaded', () => {
    receive({});
    const named = { ...UNKNOWN_TRACK, title: 'One', location: '2/3/1/1' };
    expect(words(deck.named(named))).toEqual(['track 2/3/1/1']);
    changesAfter('load 2');
    expect(deck.named(named)).toEqual([]);
  });
});

describe('statuses without a track', () => {
  test('change nothing if every second status or the first one lacks the track', () => {
    receive(DOES['no track']);
    expect(receive(FIRST)).toEqual(['track 2/3/1/1', 'loaded']);
    const story = many('playing', 20).flatMap(() => [receive(DOES['no track']), receive(FIRST)]);
    expect(story.flat()).toEqual([]);
  });

  test.each<readonly [string, readonly Does[]]>([
    ['plays', ['playing']],
    ['is paused', ['paused']],
    ['is cued', ['cued']],
    ['loops', ['looping']],
    ['loads', ['load 1', 'load 1']],
  ])('empty the deck after five in a second while it %s', (_, story) => {
    changesAfter('cued', ...story);
    const noTrack = Array.from({ length: 6 }, () => receive(DOES['no track']));
    expect(noTrack.slice(0, 5).flat()).toEqual([]);
    expect(noTrack[5]).toEqual(['empty']);
    expect(receive(FIRST)).toEqual(['empty', 'track 2/3/1/1', 'loaded']);
  });

  test('empty the deck at once with an empty play state, and after a failed load', () => {
    changesAfter('playing', 'no track');
    expect(receive(DOES.empty)).toEqual(['empty', 'button off', 'stands']);
    receive(FIRST);
    expect(receive(DOES['load failed'])).toEqual(['empty']);
  });

  test('never empty a deck if others are between them, in any order', () => {
    const states: readonly Does[] = [
      'playing',
      'paused',
      'cued',
      'looping',
      'held',
      'searching',
      'cue play',
      'ended',
    ];
    const step = fc.record({
      state: fc.constantFrom(...states),
      noTrack: fc.integer({ min: 0, max: 4 }),
      everyMs: fc.constantFrom(33, 63, 200, 400),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        setUp();
        receive(FIRST);
        for (const { state, noTrack, everyMs } of steps) {
          const events = [
            ...Array.from({ length: noTrack }, () =>
              receive({ ...DOES[state], ...DOES['no track'] }, everyMs),
            ),
            receive({ ...DOES[state], ...FIRST }, everyMs),
          ].flat();
          expect(events.filter((what) => /empty|loaded|track/.test(what))).toEqual([]);
        }
      }),
    );
  });
});

describe('transport', () => {
  test.each<readonly [string, readonly Does[], readonly string[]]>([
    ['starts', ['cued', 'playing'], ['button on', 'runs']],
    ['pauses', ['playing', 'paused'], ['button off', 'stands']],
    ['keeps playing in a loop', ['playing', 'looping'], []],
    ['keeps playing during an audible search', ['playing', 'searching, playing'], []],
    ['stops under a hand, with the button on', ['playing', 'held'], ['stands']],
    ['continues when the hand lets go', ['playing', 'held', 'playing'], ['runs']],
    ['stops during a silent search', ['playing', 'searching'], ['stands']],
    ['does not play during a cue preview', ['cued', 'cue play'], []],
    ['does not play during a cue scratch', ['cued', 'cue scratch'], []],
    ['does not run while it loads', ['load 2', 'held'], ['button on']],
    ['stops at the end of the track', ['playing', 'ended'], ['stands']],
    ['keeps playing in an emergency loop', ['playing', 'emergency loop'], []],
    ['stays silent in an emergency loop that began while it stood', ['cued', 'emergency loop'], []],
    ['keeps its state if there are no flags', ['playing', 'no flags'], []],
  ])('%s', (_, story, changes) => {
    expect(changesAfter(...story)).toEqual(changes);
  });

  test('follows the play state of a player without flags', () => {
    receive({ flags: null });
    expect(receive({ flags: null, playState: PLAY_STATE.playing })).toEqual(['button on', 'runs']);
    expect(receive({ flags: null, playState: PLAY_STATE.paused })).toEqual(['button off', 'stands']);
  });

  test('is tempo master until it names the next one', () => {
    receive({});
    expect(receive({ flags: 0x84 | FLAG.master })).toEqual(['master']);
    expect(receive({ nextMaster: 3 })).toEqual(['no master']);
  });

  test("has the mixer's level, and none when the mixer stops reporting", () => {
    expect([1, 1, 0, undefined].flatMap((level) => words(deck.setLevel(level)))).toEqual([
      'level 1',
      'level 0',
      'level undefined',
    ]);
  });
});

describe('silent player', () => {
  test('is lost after two seconds, and sends everything again on return', () => {
    changesAfter('playing');
    expect(deck.checkSilence(now + 1_999)).toEqual([]);
    expect(words(deck.checkSilence(now + 2_000))).toEqual(['lost']);
    expect(deck.checkSilence(now + 9_000)).toEqual([]);
    expect(receive({}, 3_000)).toEqual(['connected CDJ-2000nexus', 'player 2', 'track 2/3/1/1', 'loaded']);
  });

  test('may return with another track', () => {
    changesAfter('playing');
    deck.checkSilence(now + 2_000);
    expect(receive({ trackId: 7 }, 3_000)).toEqual([
      'connected CDJ-2000nexus',
      'player 2',
      'empty',
      'track 2/3/1/7',
      'loaded',
    ]);
  });
});

describe('player known only by beats', () => {
  const row = timingFixtures.rows.find(({ value }) => value.kind === 'beat');
  const beat = (at: number) => words(deck.onBeat({ ...(row?.value as BeatPacket), nextBeat: 500 }, at));

  test('plays until beats are missing', () => {
    expect(beat(0)).toEqual(['connected CDJ-2000nexus', 'player 2', 'loaded', 'button on', 'runs']);
    expect(beat(500)).toEqual([]);
    expect(deck.checkSilence(1_700)).toEqual([]);
    expect(words(deck.checkSilence(1_800))).toEqual(['button off', 'stands']);
  });

  test('ignores beats while statuses arrive', () => {
    changesAfter('cue play');
    expect(beat(now + 100)).toEqual([]);
  });
});

function many(does: Does, count: number): readonly Does[] {
  return Array.from({ length: count }, () => does);
}
