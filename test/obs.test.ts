/** The real executable adds the overlay to OBS and reloads it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { HealthMessage } from '../src/web/wire/health.ts';
import { cleanUps } from './support/clean-up.ts';
import { freePort } from './support/free-port.ts';
import { SCENE, type StandInObs, standInObs } from './support/obs.ts';
import { type StartedProgram, startProgram } from './support/program.ts';
import { startShow } from './support/show.ts';
import { waitFor } from './support/wait.ts';

const later = cleanUps();
const PASSWORD = 'correct-horse';

async function openObs(): Promise<StandInObs> {
  const obs = await standInObs({ password: PASSWORD });
  later(() => obs.close());
  return obs;
}

async function setUp(...args: string[]): Promise<StartedProgram & { readonly status: number | null }> {
  const program = await startProgram(['obs', 'setup', ...args]);
  later(() => program.stop());
  const { status } = await program.ended;
  return Object.assign(program, { status });
}

test('obs setup adds the overlay, and the next start reloads it at its port', async () => {
  const obs = await openObs();
  const at = [`--obs.url=${obs.url}`, `--obs.password=${PASSWORD}`];
  const added = await setUp(...at, '--theme.internal=slider');
  expect(added.stdout).toBe(`added "deckcast" to the scene "${SCENE}": http://127.0.0.1:9090/, 800 x 160\n`);
  const again = await setUp(...at, '--url=http://127.0.0.1:9090/overlay/text/');
  expect(again.stdout).toBe('"deckcast" in OBS now shows http://127.0.0.1:9090/overlay/text/\n');
  expect(obs.inputs.get('deckcast')?.reloads).toBe(1);

  const show = await startShow([...at, '--session.filename=']);
  later(() => show.program.stop());
  await show.program.waitForLine('overlay reloaded in OBS');
  expect(obs.inputs.get('deckcast')).toMatchObject({
    settings: { url: `${show.url}/overlay/text/` },
    reloads: 2,
  });
  expect(show.program.evidence + added.evidence).not.toContain(PASSWORD);
});

test('the trouble about OBS names the setting that helps, or none', async () => {
  const troubleOf = async (...args: string[]) => {
    const show = await startShow([...args, '--session.filename=']);
    later(() => show.program.stop());
    return waitFor('the trouble', async () => {
      const health = await fetch(`${show.url}/api/v1/health`);
      return ((await health.json()) as HealthMessage).troubles?.[0];
    });
  };
  const obs = await openObs();
  const wrong = await troubleOf(`--obs.url=${obs.url}`, '--obs.password=other');
  expect(wrong.problem).toContain('--obs.password');
  const withoutSource = await troubleOf(`--obs.url=${obs.url}`, `--obs.password=${PASSWORD}`);
  expect(withoutSource.problem).toContain('OBS has no source');
  expect([wrong.setting, withoutSource.setting]).toEqual([undefined, undefined]);
});

test('obs setup says what to do when OBS does not let it in', async () => {
  const obs = await openObs();
  const refused = await setUp(`--obs.url=${obs.url}`);
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('--obs.password')]);
  const closed = await setUp(`--obs.url=ws://127.0.0.1:${await freePort()}`);
  expect([closed.status, closed.stderr]).toEqual([
    1,
    expect.stringContaining('its WebSocket server enabled'),
  ]);
});

test("obs setup asks for the overlay's address when OBS runs elsewhere", async () => {
  const program = await setUp('--obs.url=ws://192.0.2.7:4455');
  expect([program.status, program.stderr]).toEqual([2, expect.stringContaining('--url')]);
  const wrong = await setUp('--obs.url=127.0.0.1:4455');
  expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('ws://')]);
});

test('obs setup --export writes a scene collection without OBS', async () => {
  const program = await setUp('--export=out/deckcast.json', '--obs.source=Now playing', '--http.addr=:9123');
  expect(program.stdout).toBe('wrote out/deckcast.json: in OBS choose Scene Collection → Import\n');
  const collection = JSON.parse(await readFile(join(program.folder, 'out', 'deckcast.json'), 'utf8'));
  expect(collection.sources).toContainEqual(
    expect.objectContaining({
      name: 'Now playing',
      settings: { url: 'http://127.0.0.1:9123/', width: 800, height: 160 },
    }),
  );
});

test('obs setup --export gives a look with a place the whole canvas', async () => {
  const program = await startProgram(['obs', 'setup', '--export=deckcast.json'], {
    files: { 'conf.yaml': 'theme:\n  options:\n    pos: top\n' },
  });
  later(() => program.stop());
  await program.ended;
  const { sources } = JSON.parse(await readFile(join(program.folder, 'deckcast.json'), 'utf8'));
  const settings = expect.objectContaining({ width: 1920, height: 1080 });
  expect(sources).toContainEqual(expect.objectContaining({ name: 'deckcast', settings }));
});

test('obs setup --export reports in one line that it cannot write the file', async () => {
  const file = '/dev/null/deckcast.json';
  const { status, stdout, stderr } = await setUp(`--export=${file}`, '--log.level=error');
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toBe(
    `deckcast: cannot write ${file}: part of the path is a file, not a folder; correct the path\n`,
  );
});
