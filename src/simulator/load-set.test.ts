import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Simulated } from '../../test/support/simulated.ts';
import { waitFor } from '../../test/support/wait.ts';
import { type RecordingLine, writeRecordingLine } from '../core/recording.ts';
import { deckPath } from '../stagelinq/index.ts';
import { loadSet } from './load-set.ts';

const DEVICE = '0123456789abcdef0123456789abcdef';
const FOUND = {
  event: 'found',
  device: DEVICE,
  name: 'prime4',
  software: 'JC11',
  softwareVersion: '4.3.0',
  address: '192.168.1.20',
  port: 35_043,
} as const;

const RECORDING: readonly RecordingLine[] = [
  { t: 0, event: 'start', version: 1, at: '2026-05-01T20:00:00.000Z' },
  { t: 800, ...FOUND },
  { t: 1_000, device: DEVICE, event: 'connected' },
  { t: 1_010, device: DEVICE, event: 'state', path: deckPath.songName(1), value: { string: 'One', type: 8 } },
  { t: 1_030, device: DEVICE, event: 'state', path: deckPath.songName(1), value: { string: 'Two', type: 8 } },
  { t: 1_040, device: DEVICE, event: 'state', path: deckPath.songName(2), value: null },
];

let folder: string;
const write = async (name: string, text: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deckcast-set-'));
});

afterEach(() => rm(folder, { recursive: true }));

describe('a recording', () => {
  it('becomes the same devices saying the same, from the first connection on', async () => {
    const set = await loadSet(await write('bug.jsonl', RECORDING.map(writeRecordingLine).join('\n')));
    expect(set.devices).toMatchObject([
      { token: DEVICE, name: 'prime4', software: 'JC11', version: '4.3.0', blank: true },
    ]);
    expect(set.timeline.map(({ at, action }) => [at, action.do])).toEqual([
      [0, 'arrive'],
      [0.01, 'value'],
      [0.03, 'value'],
      [0.04, 'value'],
    ]);
  });

  it('is played to the first client that subscribes', async () => {
    const text = `${RECORDING.map(writeRecordingLine).join('\n')}\n{"t":1050,"dev`;
    const simulated = await Simulated.start(await loadSet(await write('bug.jsonl', text)));
    try {
      const states = await simulated.subscribe(DEVICE, deckPath.songName(1), deckPath.songName(2));
      await waitFor('the values', () => (states.messages.length === 3 ? true : undefined));
      expect(states.messages.map((message) => ('json' in message ? message.json : ''))).toEqual([
        expect.stringContaining('"One"'),
        expect.stringContaining('"Two"'),
        null,
      ]);
    } finally {
      await simulated.close();
    }
  });

  it('of nothing is a problem', async () => {
    const path = await write('empty.jsonl', '{"t":0,"event":"start","version":1,"at":""}\n');
    await expect(loadSet(path)).rejects.toMatchObject({
      problems: [{ where: path, what: 'this recording holds no device' }],
    });
  });
});

describe('a set file', () => {
  it('that does not exist is a problem', async () => {
    const path = join(folder, 'none.jsonl');
    await expect(loadSet(path)).rejects.toMatchObject({
      problems: [{ where: path, what: expect.stringContaining('no such file') }],
    });
  });

  it('that is wrong names its lines', async () => {
    const path = await write('wrong.jsonl', '{"set":"Mine"}\n{"at":0,"do":"play"}\n');
    await expect(loadSet(path)).rejects.toMatchObject({
      problems: [{ where: `${path}:2: deck`, what: 'it is missing' }],
    });
  });

  it('from the README works', async () => {
    const readme = await readFile(new URL('./README.md', import.meta.url), 'utf8');
    const [, example = ''] = /```jsonl\n([^`]*)```/.exec(readme) ?? [];
    const set = await loadSet(await write('example.jsonl', example));
    expect(set.timeline.length).toBeGreaterThan(5);
  });
});
