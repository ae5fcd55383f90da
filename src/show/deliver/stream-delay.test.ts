import { beforeEach, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../../test/support/clock.ts';
import { hiddenPublication, played } from '../../../test/support/publication.ts';
import { StreamDelay } from './stream-delay.ts';

let clock: FakeClock;
let delayMs: number;
let passed: string[];
let delay: StreamDelay;

beforeEach(() => {
  clock = fakeClock();
  delayMs = 10_000;
  passed = [];
  delay = new StreamDelay(
    () => delayMs,
    clock,
    ({ kind, hidden, track }) => passed.push(`${kind} ${hidden ? '(hidden)' : track.title}`),
  );
});

test('passes everything synchronously without a delay', () => {
  delayMs = 0;
  delay.publish(played('One', 1));
  expect(passed).toEqual(['track One']);
});

test('passes tracks in order, each after the delay', async () => {
  delay.publish(played('One', 1));
  await clock.advance(4_000);
  delay.publish(played('Two', 2));
  await clock.advance(5_999);
  expect(passed).toEqual([]);
  await clock.advance(1);
  expect(passed).toEqual(['track One']);
  await clock.advance(4_000);
  expect(passed).toEqual(['track One', 'track Two']);
  expect([delay.close(), clock.waiting]).toEqual([[], 0]);
});

test('passes a hide of a passed play at once, and drops what waits of the play', async () => {
  delay.publish(played('One', 1));
  await clock.advance(10_000);
  delay.publish({ ...played('One (Dub)', 1), kind: 'correction' });
  delay.publish(hiddenPublication({ kind: 'hide', playId: 'play-1' }));
  await clock.advance(60_000);
  expect(passed).toEqual(['track One', 'hide (hidden)']);
});

test('keeps a hidden play waiting without its names', async () => {
  delay.publish(played('One', 1));
  delay.publish(played('Two', 2));
  delay.publish(hiddenPublication({ kind: 'hide', playId: 'play-2' }));
  delay.publish(hiddenPublication({ playId: 'play-3' }));
  delay.withdraw('play-1');
  expect(passed).toEqual([]);
  await clock.advance(60_000);
  expect(passed).toEqual(['track (hidden)', 'track (hidden)']);
});

test('counts an ended play as shown while the next one is delayed', async () => {
  delay.publish(played('One', 1));
  await clock.advance(10_000);
  const hide = hiddenPublication({ kind: 'hide', playId: 'play-1' });
  expect(delay.publishEarlier(hide)).toBe(true);
  delayMs = 0;
  expect(delay.publishEarlier(hide)).toBe(false);
  delayMs = 10_000;
  delay.publish(played('Two', 2));
  delayMs = 0;
  expect(delay.publishEarlier(hide)).toBe(true);
  await clock.advance(10_000);
  expect(delay.publishEarlier(hide)).toBe(false);
});

test('drops what waits of a passed play that is hidden, even after its end', async () => {
  delay.publish(played('One', 1));
  await clock.advance(10_000);
  delay.publish({ ...played('One (Dub)', 1), kind: 'correction' });
  delay.publish(played('Two', 2));
  delay.publishEarlier(hiddenPublication({ kind: 'hide', playId: 'play-1' }));
  await clock.advance(60_000);
  expect(passed).toEqual(['track One', 'track Two']);
});

test('delays a reveal of a passed play, and passes one of a waiting play with its track', async () => {
  delay.publish(played('One', 1));
  await clock.advance(10_000);
  delay.publish(hiddenPublication({ kind: 'hide', playId: 'play-1' }));
  delay.publish({ ...played('One', 1), kind: 'reveal' });
  await clock.advance(9_999);
  expect(passed).toEqual(['track One', 'hide (hidden)']);
  await clock.advance(1);
  delay.publish(played('Two', 2));
  delay.publish(hiddenPublication({ kind: 'hide', playId: 'play-2' }));
  await clock.advance(9_999);
  delay.publish({ ...played('Two', 2), kind: 'reveal' });
  await clock.advance(1);
  expect(passed).toEqual(['track One', 'hide (hidden)', 'reveal One', 'track Two']);
});

test('passes a waiting track with its corrected names at its own time', async () => {
  delay.publish(played('Oen', 1));
  await clock.advance(9_000);
  delay.publish({ ...played('One', 1), kind: 'correction' });
  await clock.advance(1_000);
  expect(passed).toEqual(['track One']);
});

test('keeps the order when the delay gets shorter', async () => {
  delay.publish(played('One', 1));
  delayMs = 0;
  delay.publish(played('Two', 2));
  expect(passed).toEqual([]);
  await clock.advance(10_000);
  expect(passed).toEqual(['track One', 'track Two']);
});

test('passes nothing after the end', async () => {
  delay.publish(played('One', 1));
  delay.close();
  await clock.advance(60_000);
  expect([passed, clock.waiting]).toEqual([[], 0]);
});
