import { expect, test } from 'vitest';
import { fakeClock } from '../../test/support/clock.ts';
import { memoryDisk } from '../../test/support/disk.ts';
import { keptLog } from '../../test/support/log.ts';
import { runSource } from '../../test/support/source.ts';
import { dummy } from './dummy.ts';

test('a track comes at once, and another one after every interval', async () => {
  const clock = fakeClock();
  const fetch = () => Promise.reject(new Error('no web here'));
  const tools = { clock, log: keptLog(), disk: memoryDisk(), fetch, userAgent: 'deckcast/0' };
  const source = await dummy.create({ 'dummy.interval': 5 }, tools);
  const told = runSource(source);
  await clock.advance(4_999);
  expect(told.transitions).toHaveLength(1);
  await clock.advance(1);
  expect(told.transitions).toHaveLength(2);
  await clock.advance(60_000);
  expect(new Set(told.transitions.map(({ playId }) => playId)).size).toBe(14);
  expect(told.transitions.every(({ source: name, hidden }) => name === 'dummy' && !hidden)).toBe(true);
  expect(told.announced[8]).toBe(told.announced[0]);
  expect(source.health().lastHeardAt).toBe(clock.now());
  await told.stop();
  expect(clock.waiting).toBe(0);
});
