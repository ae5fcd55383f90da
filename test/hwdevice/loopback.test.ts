import { beforeEach, describe, expect, it } from 'vitest';
import { bundleScript } from '../support/bundle.ts';
import { cleanUps } from '../support/clean-up.ts';
import { testFolder } from '../support/folder.ts';
import { Namespaces } from '../support/namespaces.ts';
import { type ProgramOptions, type StartedProgram, startProgram } from '../support/program.ts';

const HTTP = '127.0.0.1:9090';

const later = cleanUps();
let namespaces: Namespaces;

beforeEach(() => {
  namespaces = new Namespaces();
  later(() => namespaces.remove());
});

async function run(args: readonly string[], options: ProgramOptions = {}): Promise<StartedProgram> {
  const program = await startProgram(args, { within: namespaces.within('booth'), ...options });
  later(() => program.stop());
  return program;
}

async function firstTrackShows(): Promise<void> {
  const script = await bundleScript('support/socket-script.ts', await testFolder());
  const audience = await run([`ws://${HTTP}/ws`], { script });
  await audience.waitForLine('"artist":"Paper Lanterns"');
}

describe('packets on a real interface', () => {
  it('are not sent by deckcast demo', async () => {
    const demo = await run(['demo', `--http.addr=${HTTP}`]);
    await demo.waitForLine('overlay ready');
    await firstTrackShows();
    expect(namespaces.packetsSent('booth')).toBe(0);
    expect(await demo.stop()).toEqual({ status: 143, signal: null });
  });

  it('are not sent by deckcast simulate and start on loopback', async () => {
    const simulate = await run(['simulate']);
    await simulate.waitForLine('simulated device on this computer');
    const start = await run([
      'start',
      `--http.addr=${HTTP}`,
      '--hwdevice.discovery.interface=lo',
      '--session.filename=',
    ]);
    await start.waitForLine('overlay ready');
    await firstTrackShows();
    expect(namespaces.packetsSent('booth')).toBe(0);
    expect(await simulate.stop()).toEqual({ status: 143, signal: null });
  });

  it('are sent by deckcast start, so the counter works', async () => {
    const start = await run(['start', `--http.addr=${HTTP}`, '--session.filename=']);
    await start.waitForLine('overlay ready');
    await expect.poll(() => namespaces.packetsSent('booth')).toBeGreaterThan(0);
  });
});

it('deckcast probe logs a summary, and not its own end as a lost device', async () => {
  const simulate = await run(['simulate']);
  await simulate.waitForLine('simulated device on this computer');
  const probe = await run(['probe', '--hwdevice.discovery.interface=lo']);
  await probe.waitForLine('msg="state"');
  probe.signal('SIGTERM');
  expect(await probe.ended).toEqual({ status: 143, signal: null });
  expect(probe.stderr).toMatch(/msg="device summary" .*deviceName=prime4 .*connected=true/);
  expect(probe.stderr).not.toContain('device lost');
});

it('deckcast simulate rejects a bad set file and names the line', async () => {
  const files = { 'wrong.jsonl': '{"set": "Mine"}\n{"at": 0, "do": "dance"}\n' };
  const simulate = await run(['simulate', '--set=wrong.jsonl'], { files });
  expect(await simulate.ended).toEqual({ status: 2, signal: null });
  expect(simulate.stderr).toContain('wrong.jsonl:2: do');
});
