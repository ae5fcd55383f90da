/**
 * A power failure at any moment: everything that a record sink delivered is on the disk, even if the disk loses all
 * that was not flushed.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { buildHelperProcesses } from '../scripts/helper-processes.js';
import { SessionStore } from '../src/sets/store.ts';
import { bundleScript } from './support/bundle.ts';
import { shared } from './support/clean-up.ts';
import { ROOT } from './support/files.ts';
import { amount } from './support/full-length.ts';
import { type Loss, PowerDisk, recordedEvents, recording } from './support/power-disk.ts';

const TRACKS = amount({ short: 6, full: 60 });
const LOSSES: readonly Loss[] = ['all that was not flushed', 'contents that were not flushed'];

const titles = (count: number): string[] => Array.from({ length: count }, (_, index) => `Title ${index + 1}`);

/** Titles in the session file among these files. Empty before the first session. */
async function storedTitles(files: ReadonlyMap<string, Buffer>, folder: string): Promise<string[]> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  for (const [path, content] of files) {
    if (/\.db(-wal)?$/.test(path)) {
      await writeFile(join(folder, basename(path)), content);
    }
  }
  const store = SessionStore.existing(join(folder, 'sessions.db'));
  const entries = store?.entries(1) ?? [];
  store?.close();
  return entries.map(({ track }) => track.title);
}

/** An evening, and its operations on the disk. */
const evening = shared(async (later) => {
  // Inside the checkout, so that Node finds native dependencies.
  const folder = await mkdtemp(join(ROOT, 'node_modules', '.deckcast-test-'));
  later(() => rm(folder, { recursive: true, force: true }));
  await buildHelperProcesses(folder);
  const script = await bundleScript('support/power-script.ts', folder);
  const watched = join(folder, 'disk');
  const record = join(folder, 'record');
  await mkdir(watched);
  await promisify(execFile)(process.execPath, [script, watched, String(TRACKS)], {
    env: recording(folder, watched, record),
  });
  return { folder, watched, record };
});

test.each(LOSSES)('delivered tracks survive a power failure that loses %s', async (loss) => {
  const { folder, watched, record } = evening();
  const disk = new PowerDisk(watched);
  const delivered = new Map<string, number>();
  const file = (name: string): string => join(watched, 'sets', 'tonight', name);
  let moments = 0;
  for (const event of recordedEvents(record)) {
    disk.apply(event);
    const isDelivered = event.what === 'write' && event.path.endsWith('/delivered');
    if (isDelivered) {
      const [sink = '', number] = event.bytes.toString().trim().split(' ');
      delivered.set(sink, Number(number));
    }
    const files = disk.after(loss);
    const text = (name: string): string => files.get(file(name))?.toString() ?? '';
    const promised = (sink: string): string[] => titles(delivered.get(sink) ?? 0);

    const lines = text('history.txt').split('\n').slice(0, -1);
    expect(lines.map((line) => line.replace('Nightjar Avenue - ', ''))).toEqual(titles(lines.length));
    expect(lines.length).toBeGreaterThanOrEqual(promised('history').length);
    const sheet = text('set.cue');
    const inSheet = [...sheet.matchAll(/^ {4}TITLE "(.+)"$/gm)].map(([, title]) => title);
    expect(sheet === '' || sheet.endsWith('\n')).toBe(true);
    expect(inSheet).toEqual(titles(inSheet.length));
    expect(inSheet.length).toBeGreaterThanOrEqual(promised('cue').length);
    if (event.what === 'sync' || isDelivered) {
      const stored = await storedTitles(files, join(folder, 'after'));
      expect(stored).toEqual(titles(stored.length));
      expect(stored.length).toBeGreaterThanOrEqual(promised('session').length);
    }
    moments += 1;
  }
  expect([...delivered]).toEqual(['file', 'history', 'cue', 'session'].map((sink) => [sink, TRACKS]));
  expect(moments).toBeGreaterThan(TRACKS * 10);
  // The overlay's text file is not a record: it is not flushed, so it may be lost.
  expect(disk.after(loss).get(file('featured.txt'))?.toString() ?? '').toBe('');
});
