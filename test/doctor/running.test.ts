import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSet } from '@deckcast/simulator';
import { readRecordingLine } from '@deckcast/wire-kit/recording';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { confirmation } from '../../scripts/confirmations.js';
import type { DoctorMessage } from '../../src/web/wire/doctor.ts';
import { cleanUps } from '../support/clean-up.ts';
import { httpPeer } from '../support/http-peer.ts';
import { startProgram } from '../support/program.ts';
import { startShow } from '../support/show.ts';
import { waitFor } from '../support/wait.ts';
import { Machine } from './machine.ts';

const later = cleanUps();

test("the doctor asks the running deckcast without disturbing it, and records the players' last minutes without names", async () => {
  const machine = await Machine.make();
  later(() => machine.remove());
  await machine.play();
  const program = await machine.start('--http.addr=127.0.0.1:9090');
  await program.waitForLine('device connected');
  const archive = join(machine.folder, 'report.zip');
  // A device sends its states after it is connected.
  const { examined, recording } = await waitFor('the states of the player', async () => {
    const examined = await machine.examine('--http.addr=127.0.0.1:9090', `--report=${archive}`);
    const { 'recording-hwdevice.jsonl': recording = '' } = await unzipped(archive);
    return recording.includes('Deck1/Track/SongName') ? { examined, recording } : undefined;
  });
  const { status, findings, evidence } = examined;
  const said = findings.map(({ severity, finding }) => `${severity}: ${finding}`);
  expect(said, evidence).toContainEqual(
    expect.stringMatching(/^ok: prime4 .* at 10\.77\.0\.1 is connected$/),
  );
  expect(said).toContain('ok: this deckcast is listening on TCP port 9090');
  expect(said).toContain('ok: this deckcast is listening on UDP port 51337');
  expect(said).toContainEqual(
    expect.stringMatching(/^ok: deckcast .* is running with --source=denon; these are its own findings$/),
  );
  expect(status).toBe(0);
  expect(evidence).not.toContain('listening for devices');

  const lines = recording.trimEnd().split('\n').map(readRecordingLine);
  expect(lines.filter((line) => line === undefined)).toEqual([]);
  expect(lines).toContainEqual(expect.objectContaining({ event: 'found', name: 'prime4', software: 'JC11' }));
  expect(lines).toContainEqual(
    expect.objectContaining({
      event: 'state',
      path: '/Engine/Deck1/Track/SongName',
      value: expect.anything(),
    }),
  );
  const own = [machine.address('booth'), machine.address('stage'), 'Paper Lanterns', 'Slow Elevator'];
  expect(own.filter((word) => recording.includes(word))).toEqual([]);
  const unpacked = join(machine.folder, 'recording-hwdevice.jsonl');
  await writeFile(unpacked, recording);
  expect(await loadSet(unpacked)).toMatchObject({ on: 'hwdevice' });

  expect(confirmation(await readFile(archive))).toMatch(
    /^\| Denon DJ \/ Engine OS players, prime4 \(JC11 [\d.]+\) \| \d\S+, linux \w+, \d+ tracks?, [\d-]* \| \|$/,
  );
});

test('the running deckcast names players of a source that is off, while none of its own has been heard', async () => {
  const machine = await Machine.make();
  later(() => machine.remove());
  await machine.play();
  await machine.start('--http.addr=127.0.0.1:9090', '--source=prodjlink');
  const { findings, evidence } = await machine.examine('--http.addr=127.0.0.1:9090');
  const said = findings.map(({ severity, finding }) => `${severity}: ${finding}`);
  expect(said, evidence).toContainEqual(
    expect.stringMatching(/^note: prime4 \(JC11 .*\) announces itself at 10\.77\.0\.1$/),
  );
});

test('a player that cannot be reached is named though no gear is chosen', async () => {
  const machine = await Machine.make();
  later(() => machine.remove());
  machine.readdress('booth', '192.168.50.2/24');
  await machine.play();
  const program = await machine.start('--http.addr=127.0.0.1:9090', '--session.filename=');
  await program.waitForLine('prime4 is in another network than this computer');
  const asked = await machine.run(`
    for (let known; !known; ) {
      const { source } = await (await fetch('http://127.0.0.1:9090/api/v1/health')).json();
      known = source.details?.length;
      console.log(known ? 'ready ' + JSON.stringify({ isDefault: false, ...source }) : 'unknown');
    }`);
  expect(asked.stdout).toContain('ready {"isDefault":false');
});

test('the doctor says that it asked the running deckcast, and which flags it did not use', async () => {
  const show = await startShow([]);
  later(() => show.program.stop());
  const flags = [`--url=${show.url}`, '--json', '--source=prodjlink', '--delay=2'];
  const program = await startProgram(['doctor', ...flags]);
  later(() => program.stop());
  await program.ended;
  const { findings } = JSON.parse(program.stdout) as DoctorMessage;
  expect(findings.filter(({ area }) => area === 'program')).toContainEqual({
    area: 'program',
    severity: 'note',
    finding: expect.stringMatching(/^deckcast .* is running with --source=http; these are its own findings$/),
    means: 'flags given here were not used: --source, --delay',
    todo: 'to check with these flags, end that deckcast first',
  });
});

async function unzipped(path: string): Promise<Readonly<Record<string, string>>> {
  const files = unzipSync(await readFile(path));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

async function doctor(...args: readonly string[]) {
  const program = await startProgram(['doctor', ...args]);
  later(() => program.stop());
  const { status } = await program.ended;
  return { program, status };
}

const HIDDEN = ['Velvet Basement', 'Unreleased Dub', 'Marble Ghost', 'Night Errand'];

test('a bug report contains no secret and no hidden name', async () => {
  const chat = await httpPeer(({ headers }) => ({
    status: 401,
    json: { message: `unknown ${headers.authorization}`, code: 0 },
  }));
  const hook = await httpPeer();
  const secrets = ['chat-t0ken-1', 'http-t0ken-2', 'hook-p4th-3', 'hook-k3y-4', 'hook-us3r-5', 'hook-p4ss-6'];
  const [chatToken, token, path, key, user, password] = secrets;
  const flags = [
    `--http.token=${token}`,
    `--chat.token=${chatToken}`,
    '--chat.channel=77',
    `--chat.url=${chat.url}`,
    `--webhook.url=${hook.url.replace('//', `//${user}:${password}@`)}/${path}`,
    `--webhook.secret=${key}`,
    '--hide.regex.title=Unreleased Dub',
    '--log.level=debug',
  ];
  const show = await startShow(flags);
  later(() => show.program.stop());
  const post = async (verb: string, body: object = {}): Promise<void> => {
    const response = await fetch(`${show.url}/api/v1/${verb}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
  };
  await post('track', { artist: 'Velvet Basement', title: 'Unreleased Dub' });
  await post('track', { artist: 'Marble Ghost', title: 'Night Errand' });
  await show.program.waitForLine(/level=info.*Night Errand/);
  await post('hide');

  const file = join(show.program.folder, 'running.zip');
  const running = await doctor(`--url=${show.url}/`, `--http.token=${token}`, `--report=${file}`);
  expect(running.program.stdout).toContain('Discord rejects the token');
  expect(running.status).toBe(1);

  const log = join(show.program.folder, 'earlier.log');
  await writeFile(log, show.program.stderr);
  const after = join(show.program.folder, 'after.zip');
  const alone = await doctor(
    '--source=http',
    '--http.addr=127.0.0.1:0',
    `--log.file=${log}`,
    ...flags,
    `--report=${after}`,
  );
  expect(alone.status).toBe(1);

  const row = confirmation(await readFile(file));
  expect(row).toMatch(/ 2 tracks, 20\d\d-/);
  expect(HIDDEN.filter((word) => row.includes(word))).toEqual([]);
  const confirmed = readFile(after).then(confirmation);
  await expect(confirmed).rejects.toThrow('was written while deckcast did not run, so it confirms nothing');

  for (const report of [file, after]) {
    const files = await unzipped(report);
    expect(Object.keys(files).sort()).toEqual([
      'configuration.txt',
      'doctor.json',
      'doctor.txt',
      'health.json',
      'log.txt',
      'versions.txt',
    ]);
    const all = JSON.stringify(files);
    expect([...secrets, ...HIDDEN].filter((word) => all.includes(word))).toEqual([]);
    expect(files['log.txt']).toContain('overlay ready');
    expect(files['doctor.txt']).toContain('Discord rejects the token');
    expect(files['configuration.txt']).toContain('hide.regex.title = (given)\n');
    expect(files['versions.txt']).toMatch(/^deckcast \d/);
  }
});

test('a mistake in the file comes before the findings of the running deckcast, which keeps its settings', async () => {
  const show = await startShow([]);
  later(() => show.program.stop());
  const conf = join(show.program.folder, 'broken.yaml');
  await writeFile(conf, 'delay: soon\n');
  const { program, status } = await doctor(`--conf=${conf}`, `--url=${show.url}/`, '--json');
  const { findings } = JSON.parse(program.stdout) as DoctorMessage;
  expect(findings[0]).toMatchObject({
    finding: expect.stringContaining(`${conf}:1: delay`),
    means: expect.stringContaining('the running one keeps its settings'),
  });
  expect(status).toBe(1);
});

test('the doctor names the refusal of a track as a fault, although the service answers a test', async () => {
  const hook = await httpPeer(({ method }) => ({ status: method === 'HEAD' ? 200 : 403 }));
  const show = await startShow([`--webhook.url=${hook.url}`]);
  later(() => show.program.stop());
  const examined = async () => {
    const { program, status } = await doctor(`--url=${show.url}/`, '--json');
    const { findings } = JSON.parse(program.stdout) as DoctorMessage;
    const about = findings.filter(({ finding }) => finding.includes('webhook'));
    return { status, about: about.map(({ severity, finding }) => `${severity}: ${finding}`) };
  };
  expect(await examined()).toEqual({ status: 0, about: ['ok: the webhook answers'] });
  await fetch(`${show.url}/api/v1/track`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ artist: 'Ada', title: 'One' }),
  });
  await show.program.waitForLine('delivery failed');
  expect(await examined()).toEqual({
    status: 1,
    about: ['fault: the webhook answered 403; check the address, and its key, in --webhook.url'],
  });
});
