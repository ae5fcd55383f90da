import { afterEach, expect, test } from 'vitest';
import { keepFaults } from '../../../packages/stagelinq/src/testing/faults.ts';
import { fakeClock, runPending } from '../../../test/support/clock.ts';
import { keptLog } from '../../../test/support/log.ts';
import { fullLine, payload } from '../../../test/support/media-lines.ts';
import { type PlayerState, Players } from './players.ts';
import { MediaStream } from './stream.ts';

/** Stub that keeps reports only. */
function playersOf(Kind: typeof Players): Players {
  const clock = fakeClock();
  const listener = { transition: () => undefined, namesChanged: () => undefined, ended: () => undefined };
  return new Kind('mediacontrol', clock, listener, new AbortController().signal);
}

let kept: ReturnType<typeof keepFaults> | undefined;
afterEach(() => kept?.stop());

test('a bug in processing a line costs that line, not the stream', async () => {
  kept = keepFaults();
  const titles: string[] = [];
  class BrokenOnce extends Players {
    override report(_id: string, { track }: PlayerState): void {
      titles.push(track.title);
      if (track.title === 'One') {
        throw new TypeError('ours');
      }
    }
  }
  const players = playersOf(BrokenOnce);
  const stream = new MediaStream({ id: 'stream', bundleId: '', players, log: keptLog() });
  const lines = ['One', 'Two'].map((title) => fullLine(payload('Anna', title))).join('');
  expect(stream.push(Buffer.from(lines))).toBe(1);
  await runPending();
  expect(titles).toEqual(['One', 'Two']);
  expect(kept.faults).toEqual([new TypeError('ours')]);
});

const TRACK = { title: 'Nikes', artist: 'Frank Ocean', album: 'Blonde', duration: 314.5, playing: true };

test.each([
  ['a track', true, 'Spotify.exe', {}],
  ['a local file without an album', true, 'com.spotify.client', { album: '' }],
  ['an item without a length and an album', false, 'com.spotify.client', { album: '', duration: undefined }],
  ['an item of 30 seconds without an album', false, 'Spotify.exe', { album: '', duration: 30 }],
  ['an item by Spotify', false, 'SpotifyAB.SpotifyMusic_zpdnekdrzrea0!Spotify', { artist: 'Spotify' }],
  ['a jingle of another player', true, 'org.videolan.vlc', { album: '', duration: 30 }],
  ['an item that its player calls an advertisement', false, 'com.example', { isAdvertisement: true }],
])('%s plays: %s', (_, plays, bundleIdentifier, change) => {
  const reports: PlayerState[] = [];
  class Kept extends Players {
    override report(_id: string, state: PlayerState): void {
      reports.push(state);
    }
  }
  const stream = new MediaStream({ id: 's', bundleId: '', players: playersOf(Kept), log: keptLog() });
  stream.push(Buffer.from(fullLine({ ...TRACK, bundleIdentifier, ...change })));
  expect(reports).toMatchObject([{ playing: plays }]);
});
