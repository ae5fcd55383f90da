/**
 * Hidden tracks stay hidden in every output, however the program ends and whatever its disks do, and the history has
 * each track once.
 */

import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterTest } from './support/clean-up.ts';
import { pipeWithoutReader, testFolder } from './support/folder.ts';
import { amount } from './support/full-length.ts';
import { untilEnded } from './support/processes.ts';
import { type Show, startShow } from './support/show.ts';
import { waitFor } from './support/wait.ts';

async function showIn(folder: string, flags: readonly string[] = []): Promise<Show> {
  const show = await startShow([
    `--outfile.featured=${join(folder, 'featured.txt')}`,
    `--history.filename=${join(folder, 'history.txt')}`,
    `--cue.filename=${join(folder, 'set.cue')}`,
    `--session.filename=${join(folder, 'sessions.db')}`,
    ...flags,
  ]);
  afterTest(() => show.program.stop());
  return show;
}

async function kill({ program }: Show): Promise<void> {
  program.signal('SIGKILL');
  await program.ended;
}

const text = (folder: string, name: string): Promise<string> =>
  readFile(join(folder, name), 'utf8').catch(() => '');

const onAir = async ({ url }: Show): Promise<unknown> => (await fetch(`${url}/api/v1/now`)).json();

describe('a run that continues the set of an earlier one', () => {
  test.each([
    ['a crash', kill],
    ['a stop', ({ program }: Show) => program.stop()],
  ])(
    'shows nothing after %s until a source reports, and hides the earlier track everywhere',
    async (_, end) => {
      const folder = await testFolder();
      const before = await showIn(folder);
      await before.post('track', { artist: 'Ada', title: 'Blue' });
      await before.quiet();
      await end(before);
      expect(await text(folder, 'featured.txt')).toBe('Ada - Blue');

      const after = await showIn(folder);
      await after.quiet();
      expect(await onAir(after)).toMatchObject({ state: 'idle', track: null });
      expect(await text(folder, 'featured.txt')).toBe('');
      await after.post('hide', { position: 1 });
      await after.quiet();
      expect(await text(folder, 'set.cue')).not.toContain('Blue');
      await after.post('track', { artist: 'Ada', title: 'Blue' });
      expect(await onAir(after)).toMatchObject({ state: 'hidden', track: null });
      await after.post('reveal');
      await after.quiet();
      expect(await onAir(after)).toMatchObject({ track: { title: 'Blue', position: 1 } });
      expect(await text(folder, 'featured.txt')).toBe('Ada - Blue');
      expect(await text(folder, 'history.txt')).toBe('Ada - Blue\n');
    },
  );

  test('removes names from an output that hung when they were hidden', async () => {
    const folder = await testFolder();
    const before = await showIn(folder);
    await before.post('track', { artist: 'Ada', title: 'Blue' });
    await before.quiet();
    await before.program.stop();
    // The disks hang, so no output can remove the names.
    const pipe = await pipeWithoutReader();
    const hanging = await showIn(folder, [`--outfile.featured=${pipe}`, `--cue.filename=${pipe}.cue`]);
    await hanging.post('hide', { position: 1 });
    await kill(hanging);
    expect(await text(folder, 'featured.txt')).toContain('Blue');

    const after = await showIn(folder);
    await after.quiet();
    expect(await text(folder, 'featured.txt')).toBe('');
    expect(await text(folder, 'set.cue')).not.toContain('Blue');
  });

  test('adds the missing history lines, each once', async () => {
    const folder = await testFolder();
    const pipe = await pipeWithoutReader();
    const before = await showIn(folder);
    await before.post('track', { artist: 'Ada', title: 'One' });
    await before.quiet();
    await kill(before);
    const hanging = await showIn(folder, [`--history.filename=${pipe}`]);
    for (const title of ['Two', 'Three']) {
      await hanging.post('track', { artist: 'Ada', title });
    }
    const stored = async () => (await hanging.sinks()).find(({ name }) => name === 'session')?.queued === 0;
    await waitFor('the store', async () => (await stored()) || undefined);
    await kill(hanging);

    const after = await showIn(folder);
    await after.quiet();
    expect(await text(folder, 'history.txt')).toBe('Ada - One\nAda - Two\nAda - Three\n');
  });

  test('removes temporary files that the killed writer left', async () => {
    const folder = await testFolder();
    const part = join(folder, 'set.cue.4194300.part');
    await writeFile(part, 'TITLE "Blue"');
    const show = await showIn(folder);
    await show.post('track', { artist: 'Ada', title: 'Red' });
    await waitFor('the end of the partial file', async () =>
      (await readdir(folder)).some((name) => name.endsWith('.part')) ? undefined : true,
    );
  });
});

test('the program of --hear.command ends with a killed deckcast, even if it writes nothing', async () => {
  const folder = await testFolder();
  const file = join(folder, 'pid');
  const show = await showIn(folder, ['--hear.input=command', `--hear.command=echo $$ > ${file}; sleep 600`]);
  const pid = await waitFor('the program', async () => Number(await text(folder, 'pid')) || undefined);
  await kill(show);
  await untilEnded(pid);
});

const action = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ do: 'play' as const }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('hide' as const), back: fc.nat(2) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      signal: fc.constantFrom('SIGKILL' as const, 'SIGTERM' as const),
      hangs: fc.boolean(),
    }),
  },
);

const lives = fc.sample(fc.array(action, { minLength: 6, maxLength: 14 }), amount({ short: 3, full: 15 }));

describe('after kills, stops and hanging disks', () => {
  test.each(lives.map((actions) => ({ actions })))(
    'no output names a hidden track, and the history has each track once (life %#)',
    async ({ actions }) => {
      const folder = await testFolder();
      const pipe = await pipeWithoutReader();
      const hanging = [`--outfile.featured=${pipe}`];
      let show = await showIn(folder);
      let played = 0;
      const hidden = new Set<number>();
      const check = async (): Promise<void> => {
        await show.quiet();
        const names = (await readdir(folder)).filter((name) => /^(featured|set)/.test(name));
        const outputs = [
          ...(await Promise.all(names.map((name) => text(folder, name)))),
          JSON.stringify(await onAir(show)),
          await (await fetch(`${show.url}/api/v1/history`)).text(),
        ].join('\n');
        expect([...hidden].filter((number) => outputs.includes(`Track ${number}.`))).toEqual([]);
        expect(await readdir(folder)).not.toContainEqual(expect.stringMatching(/\.part$/));
        expect((await text(folder, 'history.txt')).split('\n')).toHaveLength(played + 1);
      };
      for (const one of [...actions, { do: 'end', signal: 'SIGKILL', hangs: false } as const]) {
        if (one.do === 'play') {
          played += 1;
          await show.post('track', { artist: 'Ada', title: `Track ${played}.` });
        } else if (one.do === 'hide' && played > one.back) {
          await show.post('hide', { position: played - one.back });
          hidden.add(played - one.back);
        } else if (one.do === 'end') {
          await waitFor(
            'the store',
            async () =>
              (await show.sinks()).find(({ name }) => name === 'session')?.queued === 0 || undefined,
          );
          show.program.signal(one.signal);
          await show.program.ended;
          show = await showIn(folder, one.hangs ? hanging : []);
        }
      }
      await check();
      await show.program.stop();
      await rm(folder, { recursive: true, force: true });
    },
  );
});
