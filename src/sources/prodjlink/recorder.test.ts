import { type BeatPacket, FLAG, type PlayerStatus, type ReceivedDatagram } from '@deckcast/prodjlink';
import { expect, test } from 'vitest';
import { playingStatus } from '../../../packages/prodjlink/src/testing/booth.ts';
import { timingFixtures } from '../../../packages/prodjlink/src/testing/timing-fixtures.ts';
import { type FakeClock, fakeClock } from '../../../test/support/clock.ts';
import { DatagramRecorder } from './recorder.ts';

const PLAYER = '169.254.20.11';
/** Status interval of a CDJ-3000. */
const EVERY_MS = 33;

/** Returns the kept events. */
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

/** Datagrams while a track plays. */
const playing = (count: number): Partial<ReceivedDatagram>[] =>
  Array.from({ length: count }, (_, index) => status({ beat: index >> 4, pitch: 1 + index / 1e6 }));

test('keeps port, sender and bytes of a datagram', async () => {
  const event = { event: 'datagram', port: 50_002, address: PLAYER, bytes: '01fe' };
  expect(await kept(status())).toEqual([event]);
});

const beat = timingFixtures.rows.find(({ value }) => value.kind === 'beat')?.value as BeatPacket;
const beats = [1, 2, 3, 4].map(
  (beatInBar): Partial<ReceivedDatagram> => ({
    port: 'timing',
    message: { ...beat, beatInBar },
  }),
);

test.each([
  // Every 16th, which covers 528 ms.
  ['two statuses a second of a playing track', playing(160), 10],
  ['changed statuses', [...playing(3), status({ flags: FLAG.onAir }), ...playing(2)], 3],
  [
    'two statuses a second of either kind, if every second one lacks the track',
    playing(160).map((datagram, index) => (index % 2 === 0 ? datagram : status({ trackId: 0, slot: 0 }))),
    20,
  ],
  ['statuses of two players', [1, 2, 1].map((number) => status({ number })), 2],
  ['each beat', beats, 4],
])('keeps %s', async (_, received, count) => {
  expect(await kept(...received)).toHaveLength(count);
});

test('keeps few unreadable datagrams from many senders', async () => {
  const junk = Array.from({ length: 300 }, (_, index) => ({ address: `10.0.0.${index % 250}` }));
  expect((await kept(...junk)).length).toBeLessThan(30);
});
