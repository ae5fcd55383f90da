import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pipeWithoutReader, testFolder } from './support/folder.ts';
import { untilNoneWorksIn } from './support/processes.ts';
import { startFrom, startProgram } from './support/program.ts';
import { showAt, startShow } from './support/show.ts';
import { waitFor, waitForFile } from './support/wait.ts';

test.each([
  [{ file: 'outfile.featured', cue: 'cue.filename' }, 'history.filename'],
  [{ file: 'outfile.art', history: 'history.filename' }, 'cue.filename'],
])('hanging %j delay only these sinks, and the program still stops', async (hanging, healthy) => {
  const written = join(await testFolder(), 'healthy.txt');
  const pipes = Object.values(hanging).map(async (option) => `--${option}=${await pipeWithoutReader()}`);
  const show = await startShow([...(await Promise.all(pipes)), `--${healthy}=${written}`]);
  try {
    for (const title of ['One', 'Two', 'Three']) {
      await show.post('track', { artist: 'Ada', title });
      await waitForFile(written, (text) => text.includes(title));
    }
    await waitFor('the overlay', () => show.messages.length === 3 || undefined);
    expect((await fetch(`${show.url}/overlay/slider/`)).status).toBe(200);
    const others = async () => (await show.sinks()).filter(({ name }) => !(name in hanging));
    await waitFor('the other sinks', async () =>
      (await others()).every(({ delivered }) => delivered === 3) ? true : undefined,
    );
    const late = (await show.sinks()).filter(({ name }) => name in hanging);
    expect(late.map(({ name, delivered }) => [name, delivered]).sort()).toEqual(
      Object.keys(hanging)
        .map((name) => [name, 0])
        .sort(),
    );
  } finally {
    expect(await show.program.stop()).toEqual({ status: 143, signal: null });
  }
  await untilNoneWorksIn(show.program.folder);
  for (const sink of Object.keys(hanging)) {
    expect(show.program.stderr).toMatch(
      new RegExp(`publications were not delivered before the stop" sink=${sink}`),
    );
  }
});

test('a hanging track file blocks neither pages nor the stop', async () => {
  const program = await startFrom('softa', `--softa.filename=${await pipeWithoutReader()}`);
  try {
    const show = await showAt(await program.waitForLine('overlay ready'), program);
    await program.waitForLine('watching file');
    expect((await fetch(`${show.url}/overlay/slider/`)).status).toBe(200);
  } finally {
    expect(await program.stop()).toEqual({ status: 143, signal: null });
  }
});

test('a hanging session store does not block pages at the start', async () => {
  const store = await pipeWithoutReader();
  const program = await startProgram([
    'start',
    '--source=http',
    '--http.addr=127.0.0.1:0',
    `--session.filename=${store}`,
  ]);
  try {
    const show = await showAt(await program.waitForLine('overlay ready'), program);
    expect((await fetch(`${show.url}/overlay/slider/`)).status).toBe(200);
    // Tracks wait for the store.
    expect(program.stderr).not.toContain('cannot read the previous set');
    await program.waitForLine('cannot read the previous set');
    await program.waitForLine('waiting for tracks');
    await show.post('track', { artist: 'Ada', title: 'One' });
    await waitFor('the overlay', () => show.messages.length === 1 || undefined);
  } finally {
    expect(await program.stop()).toEqual({ status: 143, signal: null });
  }
});
