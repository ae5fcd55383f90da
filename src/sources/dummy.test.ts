import { expect, test } from 'vitest';
import { fakeClock } from '../../test/support/clock.ts';
import { memoryDisk } from '../../test/support/disk.ts';
import { keptLog } from '../../test/support/log.ts';
import { runSource } from '../../test/support/source.ts';
import { dummy } from './dummy.ts';

test('DummySource announces a track at once, and another after each interval', async () => {
  const clock = fakeClock();
  const fetch = () => Promise.reject(new Error('no web here'));
  const tools = { clock, log: keptLog(), disk: memoryDisk(), fetch, userAgent: 'deckcast/0' };
  const source = await dummy.create({ 'dummy.interval': 5 }, tools);
  const notes = runSource(source);
  await clock.advance(4_999);
  expect(notes.transitions).toHaveLength(1);
  await clock.advance(1);
  expect(notes.transitions).toHaveLength(2);
  await clock.advance(60_000);
  expect(new Set(notes.transitions.map(({ playId }) => playId)).size).toBe(14);
  expect(notes.transitions.every(({ source: name, hidden }) => name === 'dummy' && !hidden)).toBe(true);
  expect(notes.announced[8]).toBe(notes.announced[0]);
  expect(source.health().lastHeardAt).toBe(clock.now());
  await notes.stop();
  expect(clock.waiting).toBe(0);
});
