/** Findings for sources that are off, with real counterparts. Looks only while a page is open, and sends nothing. */
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { SetupMessage } from '../src/web/wire/setup.ts';
import { bundleScript } from './support/bundle.ts';
import { afterTest } from './support/clean-up.ts';
import { testFolder } from './support/folder.ts';
import { localPage } from './support/local-page.ts';
import { startSessionBus } from './support/media-player.ts';
import { CABLE, Namespaces } from './support/namespaces.ts';
import { startProgram } from './support/program.ts';
import { relayTo } from './support/relay.ts';
import { waitFor } from './support/wait.ts';

const DENON = ['{"set": "nothing yet", "waitForClient": true}', '{"track": "one", "title": "Slow Elevator"}'];
const PIONEER = [
  '{"device": "left", "model": "CDJ-2000nexus", "player": 1}',
  '{"track": "one", "title": "Low Tide"}',
];
/** Announcements of StagelinQ and PRO DJ LINK. */
const PORTS = [51_337, 50_000];

function cable() {
  const namespaces = new Namespaces();
  afterTest(() => namespaces.remove());
  return namespaces;
}

async function start(namespaces: Namespaces, env = {}) {
  const within = namespaces.within('booth');
  const program = await startProgram(
    ['start', '--source=http', '--http.addr=127.0.0.1:9090', '--session.filename='],
    { within, env },
  );
  afterTest(() => program.stop());
  await program.waitForLine('overlay ready');
  const relay = await relayTo(9090, within, program.folder);
  afterTest(() => relay.close());
  const url = `http://127.0.0.1:${relay.port}`;
  const headers = await localPage(url);
  const findings = async () => {
    const answer = await fetch(`${url}/api/v1/setup`, { headers });
    const { sources } = (await answer.json()) as SetupMessage;
    return sources.filter(({ state }) => state === 'off').flatMap((card) => card.findings);
  };
  let last: Awaited<ReturnType<typeof findings>> = [];
  const finds = (...texts: readonly string[]) =>
    waitFor(
      `the findings ${texts.join(', ')}`,
      async () => {
        last = await findings();
        return texts.every((text) => last.some(({ finding }) => finding.includes(text))) ? last : undefined;
      },
      () => JSON.stringify(last),
    );
  const held = () => {
    const table = readFileSync(`/proc/${program.pid}/net/udp`, 'utf8');
    return PORTS.filter((port) => table.includes(`:${port.toString(16).toUpperCase()} `));
  };
  return { program, findings, finds, held };
}

async function plays(namespaces: Namespaces, set: readonly string[]): Promise<void> {
  const folder = await testFolder();
  const path = join(folder, 'set.jsonl');
  await writeFile(path, set.join('\n'));
  const player = await startProgram([path, CABLE], {
    within: namespaces.within('stage'),
    script: await bundleScript('support/simulator-script.ts', folder),
  });
  afterTest(() => player.stop());
  await player.waitForLine('simulated device on this computer');
}

test('diagnosis hears players of both makes while a page is open, and sends nothing to them', async () => {
  const namespaces = cable();
  const { findings, finds, held } = await start(namespaces);
  await plays(namespaces, DENON);
  await plays(namespaces, PIONEER);
  expect(held()).toEqual([]);
  const sent = namespaces.packetsSent('booth');
  await finds(
    'prime4 (JC11 ',
    'announces itself at 10.77.0.1',
    'player 1 (CDJ-2000nexus) announces itself at 10.77.0.1',
  );
  expect(namespaces.packetsSent('booth')).toBe(sent);
  await waitFor('the ports to be free', () => (held().length === 0 ? true : undefined));
  expect(await findings()).not.toEqual([]);
});

test('diagnosis finds a media player and files of DJ software in their places', async () => {
  const bus = await startSessionBus(await testFolder());
  afterTest(() => bus.close());
  await bus.play('Moderat', 'A New Error');
  const { program, finds } = await start(cable(), bus.env);
  const file = join(program.folder, 'Documents', 'VirtualDJ', 'History', 'tracklist.txt');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, '22:07 : Ada - Low Tide\n');
  const found = await finds('a media player is running: mpv', `VirtualDJ writes its tracks to ${file}`);
  expect(found.map(({ offers }) => offers).filter(Boolean)).toEqual([{ 'softa.filename': file }]);
  expect(JSON.stringify(found)).not.toMatch(/Moderat|A New Error|Low Tide/);
});
