import { expect, test } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { notWatched } from '../../core/finding.ts';
import { createSightings } from './sightings.ts';

/** `lookMs`: duration of a search. */
function open(lookMs: number) {
  const clock = fakeClock();
  const sightings = createSightings(clock);
  let looks = 0;
  const search = async () => {
    looks += 1;
    await clock.sleep(lookMs);
    return [notWatched('softb', 'software', `look ${looks}`)];
  };
  const findings = () => sightings.of('softb', search).map(({ finding }) => finding);
  return { clock, findings, looks: () => looks };
}

test('searches only on request, and never makes the caller wait', async () => {
  const { clock, findings, looks } = open(100);
  await clock.advance(60_000);
  expect(looks()).toBe(0);
  expect(findings()).toEqual([]);
  await clock.advance(100);
  expect(findings()).toEqual(['look 1']);
});

test('shows every search to a constant caller, and rests most of the time', async () => {
  const seconds = 60;
  const lookedIn = async (lookMs: number) => {
    const { clock, findings, looks } = open(lookMs);
    for (let at = 0; at < seconds * 10; at += 1) {
      findings();
      await clock.advance(100);
    }
    expect(findings()).toEqual([expect.stringMatching(/^look [1-9]/)]);
    return looks();
  };
  expect(await lookedIn(0)).toBeGreaterThan(seconds / 10);
  expect((await lookedIn(2_500)) * 2.5).toBeLessThan(seconds / 4);
});

test('does not repeat a search that hangs', async () => {
  const { clock, findings, looks } = open(1_000_000);
  findings();
  await clock.advance(500_000);
  expect([findings(), looks()]).toEqual([[], 1]);
});
