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

test('without a delay everything passes in the same call', () => {
  delayMs = 0;
  delay.publish(played('One', 1));
  expect(passed).toEqual(['track One']);
});

test('tracks pass in order, each as much later', async () => {
  delay.publish(played('One', 1));
  await clock.advance(4_000);
  delay.publish(played('Two', 2));
  await clock.advance(5_999);
  expect(passed).toEqual([]);
  await clock.advance(1);
  expect(passed).toEqual(['track One']);
  await clock.advance(4_000);
  expect(passed).toEqual(['track One', 'track Two']);
  expect([delay.length, clock.waiting]).toEqual([0, 0]);
});

test('what hides a play that has passed passes at once, with what waits of it', async () => {
  delay.publish(played('One', 1));
  await clock.advance(10_000);
  delay.publish({ ...played('One (Dub)', 1), kind: 'correction' });
  delay.publish(hiddenPublication({ kind: 'hide', playId: 'play-1' }));
  await clock.advance(60_000);
  expect(passed).toEqual(['track One', 'hide (hidden)']);
});

test('a play that waits waits on without its names once it is hidden, and so does one that begins hidden', async () => {
  delay.publish(played('One', 1));
  delay.publish(played('Two', 2));
  delay.publish(hiddenPublication({ kind: 'hide', playId: 'play-2' }));
  delay.publish(hiddenPublication({ playId: 'play-3' }));
  delay.withdraw('play-1');
  expect(passed).toEqual([]);
  await clock.advance(60_000);
  expect(passed).toEqual(['track (hidden)', 'track (hidden)']);
});

test('a play that is over in the room is still shown while the next one waits, or will wait', async () => {
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

test('what waits of a play that has passed never passes once that is hidden, even when it is over', async () => {
  delay.publish(played('One', 1));
  await clock.advance(10_000);
  delay.publish({ ...played('One (Dub)', 1), kind: 'correction' });
  delay.publish(played('Two', 2));
  delay.publishEarlier(hiddenPublication({ kind: 'hide', playId: 'play-1' }));
  await clock.advance(60_000);
  expect(passed).toEqual(['track One', 'track Two']);
});

test('a reveal of what has passed waits, and one of what waits passes at the time of its track', async () => {
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

test('what is corrected meanwhile passes with the right names, at its own time', async () => {
  delay.publish(played('Oen', 1));
  await clock.advance(9_000);
  delay.publish({ ...played('One', 1), kind: 'correction' });
  await clock.advance(1_000);
  expect(passed).toEqual(['track One']);
});

test('a delay that becomes shorter lets no track pass another', async () => {
  delay.publish(played('One', 1));
  delayMs = 0;
  delay.publish(played('Two', 2));
  expect(passed).toEqual([]);
  await clock.advance(10_000);
  expect(passed).toEqual(['track One', 'track Two']);
});

test('nothing passes after the end', async () => {
  delay.publish(played('One', 1));
  delay.close();
  await clock.advance(60_000);
  expect([passed, clock.waiting]).toEqual([[], 0]);
});
