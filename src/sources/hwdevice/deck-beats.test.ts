import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { BeatBoard } from '../../decks/index.ts';
import { beatReceiver, DeviceTime } from './deck-beats.ts';

describe('the time of a device', () => {
  test('is that of its least delayed message', () => {
    const time = new DeviceTime();
    expect(time.convert(1_000, 5_030)).toBe(5_030);
    expect(time.convert(1_035, 5_040)).toBe(5_040);
    expect(time.convert(1_070, 5_190)).toBe(5_075);
  });

  test('follows a device whose clock is slower', () => {
    const time = new DeviceTime();
    let last = 0;
    // A thousandth slower, so that after a minute it is 60 ms behind.
    for (let at = 0; at <= 60_000; at += 35) {
      last = at - time.convert(at * 0.999, at);
    }
    expect(last).toBeGreaterThanOrEqual(0);
    expect(last).toBeLessThan(12);
  });
});

test('beats count in samples of the track, and are ignored if they are no numbers', () => {
  const clock = fakeClock();
  const board = new BeatBoard(() => undefined);
  const receiver = beatReceiver(board, clock);
  const device = { token: 'a'.repeat(32) } as Parameters<NonNullable<typeof receiver.beat>>[0];
  const reported = () => board.at(`${device.token}/1`, 0)?.positionMs;
  const send = (beat: number): void =>
    receiver.beat?.(device, {
      kind: 'beat',
      clock: 0n,
      decks: [{ beat, totalBeats: 4, bpm: 120, samples: 48_000 }],
    });
  receiver.connected?.(device, () => Promise.reject(new Error('no files')));
  receiver.state?.(device, '/Engine/Deck1/Track/SampleRate', { type: 10, value: 48_000 } as never);
  send(2);
  expect(reported()).toBeUndefined();
  board.follow(() => undefined);
  send(Number.NaN);
  expect(reported()).toBeUndefined();
  send(2);
  expect(reported()).toBe(1_000);
});
