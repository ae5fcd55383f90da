/** Sets on PRO DJ LINK networks of their own, where the program is started as people start it: what is heard is published. */
import { expect, test } from 'vitest';
import { cleanUps } from '../support/clean-up.ts';
import { LinkStage } from './booth.ts';

const later = cleanUps();

const TRACKS = [
  '{"track": "one", "artist": "Paper Lanterns", "title": "Slow Elevator"}',
  '{"track": "two", "artist": "Mara Quill", "title": "夜のバス"}',
  '{"track": "three", "artist": "The Municipal Swimming Pool Orchestra", "title": "A Very Long Walk Home Past All the Places Where We Said That We Would Meet Again One Day"}',
  '{"track": "four", "artist": "Basement Tape", "title": ""}',
  '{"track": "five", "artist": "Somebody Else", "title": "Another One"}',
];
const ONE = 'Paper Lanterns - Slow Elevator';
const TWO = 'Mara Quill - 夜のバス';
const THREE =
  'The Municipal Swimming Pool Orchestra - A Very Long Walk Home Past All the Places Where We Said That We Would Meet Again One Day';
const FIVE = 'Somebody Else - Another One';
const PLAYERS = [
  '{"set": "test", "waitForClient": true}',
  '{"device": "left", "model": "CDJ-2000nexus", "player": 1}',
  '{"device": "right", "model": "CDJ-3000", "player": 2}',
];
const MIXER = '{"device": "mixer", "model": "DJM-900NXS2"}';

async function open(...set: readonly string[]): Promise<LinkStage> {
  const stage = await LinkStage.open([...PLAYERS, ...TRACKS, ...set]);
  later(() => stage.close());
  return stage;
}

test('fades, junk, a player that restarts in the middle of one, a stick that is swapped: once, in order, by their names', async () => {
  const stage = await open(
    MIXER,
    '{"at": 0, "do": "load", "deck": "left/1", "track": "one"}',
    '{"at": 0.5, "do": "fader", "deck": "left/1", "level": 1}',
    '{"at": 1.5, "do": "play", "deck": "left/1"}',
    '{"at": 2, "do": "junk", "perSecond": 1000, "seconds": 9}',
    '{"at": 2, "do": "bystanders"}',
    '{"at": 3, "do": "load", "deck": "right/1", "track": "two"}',
    '{"at": 4, "do": "play", "deck": "right/1"}',
    '{"at": 5, "do": "fade", "from": "left/1", "to": "right/1", "over": 1}',
    '{"at": 6.5, "do": "pause", "deck": "left/1"}',
    // Its channel is still open when it goes.
    '{"at": 7, "do": "load", "deck": "left/1", "track": "three"}',
    '{"at": 8, "do": "play", "deck": "left/1"}',
    '{"at": 8.2, "do": "fader", "deck": "left/1", "level": 1}',
    '{"at": 8.6, "do": "reboot", "device": "right", "seconds": 2}',
    '{"at": 9.5, "do": "fader", "deck": "right/1", "level": 0}',
    // Another stick, with another track under the number of the first.
    '{"at": 12, "do": "eject", "device": "left"}',
    '{"at": 14.5, "do": "insert", "device": "left", "tracks": ["five"]}',
    '{"at": 16, "do": "load", "deck": "left/1", "track": "five"}',
    '{"at": 17, "do": "play", "deck": "left/1"}',
  );
  const program = await stage.start();
  await program.waitForLine('announced to the players, as a guest');
  await stage.published(ONE, TWO, THREE, FIVE);
  const sent = await stage.sent();
  expect(sent.some(({ toPort }) => toPort === 111)).toBe(true);
});

test('without a mixer, and with two interfaces on the same network, a track is heard when the other deck stops', async () => {
  const stage = await open(
    '{"at": 0, "do": "load", "deck": "left/1", "track": "one"}',
    '{"at": 1, "do": "play", "deck": "left/1"}',
    '{"at": 2, "do": "load", "deck": "right/1", "track": "two"}',
    '{"at": 3, "do": "play", "deck": "right/1"}',
    '{"at": 4, "do": "pause", "deck": "left/1"}',
    // The DJ gives the deck that plays another number.
    '{"at": 5, "do": "number", "device": "right", "player": 3}',
    '{"at": 9, "do": "load", "deck": "left/1", "track": "three"}',
    '{"at": 10, "do": "play", "deck": "left/1"}',
    '{"at": 11, "do": "pause", "deck": "right/1"}',
  );
  stage.namespaces.addInterface('stage', 'wifi0', '10.77.0.31');
  await stage.start();
  await stage.published(ONE, TWO, THREE);
  const sent = await stage.sent(['10.77.0.1', '10.77.0.31']);
  expect(new Set(sent.map(({ from }) => from)).size).toBe(1);
});

test('a program that holds the ports is named, and when it ends, what plays is shown', async () => {
  const stage = await open(
    '{"at": 0, "do": "load", "deck": "left/1", "track": "one"}',
    '{"at": 1, "do": "play", "deck": "left/1"}',
  );
  const other = await stage.run('stage', ['start', '--source=prodjlink', '--http.addr=127.0.0.1:9091']);
  await other.waitForLine('overlay ready');
  await other.waitForLine('player found');
  const program = await stage.start();
  const line = await program.waitForLine('the players are not heard as they should be');
  expect(line).toMatch(/UDP port 50001.* cannot be opened: .*\(process \d+\)/);
  await other.stop();
  await stage.published(ONE);
  await stage.sent();
});
