/** What a guest, the doctor and the probe send on a network of its own, as the other end of the cable hears it. */

import { presenceCodec } from '@deckcast/prodjlink';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LinkStage } from './booth.ts';

const SET = [
  '{"device": "left", "model": "CDJ-2000nexus", "player": 1}',
  '{"device": "right", "model": "OPUS-QUAD", "player": 2}',
  '{"device": "mixer", "model": "DJM-2000nexus"}',
  '{"track": "one", "title": "Slow Elevator"}',
  '{"at": 0, "do": "load", "deck": "right/1", "track": "one"}',
  '{"at": 0, "do": "fader", "deck": "right/1", "level": 1}',
];

let stage: LinkStage;

beforeAll(async () => {
  stage = await LinkStage.open(SET);
});

afterAll(() => stage.close());

/** Packets that leave while this happens. */
async function leaving(work: () => Promise<void>): Promise<number> {
  const before = stage.namespaces.packetsSent('stage');
  await work();
  return stage.namespaces.packetsSent('stage') - before;
}

test('a listen-only guest receives players and open channels, and not one packet leaves', async () => {
  const packets = await leaving(async () => {
    const guest = await stage.run('stage', ['listen'], 'support/link-guest-script.ts');
    await guest.waitForLine('listen-only');
    await guest.waitForLine('found CDJ-2000nexus 1 at 10.77.0.2');
    await guest.waitForLine('found DJM-2000nexus 33 at 10.77.0.13');
    await guest.waitForLine('on air false true false false');
    await guest.stop();
  });
  expect(packets).toBe(0);
});

test('the doctor names the players, what they cannot send, and the mixer, however short it is to listen, and not one packet leaves', async () => {
  const packets = await leaving(async () => {
    const doctor = await stage.run('stage', ['doctor', '--source=prodjlink', '--doctor.duration=4500ms']);
    await doctor.ended;
    expect(doctor.stdout).toContain('player 1 (CDJ-2000nexus) is on the network');
    expect(doctor.stdout).toContain('titles of player 2 (OPUS-QUAD) are unknown');
    expect(doctor.stdout).toContain('DJM-2000nexus reports which channels are open');
  });
  expect(packets).toBe(0);
});

test('a guest announces itself as an observer, and players send it what they hold', async () => {
  const guest = await stage.run('stage', ['announce'], 'support/link-guest-script.ts');
  await guest.waitForLine('found OPUS-QUAD 2 at 10.77.0.12');
  await guest.waitForLine('announced 7');
  await guest.waitForLine('status 2 1');
  await guest.stop();
});

test('probe says what players and mixer say, each thing once, and sums up', async () => {
  const probe = await stage.run('stage', ['probe', '--probe.as=prodjlink']);
  await probe.waitForLine(/msg="state" .*number=2 .*trackId=1/);
  await probe.waitForLine(/msg="open channels" .*open=2/);
  await probe.waitForLine('msg="device found" device=DJM-2000nexus number=33 address=10.77.0.13');
  await probe.waitForLine('msg="device found" device=CDJ-2000nexus number=1 ');
  probe.signal('SIGTERM');
  await probe.ended;
  expect(probe.stderr).toMatch(/msg="in short" finding="player 1 \(CDJ-2000nexus\) is on the network"/);
  const states = probe.stderr.split('\n').filter((line) => /msg="state" .*number=1 /.test(line));
  expect(new Set(states.map((line) => line.replace(/^time=\S+/, ''))).size).toBe(states.length);
});

test('all that any of them sent are announcements of an observer', async () => {
  const sent = await stage.sent();
  expect(sent.length).toBeGreaterThan(0);
  for (const { from, fromPort, to, toPort, bytes } of sent) {
    expect([from, fromPort, to, toPort]).toEqual(['10.77.0.1', 50_000, '10.77.0.255', 50_000]);
    expect(presenceCodec.decode(bytes)).toMatchObject({ number: 7, first: false, ip: '10.77.0.1' });
  }
});
