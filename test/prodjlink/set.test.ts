/** Sets on PRO DJ LINK networks of their own, where the program is started as people start it: what is heard is published. */

import { PRESENCE_PORT, STATUS_PORT, TIMING_PORT } from '@deckcast/prodjlink';
import { expect, test } from 'vitest';
import { cover } from '../../packages/simulator/src/sets/made-up-audio.ts';
import { cleanUps } from '../support/clean-up.ts';
import { amount } from '../support/full-length.ts';
import { isLink } from '../support/link-audit.ts';
import { LinkStage } from './booth.ts';

const later = cleanUps();

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
/** The picture of a track on a stick, by its place there. */
const pictureOf = (place: number, tracks: number): Uint8Array => cover(200 + ((place - 1) * 360) / tracks);
const MIXER = '{"device": "mixer", "model": "DJM-900NXS2"}';

const LEFT = { device: 'left', deck: 1 };
const RIGHT = { device: 'right', deck: 1 };
const PORTS: readonly number[] = [PRESENCE_PORT, TIMING_PORT, STATUS_PORT];
/** Of junk, in real seconds: time passes twice as fast for who sends it. */
const THOUSAND_A_SECOND = 500;
/** Seconds: in full length most of the set. Much more of it, and noise behind what messages begin with is one of them by chance. */
const WHILE_JUNK = amount({ short: 10, full: 40 });
/** The same in real milliseconds, in each of which one is sent. */
const JUNK_MS = WHILE_JUNK * THOUSAND_A_SECOND;

async function open(...more: readonly string[]): Promise<LinkStage> {
  const stage = await LinkStage.open([...SET, ...more]);
  later(() => stage.close());
  return stage;
}

test('fades, junk, a player that restarts in the middle of one, a stick that is pulled in the middle of one, and swapped: once, in order, by their names, with their pictures', async () => {
  const stage = await open(MIXER);
  const program = await stage.start();
  await program.waitForLine('announced to the players, as a guest');
  await stage.knowsMedium(program, 5);
  const junkSince = performance.now();
  stage.begins({ do: 'junk', perSecond: THOUSAND_A_SECOND, seconds: WHILE_JUNK });
  await stage.does(
    { do: 'bystanders' },
    { do: 'load', deck: LEFT, track: 'one', as: 'rekordbox' },
    { do: 'fader', deck: LEFT, level: 1, over: 0 },
    { do: 'play', deck: LEFT },
  );
  await stage.published(ONE);
  await stage.showsArt(pictureOf(1, 5));
  await stage.does(
    { do: 'load', deck: RIGHT, track: 'two', as: 'rekordbox' },
    { do: 'play', deck: RIGHT },
    { do: 'fade', from: LEFT, to: RIGHT, over: 1 },
  );
  await stage.published(ONE, TWO);
  await stage.showsArt(pictureOf(2, 5));
  await stage.does(
    { do: 'pause', deck: LEFT },
    { do: 'load', deck: LEFT, track: 'three', as: 'rekordbox' },
    { do: 'play', deck: LEFT },
    { do: 'fader', deck: LEFT, level: 1, over: 0 },
    // Its channel is still open when it goes.
    { do: 'reboot', device: 'right', seconds: 2 },
  );
  await stage.published(ONE, TWO, THREE);
  await stage.showsArt(pictureOf(3, 5));
  await stage.knowsMedium(program, 1, 2);
  await stage.does(
    { do: 'load', deck: RIGHT, track: 'six', as: 'rekordbox' },
    { do: 'play', deck: RIGHT },
    // Both channels are open when the stick goes.
    { do: 'eject', device: 'left' },
  );
  await stage.published(ONE, TWO, THREE, SIX);
  await stage.showsArt(pictureOf(1, 1));
  // Another stick, with another track under the number of the second.
  await stage.does({ do: 'insert', device: 'left', slot: 'usb', tracks: ['four', 'five'] });
  await stage.knowsMedium(program, 2);
  await stage.does(
    { do: 'load', deck: LEFT, track: 'five', as: 'rekordbox' },
    { do: 'play', deck: LEFT },
    { do: 'fade', from: RIGHT, to: LEFT, over: 1 },
  );
  await stage.published(ONE, TWO, THREE, SIX, FIVE);
  await stage.showsArt(pictureOf(2, 2));
  const junkMs = Math.min(JUNK_MS, performance.now() - junkSince);
  const sent = await stage.sent();
  expect(sent.some(({ toPort }) => toPort === 111)).toBe(true);
  // The other half of it begins like messages, and is not counted.
  const noise = stage.received.filter((packet) => PORTS.includes(packet.toPort) && !isLink(packet));
  expect(noise.length).toBeGreaterThan(0.4 * junkMs);
});

/** Who else listens to the players, and the name that it has. */
const OTHERS = [
  ['rekordbox', 'rekordbox'],
  ['another deckcast', 'node deckcast.js'],
] as const;

test.each(OTHERS.slice(0, amount({ short: 1, full: 2 })))(
  'without a mixer, and with two interfaces on the same network: %s that holds the ports is named once, and when it ends, what plays is shown, and a track is heard when the other deck stops',
  async (kind, name) => {
    const stage = await open();
    stage.namespaces.addInterface('stage', 'wifi0', '10.77.0.31');
    await stage.does({ do: 'load', deck: LEFT, track: 'one', as: 'rekordbox' }, { do: 'play', deck: LEFT });
    const other = await (kind === 'rekordbox'
      ? stage.runAs('rekordbox', 'support/port-holder-script.ts', `${TIMING_PORT}`, `${STATUS_PORT}`)
      : stage.run('stage', [
          'start',
          '--source=prodjlink',
          '--http.addr=127.0.0.1:9091',
          '--session.filename=',
        ]));
    await other.waitForLine(kind === 'rekordbox' ? 'it holds them' : 'player found');
    const program = await stage.start();
    const line = await program.waitForLine('no track information from the players');
    const held = new RegExp(
      `UDP ports 50001 and 50002 cannot be opened: ${name} \\(process ${other.pid}\\) holds`,
    );
    expect(line).toMatch(held);
    // The doctor says the same, from a folder where nothing says that a program runs that could be asked instead.
    const doctor = await stage.run('stage', ['doctor', '--source=prodjlink']);
    await doctor.ended;
    expect(doctor.stdout).toMatch(held);
    await other.stop();
    await stage.published(ONE);
    await stage.showsArt(pictureOf(1, 5));
    const lines = program.stderr.split('\n').filter((one) => one.includes('no track information'));
    expect(lines).toEqual([line]);
    await stage.does(
      { do: 'load', deck: RIGHT, track: 'two', as: 'rekordbox' },
      { do: 'play', deck: RIGHT },
      { do: 'pause', deck: LEFT },
    );
    await stage.published(ONE, TWO);
    await stage.showsArt(pictureOf(2, 5));
    // The DJ gives the deck that plays another number.
    await stage.does({ do: 'number', device: 'right', player: 3 });
    await program.waitForLine(/player found.* number=3/);
    await stage.does(
      { do: 'load', deck: LEFT, track: 'three', as: 'rekordbox' },
      { do: 'play', deck: LEFT },
      { do: 'pause', deck: RIGHT },
    );
    await stage.published(ONE, TWO, THREE);
    await stage.showsArt(pictureOf(3, 5));
    const sent = await stage.sent(['10.77.0.1', '10.77.0.31']);
    expect(new Set(sent.map(({ from }) => from)).size).toBe(1);
  },
);
