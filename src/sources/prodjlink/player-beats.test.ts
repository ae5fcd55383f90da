import { type BeatPacket, FLAG, PLAY_STATE, type PlayerStatus } from '@deckcast/prodjlink';
import { describe, expect, test } from 'vitest';
import { PlayerBeats } from './player-beats.ts';

const status = (change: Partial<PlayerStatus> = {}): PlayerStatus =>
  ({
    playState: PLAY_STATE.playing,
    flags: 0x84 | FLAG.playing,
    pitch: 1.02,
    bpm: 100,
    beat: 9,
    beatInBar: 1,
    ...change,
  }) as PlayerStatus;

const beat = (change: Partial<BeatPacket> = {}): BeatPacket =>
  ({ beatInBar: 1, bpm: 100, pitch: 1.02, ...change }) as BeatPacket;

describe('a player', () => {
  test('reports each beat with its audible tempo', () => {
    expect(new PlayerBeats().onBeat(beat(), 40)).toEqual({ kind: 'beat', at: 40, beatInBar: 1, bpm: 102 });
  });

  test.each([
    ['without a tempo', { bpm: null }],
    ['with an impossible beat', { beatInBar: 7 }],
  ])('reports no beat %s', (_, change) => {
    expect(new PlayerBeats().onBeat(beat(change), 40)).toBeUndefined();
  });

  test.each([
    ['is paused', { flags: 0x84, playState: PLAY_STATE.paused }],
    ['is heard in the headphones from the cue point', { playState: PLAY_STATE.cuePlay }],
  ])('stands still while it %s', (_, change) => {
    expect(new PlayerBeats().onStatus(status(change), 0)).toMatchObject({ kind: 'tempo', bpm: 0 });
  });

  test('is at the time of its beats, if it does not report its position', () => {
    const player = new PlayerBeats();
    player.onBeat(beat(), 1_000);
    expect(player.onStatus(status(), 1_200)).toMatchObject({ positionMs: 8 * 600 + 204 });
    expect(player.onStatus(status(), 1_010)).toMatchObject({ positionMs: 8 * 600 + 10.2 });
    // The status is from before the beat.
    expect(player.onStatus(status({ beat: 8, beatInBar: 4 }), 1_010)).toMatchObject({
      positionMs: undefined,
    });
  });

  test('is at no time of its beats from a pause to the next beat', () => {
    const player = new PlayerBeats();
    player.onBeat(beat(), 1_000);
    player.onStatus(status({ flags: 0x84, playState: PLAY_STATE.paused }), 1_100);
    expect(player.onStatus(status(), 1_200)).toMatchObject({ positionMs: undefined });
    player.onBeat(beat(), 1_600);
    expect(player.onStatus(status({ beat: 10 }), 1_700)).toMatchObject({ positionMs: 9 * 600 + 102 });
  });

  test('is at the position that it reports', () => {
    const player = new PlayerBeats();
    player.onStatus(status(), 0);
    const position = player.onPosition({ playhead: 61_500 } as Parameters<typeof player.onPosition>[0], 30);
    expect(position).toEqual({ kind: 'tempo', at: 30, bpm: 102, pitch: 1.02, positionMs: 61_500 });
    expect(player.onStatus(status(), 60)).toMatchObject({ positionMs: undefined });
  });
});
