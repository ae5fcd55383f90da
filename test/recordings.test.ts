/** An evening with DJ software is recorded, and played again: the same tracks are published, and the same ones hidden. */
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { systemClock } from '../src/app/clock.ts';
import { SimulatedBroadcaster, SimulatedTraktor, SimulatedVirtualDj } from '../src/simulator/index.ts';
import { cleanUps } from './support/clean-up.ts';
import { testFolder } from './support/folder.ts';
import { freePort } from './support/free-port.ts';
import { type StartedProgram, startProgram } from './support/program.ts';

const later = cleanUps();
const SECRET = 'only-we-know';
/** Milliseconds for which a DJ leaves a track alone; playing it again takes as long. */
const PAUSE_MS = 1_500;

const TRACKS = [
  { artist: 'Ünder', title: 'One' },
  { artist: '坂本龍一', title: 'Hidden' },
  { artist: 'Ada', title: 'Three' },
];

interface Software {
  /** With which deckcast finds it. */
  readonly options: readonly string[];
  /** deckcast listens. */
  begin?(): Promise<void>;
  /** The track is heard; it is on this deck, 0 or 1, and what is on the other one is not. */
  bring(deck: number, track: { readonly artist: string; readonly title: string }): Promise<void>;
}

const MAKES: Readonly<Record<string, () => Promise<Software>>> = {
  async traktor() {
    const port = await freePort();
    const traktor = new SimulatedTraktor(port, systemClock);
    later(() => traktor.close());
    return {
      options: [`--traktor.addr=127.0.0.1:${port}`],
      async begin() {
        traktor.start();
        await systemClock.sleep(PAUSE_MS);
      },
      async bring(deck, track) {
        const [on, off] = deck === 0 ? (['A', 'B'] as const) : (['B', 'A'] as const);
        traktor.load(on, track);
        await systemClock.sleep(PAUSE_MS);
        traktor.play(on);
        traktor.fader(on, 1);
        await systemClock.sleep(PAUSE_MS);
        traktor.fader(off, 0);
      },
    };
  },
  async virtualdj() {
    const virtualDj = new SimulatedVirtualDj();
    virtualDj.password = SECRET;
    const over = new AbortController();
    later(() => over.abort());
    return {
      options: [`--virtualdj.url=${await virtualDj.serve(over.signal)}`, `--virtualdj.token=${SECRET}`],
      async bring(deck, track) {
        virtualDj.load(deck + 1, track);
        await systemClock.sleep(PAUSE_MS);
        virtualDj.play(deck + 1);
        virtualDj.volume(deck + 1, 1);
        await systemClock.sleep(PAUSE_MS);
        virtualDj.volume(2 - deck, 0);
      },
    };
  },
  async icecast() {
    const port = await freePort();
    let broadcaster: SimulatedBroadcaster | undefined;
    later(() => broadcaster?.close());
    return {
      options: [`--icecast.addr=127.0.0.1:${port}`, `--icecast.password=${SECRET}`],
      async bring(_, track) {
        broadcaster ??= new SimulatedBroadcaster({ port, password: SECRET }, systemClock);
        broadcaster.play(track);
      },
    };
  },
};

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

test.each(Object.entries(MAKES))('of %s', async (source, make) => {
  const { options, begin, bring } = await make();
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
