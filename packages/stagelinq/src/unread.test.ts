import { once } from 'node:events';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { CoalescedTimer } from './coalesced-timer.ts';
import { ManualClock } from './testing/manual-clock.ts';
import { Unread } from './unread.ts';

/** The times at which a socket that is opened now is checked. */
function watchSocket(clock: ManualClock, timer: CoalescedTimer) {
  const checkedAt: number[] = [];
  const socket = new Socket();
  socket.resume = () => {
    checkedAt.push(clock.monotonic());
    return socket;
  };
  new Unread(timer, 1000, () => {}).watch(socket);
  return { checkedAt, socket };
}

test('sockets that were opened at different times are checked together', () => {
  const clock = new ManualClock();
  clock.advance(10_300);
  const timer = new CoalescedTimer(clock);
  const first = watchSocket(clock, timer);
  clock.advance(450);
  const second = watchSocket(clock, timer);
  clock.advance(3000);
  expect(first.checkedAt).toEqual([11_000, 12_000, 13_000]);
  // Not 250 ms after it was opened.
  expect(second.checkedAt).toEqual([12_000, 13_000]);
});

test('a closed socket is no longer checked', async () => {
  const clock = new ManualClock();
  const { checkedAt, socket } = watchSocket(clock, new CoalescedTimer(clock));
  clock.advance(1000);
  socket.destroy();
  await once(socket, 'close');
  clock.advance(5000);
  expect(checkedAt).toEqual([1000]);
});
