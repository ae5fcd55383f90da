/** What a guest sends on a network of its own, as the other end of the cable hears it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { classifyOutgoing, presenceCodec } from '../../src/prodjlink/index.ts';
import { bundleScript } from '../support/bundle.ts';
import { type End, Namespaces } from '../support/namespaces.ts';
import { type StartedProgram, startProgram } from '../support/program.ts';

const BROADCAST = '10.77.0.255';

let namespaces: Namespaces;
let folder: string;
let programs: StartedProgram[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deckcast-prodjlink-'));
  programs = [];
  namespaces = new Namespaces();
});

afterEach(async () => {
  await Promise.all(programs.map((program) => program.stop()));
  namespaces.remove();
  await rm(folder, { recursive: true, force: true });
});

async function run(end: End, args: readonly string[], entry: string): Promise<StartedProgram> {
  const script = await bundleScript(entry, folder);
  const program = await startProgram(args, { within: namespaces.within(end), script });
  programs.push(program);
  return program;
}

const player = () => run('booth', [namespaces.address('booth'), BROADCAST], 'support/link-player-script.ts');
const guest = (manner: 'announce' | 'listen') => run('stage', [manner], 'support/link-guest-script.ts');

test('a guest announces itself as an observer, and a player sends it what it plays', async () => {
  const booth = await player();
  const stage = await guest('announce');
  await stage.waitForLine('found CDJ-2000nexus 2 at 10.77.0.2');
  await stage.waitForLine('announced 7');
  await stage.waitForLine('status 2 77');
  await booth.waitForLine(/^heard/m);
  const heard = [...booth.stdout.matchAll(/^heard (\S+) (\S+)$/gm)];
  expect(new Set(heard.map(([, from]) => from))).toEqual(new Set(['10.77.0.1:50000']));
  for (const [, , hex = ''] of heard) {
    const bytes = Buffer.from(hex, 'hex');
    expect(classifyOutgoing('presence', bytes)).toBe('keep-alive');
    expect(presenceCodec.decode(bytes)).toMatchObject({ number: 7, first: false, ip: '10.77.0.1' });
  }
});

test('a listen-only guest receives players and open channels, and not one packet leaves', async () => {
  await player();
  const stage = await guest('listen');
  await stage.waitForLine('listen-only');
  await stage.waitForLine('found CDJ-2000nexus 2 at 10.77.0.2');
  await stage.waitForLine('found DJM-2000nexus 33 at 10.77.0.2');
  await stage.waitForLine('on air false true false false');
  await stage.stop();
  expect(namespaces.packetsSent('stage')).toBe(0);
});
