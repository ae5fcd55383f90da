import { expect, test } from 'vitest';
import { PLAY_STATE, type PlayerStatus } from './index.ts';
import { isPlaying, isTempoMaster } from './play-state.ts';
import { playingStatus } from './testing/booth.ts';

const OLD = { flags: null, motion: 0x6a };

test.each<[string, Partial<PlayerStatus>, boolean]>([
  ['whose flag says so plays', {}, true],
  ['that is paused and on air does not play', { flags: 0x9c, playState: PLAY_STATE.cued }, false],
  ['whose platter is held does not play, whatever its play state', { flags: 0xa4 }, false],
  ['without flags plays in its play states', OLD, true],
  ['without flags plays in a loop', { ...OLD, playState: PLAY_STATE.looping }, true],
  ['without flags plays while it searches and moves', { ...OLD, playState: PLAY_STATE.searching }, true],
  ['without flags that searches does not always move', { ...OLD, playState: 0x09, motion: 0x6e }, false],
  ['without flags is paused', { ...OLD, playState: PLAY_STATE.paused }, false],
])('a deck %s', (_, changes, plays) => {
  expect(isPlaying(playingStatus(changes))).toBe(plays);
});

test('a deck without flags is never the tempo master', () => {
  expect([{}, { flags: 0xc4 }, OLD].map((changes) => isTempoMaster(playingStatus(changes)))).toEqual([
    true,
    false,
    false,
  ]);
});
