import { expect, test } from 'vitest';
import { openSocket } from '../../test/support/pages.ts';
import { testServer, WELL } from '../../test/support/server.ts';
import { waitFor } from '../../test/support/wait.ts';
import type { RoomBeat, RoomBeats } from '../core/contracts/beat.ts';
import { systemClock } from '../host/clock.ts';

/** Beats that a test begins. */
function heldBeats() {
  const followers = new Set<(beat: RoomBeat | undefined) => void>();
  const beats: RoomBeats = {
    follow(onBeat) {
      followers.add(onBeat);
      return () => followers.delete(onBeat);
    },
    now: () => undefined,
  };
  const tell = (beat: RoomBeat | undefined): void => {
    for (const follower of followers) {
      follower(beat);
    }
  };
  return { beats, followers, tell };
}

/** A second and a half ago. */
const BEGUN = { at: Date.now() - 1_500, monotonic: systemClock.monotonic() - 1_500 };
const BEAT: RoomBeat = {
  beatInBar: 3,
  bar: 17,
  bpm: 124.0312,
  begunAt: BEGUN.monotonic,
  jumped: false,
  positionMs: 61_000,
};

test('sends each beat to the pages that follow it, without the position in the track', async () => {
  const { beats, followers, tell } = heldBeats();
  const { socketUrl } = await testServer({}, { ...WELL, beats });
  const page = await openSocket(socketUrl('/api/v1/beat'));
  await page.first(1);
  tell(BEAT);
  tell(undefined);
  const messages = await page.first(3);
  expect(messages).toMatchObject([
    { v: 1, type: 'beat', beat: null },
    { beat: { beat: 3, bar: 17, bpm: 124.03 } },
    { beat: null },
  ]);
  const [connected = 0, beat = 0] = messages.map((message) =>
    Date.parse(JSON.parse(JSON.stringify(message)).at),
  );
  // The message goes out after the page connected, but states when the beat began.
  expect(Math.abs(beat - BEGUN.at)).toBeLessThan((connected - BEGUN.at - 1_500) / 2);
  expect(JSON.stringify(messages)).not.toContain('61000');
  expect(followers.size).toBe(1);
});

test('follows the beat only while there is a page', async () => {
  const { beats, followers } = heldBeats();
  const { socketUrl } = await testServer({}, { ...WELL, beats });
  expect(followers.size).toBe(0);
  const pages = await Promise.all([1, 2].map(() => openSocket(socketUrl('/api/v1/beat'))));
  await Promise.all(pages.map((page) => page.first(1)));
  expect(followers.size).toBe(1);
  for (const page of pages) {
    page.socket.close();
  }
  await waitFor('the end of the beat', () => (followers.size === 0 ? true : undefined));
});
