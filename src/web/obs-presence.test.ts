import { beforeEach, describe, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../test/support/clock.ts';
import { ObsPresence } from './obs-presence.ts';

let clock: FakeClock;
let obs: ObsPresence;

beforeEach(() => {
  clock = fakeClock();
  obs = new ObsPresence(clock);
});

async function leave(seconds: number): Promise<number | undefined> {
  obs.left();
  await clock.advance(seconds * 1_000);
  return obs.goneAt;
}

describe('an overlay in OBS', () => {
  test('is not missed where OBS never had one', async () => {
    await clock.advance(600_000);
    expect([obs.count, obs.goneAt]).toEqual([0, undefined]);
  });

  test('is gone once the last one has left for longer than a reload, and until one is back', async () => {
    obs.came();
    obs.came();
    expect(await leave(60)).toBeUndefined();
    const at = clock.now();
    expect(await leave(9)).toBeUndefined();
    await clock.advance(1_000);
    expect(obs.goneAt).toBe(at);
    obs.came();
    expect([obs.count, obs.goneAt]).toEqual([1, undefined]);
  });

  test('may be away again for twice as long as before, up to a minute, if its source is shut down while it is not visible', async () => {
    obs.came();
    expect(await leave(20)).toBeDefined();
    obs.came();
    expect(await leave(39)).toBeUndefined();
    obs.came();
    expect(await leave(59)).toBeUndefined();
    obs.came();
    expect(await leave(60)).toBeDefined();
  });
});
