import { expect, test } from 'vitest';
import { FLAG, PLAY_STATE, type PlayerStatus, statusCodec } from './index.ts';
import { isPlaying, isTempoMaster } from './play-state.ts';
import { bytesOf } from './testing/fixtures.ts';
import { statusFixtures } from './testing/status-fixtures.ts';

function status(name: string): PlayerStatus {
  const row = statusFixtures.rows.find((candidate) => candidate.name === name);
  const message = row === undefined ? undefined : statusCodec.decode(bytesOf(row));
  if (message?.kind !== 'status') {
    throw new Error(`no status is named ${name}`);
  }
  return message;
}

test('a paused deck whose fader is open does not play', () => {
  const paused = status('paused at the cue, on air');
  expect(isPlaying(paused)).toBe(false);
});

test('the flag says that a deck plays, the play state does not', () => {
  const playing = status('playing, master');
  expect([isPlaying(playing), isTempoMaster(playing)]).toEqual([true, true]);
  const held = { ...playing, flags: (playing.flags ?? 0) & ~FLAG.playing };
  expect(held.playState).toBe(PLAY_STATE.playing);
  expect(isPlaying(held)).toBe(false);
});

test('a deck without flags plays in its play states, and searches only while it moves', () => {
  const old = status('a player before nexus, without flags');
  expect([isPlaying(old), isTempoMaster(old)]).toEqual([true, false]);
  const searching = { ...old, playState: PLAY_STATE.searching };
  expect([isPlaying(searching), isPlaying({ ...searching, motion: 0x6e })]).toEqual([true, false]);
  expect(isPlaying({ ...old, playState: PLAY_STATE.paused })).toBe(false);
});
