import { expect, test } from 'vitest';
import { fakeClock } from '../../test/support/clock.ts';
import { LastingCause } from './lasting-cause.ts';

test('a cause is told once it lasts, again when another lasted, and anew after the problem was gone', async () => {
  const clock = fakeClock();
  const cause = new LastingCause(clock, 1_000);
  const told: string[] = [];
  const lasts = async (name: string | undefined, ms: number) => {
    cause.becomes(name);
    await clock.advance(ms);
    for (const _ of ['once', 'and once more']) {
      if (cause.isToTell()) {
        told.push(`${name}`);
      }
    }
  };
  await lasts('no network', 1_000);
  await lasts('no device', 500);
  await lasts('no network', 1_000);
  await lasts('no device', 1_000);
  await lasts('no network', 1_000);
  await lasts(undefined, 1_000);
  await lasts('no network', 1_000);
  expect(told).toEqual(['no network', 'no device', 'no network', 'no network']);
});
