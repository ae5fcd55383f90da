/** From a player's stick to the names of a track: files over the network, read as a library. */

import { EXPORT_OF_SLOT, PlayerFiles, SLOT } from '@deckcast/prodjlink';
import { RekordboxLibrary, type WrittenTrack, writeLibrary } from '@deckcast/prodjlink/library';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loopbackClock } from '../../packages/prodjlink/src/testing/loopback-clock.ts';
import { LinkFileServer } from '../../packages/simulator/src/prodjlink/link-file-server.ts';

const PATH = 'PIONEER/rekordbox/export.pdb';
const PICTURE = Buffer.from('ffd8ffe000104a464946', 'hex');
const TRACKS: readonly WrittenTrack[] = Array.from({ length: 200 }, (_, index) => ({
  id: index + 1,
  title: `夜の海 ${index}`,
  artist: `Artist ${index % 30}`,
  artworkPath: '/PIONEER/Artwork/00001/a1.jpg',
}));

let server: LinkFileServer;
let files: PlayerFiles;

beforeEach(async () => {
  server = new LinkFileServer({
    '/C/': { [PATH]: writeLibrary(TRACKS), 'PIONEER/Artwork/00001/a1.jpg': PICTURE },
  });
  const portmapPort = await server.open();
  files = new PlayerFiles({
    address: '127.0.0.1',
    portmapPort,
    restMs: 0,
    // A busy computer gives nothing up.
    answerMs: 600_000,
    clock: loopbackClock,
  });
});

afterEach(async () => {
  await files.close();
  server.close();
});

const usb = EXPORT_OF_SLOT[SLOT.usb] ?? '';

test('a track on a stick has its names and its picture, with and without an index', async () => {
  const library = await RekordboxLibrary.open(await files.open(usb, PATH));
  const named = { title: '夜の海 149', artist: 'Artist 29', artworkPath: '/PIONEER/Artwork/00001/a1.jpg' };
  expect(await library.track(150)).toMatchObject(named);
  await library.index();
  const track = await library.track(150);
  expect(track).toMatchObject(named);
  const picture = await files.open(usb, track?.artworkPath ?? '');
  expect(Buffer.from(await picture.read(0, picture.size)).equals(PICTURE)).toBe(true);
});

test('a stick that is pulled while its library is read gives no name, not a half one', async () => {
  const library = await RekordboxLibrary.open(await files.open(usb, PATH));
  server.reinsert();
  await expect(library.index()).rejects.toMatchObject({ code: 'stale' });
  expect(library.indexed).toBe(false);
  await expect(library.track(150)).rejects.toMatchObject({ code: 'stale' });
});
