import { once } from 'node:events';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { CoalescedTimer } from './coalesced-timer.ts';
import { ManualClock } from './testing/manual-clock.ts';
import { Unread } from './unread.ts';

test('an open socket is checked all the time, and a closed one no longer', async () => {
  const clock = new ManualClock();
  const socket = new Socket();
  const checkedAt: number[] = [];
  socket.resume = () => {
    checkedAt.push(clock.monotonic());
    return socket;
  };
  new Unread(new CoalescedTimer(clock), 1000, () => {}).watch(socket);
  clock.advance(2000);
  socket.destroy();
  await once(socket, 'close');
  clock.advance(5000);
  expect(checkedAt).toEqual([1000, 2000]);
});
