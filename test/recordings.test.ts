/** An evening with DJ software is recorded, and played again: the same tracks are published, and the same ones hidden. */
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { systemClock } from '../src/host/clock.ts';
import { cleanUps } from './support/clean-up.ts';
import { DJ_SOFTWARE, PAUSE_MS, SECRET } from './support/dj-software.ts';
import { testFolder } from './support/folder.ts';
import { freePort } from './support/free-port.ts';
import { type StartedProgram, startProgram } from './support/program.ts';

const later = cleanUps();

const TRACKS = [
  { artist: 'Ünder', title: 'One' },
  { artist: '坂本龍一', title: 'Hidden' },
  { artist: 'Ada', title: 'Three' },
];

async function start(args: readonly string[]): Promise<StartedProgram> {
  const shown = [`--http.addr=127.0.0.1:${await freePort()}`, '--delay=0', '--hide.regex.title=Hidden'];
  const program = await startProgram(['start', ...args, ...shown]);
  later(() => program.stop());
  await program.waitForLine('pages ready');
  return program;
}

/** What was published, in short. */
function story(program: StartedProgram): readonly string[] {
  return program.stderr
    .split('\n')
    .filter((line) => line.includes('msg="track featured"'))
    .map((line) => line.replace(/.*(?=msg=)| after=.*/g, ''));
}

/** All of the archive for a bug report, while this program runs. */
async function bundleOf(program: StartedProgram): Promise<string> {
  const [, url] = /url=(\S+)/.exec(await program.waitForLine('overlay ready')) ?? [];
  const doctor = await startProgram(['doctor', `--url=${url}`, '--bundle=report.zip']);
  later(() => doctor.stop());
  await doctor.ended;
  const files = unzipSync(await readFile(join(doctor.folder, 'report.zip')));
  expect(Object.keys(files)).toContain('log.txt');
  return Object.values(files)
    .map((file) => strFromU8(file))
    .join();
}

test.each(Object.entries(DJ_SOFTWARE))('of %s', async (source, open) => {
  const { options, begin, bring } = await open(later);
  const first = await start([`--source=${source}`, ...options, `--${source}.record=evening.jsonl`]);
  await first.waitForLine(/msg="(?:waiting for|VirtualDJ found)/);
  await begin?.();
  for (const [index, track] of TRACKS.entries()) {
    await bring(index % 2, track);
    await first.waitForLine(`position=${index + 1}`);
    await systemClock.sleep(PAUSE_MS);
  }
  expect(await bundleOf(first)).not.toMatch(/Ünder|坂本龍一/);
  first.signal('SIGTERM');
  await first.ended;
  const recording = join(await testFolder(), 'evening.jsonl');
  await copyFile(join(first.folder, 'evening.jsonl'), recording);
  const text = await readFile(recording, 'utf8');
  expect(text).toContain('坂本龍一');
  expect(text).not.toContain(SECRET);

  const simulator = await startProgram(['simulate', `--set=${recording}`]);
  later(() => simulator.stop());
  const hint = await simulator.waitForLine('watch it from another terminal');
  const [, hinted = ''] = /hint="deckcast start ([^"]*)"/.exec(hint) ?? [];
  const second = await start(hinted.split(' '));
  await second.waitForLine('position=3');
  expect(story(second)).toEqual(story(first));
  expect(story(first)[1]).toContain('hidden=true');
});
