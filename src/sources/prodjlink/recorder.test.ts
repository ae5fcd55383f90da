import { type BeatPacket, FLAG, type PlayerStatus, type ReceivedDatagram } from '@deckcast/prodjlink';
import { expect, test } from 'vitest';
import { playingStatus } from '../../../packages/prodjlink/src/testing/booth.ts';
import { timingFixtures } from '../../../packages/prodjlink/src/testing/timing-fixtures.ts';
import { type FakeClock, fakeClock } from '../../../test/support/clock.ts';
import { DatagramRecorder } from './recorder.ts';

const PLAYER = '169.254.20.11';
/** A CDJ-3000 sends so often. */
const EVERY_MS = 33;

/** What is kept of these messages, one after the other. */
async function kept(...received: readonly Partial<ReceivedDatagram>[]): Promise<readonly unknown[]> {
  const clock: FakeClock = fakeClock();
  const events: unknown[] = [];
  const recorder = new DatagramRecorder((event) => events.push(event), clock);
  for (const datagram of received) {
    recorder.receive({
      port: 'status',
      address: PLAYER,
      bytes: Buffer.of(1, 0xfe),
      message: undefined,
      ...datagram,
    });
    await clock.advance(EVERY_MS);
  }
  return events;
}

const status = (changes: Partial<PlayerStatus> = {}): Partial<ReceivedDatagram> => ({
  message: playingStatus(changes),
});

/** This many datagrams of a track that simply plays. */
const playing = (count: number): Partial<ReceivedDatagram>[] =>
  Array.from({ length: count }, (_, index) => status({ beat: index >> 4, pitch: 1 + index / 1e6 }));

test('a datagram is kept with its port, its sender and its bytes', async () => {
  const event = { event: 'datagram', port: 50_002, address: PLAYER, bytes: '01fe' };
  expect(await kept(status())).toEqual([event]);
});

test('of a player whose track simply plays, two states a second are kept', async () => {
  // One in 16 of these, which come in 528 ms.
  expect(await kept(...playing(160))).toHaveLength(10);
});

test('what changes is kept at once', async () => {
  const paused = status({ flags: FLAG.onAir });
  expect(await kept(...playing(3), paused, ...playing(2))).toHaveLength(3);
});

test('two players that say the same are two', async () => {
  expect(await kept(status({ number: 1 }), status({ number: 2 }), status({ number: 1 }))).toHaveLength(2);
});

test('each beat is kept', async () => {
  const row = timingFixtures.rows.find(({ value }) => value.kind === 'beat');
  const beats = [1, 2, 3, 4].map(
    (beatInBar): Partial<ReceivedDatagram> => ({
      port: 'timing',
      message: { ...(row?.value as BeatPacket), beatInBar },
    }),
  );
  expect(await kept(...beats)).toHaveLength(4);
});

test('of a thousand datagrams that mean nothing, from anywhere, a few are kept', async () => {
  const junk = Array.from({ length: 300 }, (_, index) => ({ address: `10.0.0.${index % 250}` }));
  expect((await kept(...junk)).length).toBeLessThan(30);
});
