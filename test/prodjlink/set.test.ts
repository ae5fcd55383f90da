/** Plays sets on separate PRO DJ LINK networks, with the program started as users start it. */

import { STATUS_PORT, TIMING_PORT } from '@deckcast/prodjlink';
import { expect, test } from 'vitest';
import { cover } from '../../packages/simulator/src/sets/made-up-audio.ts';
import { afterTest } from '../support/clean-up.ts';
import { amount } from '../support/full-length.ts';
import { LinkStage, loadAndPlay } from './booth.ts';

const SET = [
  '{"device": "left", "model": "CDJ-2000nexus", "player": 1}',
  '{"device": "right", "model": "CDJ-3000", "player": 2}',
  '{"track": "one", "artist": "Paper Lanterns", "title": "Slow Elevator"}',
  '{"track": "two", "artist": "Mara Quill", "title": "夜のバス"}',
  '{"track": "three", "artist": "The Municipal Swimming Pool Orchestra", "title": "A Very Long Walk Home Past All the Places Where We Said That We Would Meet Again One Day"}',
  '{"track": "four", "artist": "Basement Tape", "title": ""}',
  '{"track": "five", "artist": "Somebody Else", "title": "Another One"}',
  '{"track": "six", "artist": "Night Ferry", "title": "Harbour Lights", "on": "right"}',
];
const ONE = 'Paper Lanterns - Slow Elevator';
const TWO = 'Mara Quill - 夜のバス';
const THREE =
  'The Municipal Swimming Pool Orchestra - A Very Long Walk Home Past All the Places Where We Said That We Would Meet Again One Day';
const FIVE = 'Somebody Else - Another One';
const SIX = 'Night Ferry - Harbour Lights';
/** Picture of a track, by its position on the stick. */
const pictureOf = (place: number, tracks: number): Uint8Array => cover(200 + ((place - 1) * 360) / tracks);
const MIXER = '{"device": "mixer", "model": "DJM-900NXS2"}';

const LEFT = { device: 'left', deck: 1 };
const RIGHT = { device: 'right', deck: 1 };
/** Rate of junk by the clock of its sender, which is twice as fast. */
const THOUSAND_A_SECOND = 500;
/**
 * Seconds of junk; in full length most of the set. With much more, noise behind a valid header becomes a message by
 * chance.
 */
const WHILE_JUNK = amount({ short: 10, full: 40 });

async function open(...more: readonly string[]): Promise<LinkStage> {
  const stage = await LinkStage.open([...SET, ...more]);
  afterTest(() => stage.close());
  return stage;
}

test('publishes each track once, in order, with name and picture, through fades, junk, a restart and a pulled and swapped stick', async () => {
  const stage = await open(MIXER);
  const program = await stage.start();
  await program.waitForLine('announced to the players, as a guest');
  await stage.knowsMedium(program, 5);
  stage.begins({ do: 'junk', perSecond: THOUSAND_A_SECOND, seconds: WHILE_JUNK });
  await stage.does(
    { do: 'bystanders' },
    { do: 'fader', deck: LEFT, level: 1, over: 0 },
    ...loadAndPlay(LEFT, 'one'),
  );
  await stage.published(ONE);
  await stage.showsArt(pictureOf(1, 5));
  await stage.does(...loadAndPlay(RIGHT, 'two'), { do: 'fade', from: LEFT, to: RIGHT, over: 1 });
  await stage.published(ONE, TWO);
  await stage.showsArt(pictureOf(2, 5));
  await stage.does(
    { do: 'pause', deck: LEFT },
    ...loadAndPlay(LEFT, 'three'),
    { do: 'fader', deck: LEFT, level: 1, over: 0 },
    // The channel is still open during the reboot.
    { do: 'reboot', device: 'right', seconds: 2 },
  );
  await stage.published(ONE, TWO, THREE);
  await stage.showsArt(pictureOf(3, 5));
  await stage.knowsMedium(program, 1, 2);
  // The channels of both players are open when the stick is pulled.
  await stage.does(...loadAndPlay(RIGHT, 'six'), { do: 'eject', device: 'left' });
  await stage.published(ONE, TWO, THREE, SIX);
  await stage.showsArt(pictureOf(1, 1));
  // The next stick has another track under the id of the second one.
  await stage.does({ do: 'insert', device: 'left', slot: 'usb', tracks: ['four', 'five'] });
  await stage.knowsMedium(program, 2);
  await stage.does(...loadAndPlay(LEFT, 'five'), { do: 'fade', from: RIGHT, to: LEFT, over: 1 });
  await stage.published(ONE, TWO, THREE, SIX, FIVE);
  await stage.showsArt(pictureOf(2, 2));
  const sent = await stage.sent();
  expect(sent.some(({ toPort }) => toPort === 111)).toBe(true);
});

test('names the program that holds the ports once, and publishes when it ends, without a mixer and with two interfaces', async () => {
  const stage = await open();
  stage.namespaces.addInterface('stage', 'wifi0', '10.77.0.31');
  await stage.does(...loadAndPlay(LEFT, 'one'));
  const ports = [TIMING_PORT, STATUS_PORT].map(String);
  const other = await stage.runAs('rekordbox', 'support/port-holder-script.ts', ...ports);
  await other.waitForLine('it holds them');
  const program = await stage.start();
  const line = await program.waitForLine('no track information from the players');
  const held = `UDP ports 50001 and 50002 cannot be opened: rekordbox (process ${other.pid}) uses them`;
  expect(line).toContain(held);
  // The doctor's folder has no trace of the running program, so the doctor examines the network itself.
  const doctor = await stage.run('stage', ['doctor', '--source=prodjlink']);
  await doctor.ended;
  expect(doctor.stdout).toContain(held);
  await other.stop();
  await stage.published(ONE);
  await stage.showsArt(pictureOf(1, 5));
  const lines = program.stderr.split('\n').filter((one) => one.includes('no track information'));
  expect(lines).toEqual([line]);
  await stage.does(...loadAndPlay(RIGHT, 'two'), { do: 'pause', deck: LEFT });
  await stage.published(ONE, TWO);
  await stage.showsArt(pictureOf(2, 5));
  const sent = await stage.sent(['10.77.0.1', '10.77.0.31']);
  expect(new Set(sent.map(({ from }) => from)).size).toBe(1);
});
