/** Captures the packets of doctor and probe at the other end of the cable. */

import { presenceCodec } from '@deckcast/prodjlink';
import { expect, test } from 'vitest';
import { afterTest } from '../support/clean-up.ts';
import { LinkStage } from './booth.ts';

const SET = [
  '{"device": "left", "model": "CDJ-2000nexus", "player": 1}',
  '{"device": "right", "model": "OPUS-QUAD", "player": 2}',
  '{"device": "mixer", "model": "DJM-2000nexus"}',
  '{"track": "one", "title": "Slow Elevator"}',
  '{"at": 0, "do": "load", "deck": "right/1", "track": "one"}',
  '{"at": 0, "do": "fader", "deck": "right/1", "level": 1}',
];

test('doctor sends nothing, probe only announces an observer, and both report players and mixer', async () => {
  const stage = await LinkStage.open(SET);
  afterTest(() => stage.close());
  const doctor = await stage.run('stage', ['doctor', '--source=prodjlink', '--doctor.duration=4500ms']);
  await doctor.ended;
  expect(doctor.stdout).toContain('player 1 (CDJ-2000nexus) is on the network');
  expect(doctor.stdout).toContain('titles of player 2 (OPUS-QUAD) are unknown');
  expect(doctor.stdout).toContain('DJM-2000nexus reports which channels are open');
  expect(stage.namespaces.packetsSent('stage')).toBe(0);

  const probe = await stage.run('stage', ['probe', '--probe.as=prodjlink']);
  await probe.waitForLine(/msg="state" .*number=2 .*trackId=1/);
  await probe.waitForLine(/msg="open channels" .*open=2/);
  await probe.waitForLine('msg="device found" device=DJM-2000nexus number=33 address=10.77.0.13');
  await probe.waitForLine('msg="device found" device=CDJ-2000nexus number=1 ');
  probe.signal('SIGTERM');
  await probe.ended;
  expect(probe.stderr).toMatch(/msg="in short" finding="player 1 \(CDJ-2000nexus\) is on the network"/);
  // No repeated lines.
  const states = probe.stderr.split('\n').filter((line) => /msg="state" .*number=1 /.test(line));
  expect(new Set(states.map((line) => line.replace(/^time=\S+/, ''))).size).toBe(states.length);

  const sent = await stage.sent();
  expect(sent.length).toBeGreaterThan(0);
  for (const { from, fromPort, to, toPort, bytes } of sent) {
    expect([from, fromPort, to, toPort]).toEqual(['10.77.0.1', 50_000, '10.77.0.255', 50_000]);
    expect(presenceCodec.decode(bytes)).toMatchObject({ number: 7, first: false, ip: '10.77.0.1' });
  }
});
