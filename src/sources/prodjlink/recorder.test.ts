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

const beat = timingFixtures.rows.find(({ value }) => value.kind === 'beat')?.value as BeatPacket;
const beats = [1, 2, 3, 4].map(
  (beatInBar): Partial<ReceivedDatagram> => ({
    port: 'timing',
    message: { ...beat, beatInBar },
  }),
);

test.each([
  // One in 16 of these, which come in 528 ms.
  ['a player whose track simply plays, two states a second', playing(160), 10],
  ['a player, what changes', [...playing(3), status({ flags: FLAG.onAir }), ...playing(2)], 3],
  [
    'a player that names no track in every second status, two states a second of either kind',
    playing(160).map((datagram, index) => (index % 2 === 0 ? datagram : status({ trackId: 0, slot: 0 }))),
    20,
  ],
  ['two players, what both say', [1, 2, 1].map((number) => status({ number })), 2],
  ['a player, each beat', beats, 4],
])('of %s is kept', async (_, received, count) => {
  expect(await kept(...received)).toHaveLength(count);
});

test('of many datagrams that mean nothing, from anywhere, a few are kept', async () => {
  const junk = Array.from({ length: 300 }, (_, index) => ({ address: `10.0.0.${index % 250}` }));
  expect((await kept(...junk)).length).toBeLessThan(30);
});
