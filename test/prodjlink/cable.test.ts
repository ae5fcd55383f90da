/** What a guest sends on a network of its own, as the other end of the cable hears it. */
import { expect, test } from 'vitest';
import { presenceCodec } from '../../src/prodjlink/index.ts';
import { cleanUps } from '../support/clean-up.ts';
import { LinkStage } from './booth.ts';

const later = cleanUps();

const SET = [
  '{"device": "left", "model": "CDJ-2000nexus", "player": 1}',
  '{"device": "right", "model": "CDJ-2000nexus", "player": 2}',
  '{"device": "mixer", "model": "DJM-2000nexus"}',
  '{"track": "one", "title": "Slow Elevator"}',
  '{"at": 0, "do": "load", "deck": "right/1", "track": "one"}',
  '{"at": 0, "do": "fader", "deck": "right/1", "level": 1}',
];

async function open(): Promise<LinkStage> {
  const stage = await LinkStage.open(SET);
  later(() => stage.close());
  return stage;
}

test('a guest announces itself as an observer, and players send it what they hold', async () => {
  const stage = await open();
  const guest = await stage.run('stage', ['announce'], 'support/link-guest-script.ts');
  await guest.waitForLine('found CDJ-2000nexus 2 at 10.77.0.12');
  await guest.waitForLine('announced 7');
  await guest.waitForLine('status 2 1');
  const sent = await stage.sent();
  expect(sent.length).toBeGreaterThan(0);
  for (const { from, fromPort, to, toPort, bytes } of sent) {
    expect([from, fromPort, to, toPort]).toEqual(['10.77.0.1', 50_000, '10.77.0.255', 50_000]);
    expect(presenceCodec.decode(bytes)).toMatchObject({ number: 7, first: false, ip: '10.77.0.1' });
  }
});

test('a listen-only guest receives players and open channels, and not one packet leaves', async () => {
  const stage = await open();
  const guest = await stage.run('stage', ['listen'], 'support/link-guest-script.ts');
  await guest.waitForLine('listen-only');
  await guest.waitForLine('found CDJ-2000nexus 1 at 10.77.0.2');
  await guest.waitForLine('found DJM-2000nexus 33 at 10.77.0.13');
  await guest.waitForLine('on air false true false false');
  await guest.stop();
  expect(stage.namespaces.packetsSent('stage')).toBe(0);
});

test('probe says what players and mixer say, each thing once, and sums up', async () => {
  const stage = await open();
  const probe = await stage.run('stage', ['probe', '--probe.as=prodjlink']);
  await probe.waitForLine(/msg="state" .*number=2 .*trackId=1/);
  await probe.waitForLine(/msg="open channels" .*open=2/);
  probe.signal('SIGTERM');
  await probe.ended;
  expect(probe.stderr).toContain('msg="device found" device=DJM-2000nexus number=33 address=10.77.0.13');
  expect(probe.stderr).toMatch(/msg="in short" finding="player 1 \(CDJ-2000nexus\) is on the network"/);
  const states = probe.stderr.split('\n').filter((line) => /msg="state" .*number=1 /.test(line));
  expect(new Set(states.map((line) => line.replace(/^time=\S+/, ''))).size).toBe(states.length);
  await stage.sent();
});
