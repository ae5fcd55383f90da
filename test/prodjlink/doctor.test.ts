/** What the doctor says of players before a set: it listens, and sends nothing. */
import { expect, test } from 'vitest';
import { cleanUps } from '../support/clean-up.ts';
import { LinkStage } from './booth.ts';

const later = cleanUps();

const SET = [
  '{"device": "left", "model": "CDJ-2000nexus", "player": 1}',
  '{"device": "right", "model": "OPUS-QUAD", "player": 2}',
  '{"device": "mixer", "model": "DJM-2000nexus"}',
];

test('names the players, what they cannot send, and the mixer, and not one packet leaves', async () => {
  const stage = await LinkStage.open(SET);
  later(() => stage.close());
  const doctor = await stage.run('stage', ['doctor', '--source=prodjlink']);
  await doctor.ended;
  expect(doctor.stdout).toContain('player 1 (CDJ-2000nexus) is on the network');
  expect(doctor.stdout).toContain('titles of player 2 (OPUS-QUAD) are unknown');
  expect(doctor.stdout).toContain('DJM-2000nexus reports which channels are open');
  expect(stage.namespaces.packetsSent('stage')).toBe(0);
});

test('names the program that holds the ports', async () => {
  const stage = await LinkStage.open(SET);
  later(() => stage.close());
  const other = await stage.run('stage', ['start', '--source=prodjlink', '--http.addr=127.0.0.1:9091']);
  await other.waitForLine('announced to the players');
  // In a folder of its own, where nothing says that a program runs that could be asked instead.
  const doctor = await stage.run('stage', ['doctor', '--source=prodjlink']);
  await doctor.ended;
  expect(doctor.stdout).toMatch(/UDP port 50001.* cannot be opened: .*\(process \d+\)/);
});
