/** UDP and TCP on loopback. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSet, type SetAction } from '@deckcast/simulator';
import { readRecordingLine } from '@deckcast/wire-kit/recording';
import { afterEach, assert, describe, expect, test } from 'vitest';
import { testFolder } from '../../../test/support/folder.ts';
import {
  boothSet,
  type HwDeviceBooth,
  openBooth,
  setTrack,
  watchDevices,
} from '../../../test/support/hwdevice.ts';
import { Simulated } from '../../../test/support/simulated.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { nodeDisk } from '../../host/disk/node-disk.js';
import type { HwDeviceSettings } from './options.ts';

const PRIME = { id: 'prime4', software: 'JC11' };
const LEFT = { id: 'left', software: 'JP13', player: 1 };
const RIGHT = { id: 'right', software: 'JP13', player: 2 };
const MIXER = {
  id: 'mixer',
  software: 'JM08',
  channels: [
    { device: 'left', deck: 1 },
    { device: 'right', deck: 1 },
  ],
};

const TRACKS = [setTrack('One'), setTrack('Two'), setTrack('Three')];
const ONE = "One's artist - One";
const TWO = "Two's artist - Two";

let booth: HwDeviceBooth;
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) {
    await close();
  }
});

async function open(
  devices: Parameters<typeof boothSet>[0],
  settings: Partial<HwDeviceSettings> = {},
): Promise<void> {
  booth = await openBooth(boothSet(devices, ...TRACKS), settings);
  closing.push(booth.close);
  const decks = devices.filter(({ software }) => software !== 'JM08').length;
  await logged('device connected', decks);
}

async function act(...actions: readonly SetAction[]): Promise<void> {
  for (const action of actions) {
    await booth.simulated.simulation.perform(action);
  }
}

/** Waits for the source to notice the loaded track, and starts it with a closed fader. */
async function bring(device: string, deck: number, track: string): Promise<void> {
  await act({ do: 'load', deck: { device, deck }, track });
  await waitFor(`${track} to be loaded`, () => booth.notes.loaded.find(({ title }) => title === track));
  await act({ do: 'play', deck: { device, deck } });
}

function fader(device: string, deck: number, level: number): Promise<void> {
  return act({ do: 'fader', deck: { device, deck }, level, over: 0 });
}

function logged(message: string, times = 1): Promise<true> {
  return waitFor(`"${message}" in the log`, () =>
    booth.log.lines.filter((line) => line.message === message).length >= times ? true : undefined,
  );
}

describe('an all-in-one with its own mixer', () => {
  test('announces a track with all its names when it becomes audible, and shows the decks', async () => {
    await open([PRIME]);
    await bring('prime4', 2, 'One');
    expect(booth.notes.transitions).toEqual([]);
    await fader('prime4', 2, 0.9);
    await booth.notes.announces(1);
    expect(booth.notes.transitions[0]).toMatchObject({
      source: 'hwdevice',
      deck: '2',
      hidden: false,
      track: {
        artist: "One's artist",
        title: 'One',
        genre: 'House',
        filename: 'One.mp3',
        durationMs: 300_000,
      },
    });
    const decks = booth.source.decks();
    expect(decks.map(({ deck }) => deck)).toEqual(['1', '2', '3', '4']);
    expect(decks[1]).toMatchObject({
      device: 'prime4',
      track: { title: 'One' },
      loaded: true,
      playing: true,
      level: 0.9,
      color: 'lightblue',
      featured: true,
      hidden: false,
      reason: 'Deck 2 leads: no other deck is playing',
    });
    expect(decks[0]).toMatchObject({ loaded: false, track: { title: '' }, reason: 'Deck 1 is empty' });
  });

  // packages/simulator/src/client.test.ts has the other ends of a connection.
  test('reconnects after its connections broke, and announces no track twice', async () => {
    await open([PRIME]);
    await bring('prime4', 1, 'One');
    await fader('prime4', 1, 1);
    await booth.notes.announces(1);
    await act({ do: 'drop' });
    await logged('device connected', 2);
    await bring('prime4', 2, 'Two');
    await fader('prime4', 2, 1);
    await fader('prime4', 1, 0);
    await booth.notes.announces(2);
    expect(booth.notes.announced).toEqual([ONE, TWO]);
  });
});

describe('two players and a separate mixer', () => {
  test('share a deck table, with labels from player number and layer', async () => {
    await open([RIGHT, LEFT, MIXER]);
    await bring('left', 1, 'One');
    await fader('left', 1, 1);
    await booth.notes.announces(1);
    await bring('right', 1, 'Two');
    await fader('right', 1, 1);
    await fader('left', 1, 0);
    await booth.notes.announces(2);
    expect(booth.notes.transitions.map(({ deck }) => deck)).toEqual(['1A', '2A']);
    expect(booth.source.decks().map(({ deck }) => deck)).toEqual(['1A', '1B', '2A', '2B']);
    expect(booth.source.health().watching).toBe('2 devices');
  });

  test('follow the first deck started if no mixer reports levels, and warn once', async () => {
    await open([LEFT, RIGHT]);
    await bring('left', 1, 'One');
    await booth.notes.announces(1);
    await bring('right', 1, 'Two');
    await act({ do: 'pause', deck: { device: 'left', deck: 1 } });
    await booth.notes.announces(2);
    expect(booth.log.at('warn').filter((message) => message.startsWith('no mixer reports'))).toHaveLength(1);
  });
});

test('hides a track by its deck color from the start, and reveals and hides it on air', async () => {
  const deck = { device: 'prime4', deck: 1 };
  await open([PRIME], { 'hide.color': 'red' });
  await act({ do: 'color', deck, color: 'red' }, { do: 'load', deck, track: 'One' }, { do: 'play', deck });
  await fader('prime4', 1, 1);
  await booth.notes.announces(1);
  const [transition] = booth.notes.transitions;
  expect(transition?.hidden).toBe(true);
  expect(booth.notes.loaded).toEqual([]);
  await act({ do: 'color', deck, color: 'green' });
  await waitFor('the reveal', () => booth.notes.visibility[0]);
  await act({ do: 'color', deck, color: 'red' });
  await waitFor('the hide', () => booth.notes.visibility[1]);
  expect(booth.notes.visibility).toEqual([
    { playId: transition?.playId, hidden: false },
    { playId: transition?.playId, hidden: true },
  ]);
  expect(booth.source.decks()[0]).toMatchObject({ color: 'red', hidden: true });
  const shown = booth.log.lines.filter(({ level }) => level !== 'debug');
  expect(JSON.stringify(shown)).not.toContain('One');
});

test('watches only targeted devices, up to the limit', async () => {
  booth = await openBooth(boothSet([PRIME, LEFT, RIGHT], ...TRACKS), {
    'target.device': 'sc6000',
    'target.software': 'JP13',
    'hwdevice.discovery.max_devices': 1,
  });
  closing.push(booth.close);
  await logged('device connected');
  for (const reason of ['not-wanted', 'too-many']) {
    await waitFor(reason, () => booth.log.lines.find(({ fields }) => fields.reason === reason));
  }
  expect(booth.source.health().watching).toBe('1 device');
});

test('logs devices and services with the specified keys', async () => {
  await open([PRIME]);
  const { fields } = booth.log.lines.find(({ message }) => message === 'device connected') ?? {};
  expect(fields).toEqual({
    deviceIP: '127.0.0.1',
    deviceName: 'prime4',
    deviceSoftwareName: 'JC11',
    deviceSoftwareVersion: '4.3.0',
  });
  await logged('service found');
  const services = booth.log.lines.filter(({ message }) => message === 'service found');
  expect(services.map(({ fields: { serviceName } }) => serviceName)).toContain('StateMap');
  expect(services[0]?.fields.servicePort).toBeGreaterThan(0);
});

test('warns if no device is found, and again once the cause is another', async () => {
  const alone = watchDevices({ 'hwdevice.discovery.timeout': 300, 'target.device': 'sc6000' });
  closing.push(alone.close);
  const warning = await waitFor('the warning', () => alone.log.lines.find(({ level }) => level === 'warn'));
  expect(warning.message).toBe('no device connected; still searching');
  expect(warning.fields.problem).toContain('no device was heard; searched on lo (127.0.0.1)');
  expect(alone.source.health().problem).toContain('no device was heard');
  const simulated = await Simulated.start(boothSet([PRIME]));
  closing.push(() => simulated.close());
  const problems = () =>
    alone.log.lines.flatMap(({ level, fields }) => (level === 'warn' ? String(fields.problem) : []));
  const [, next] = await waitFor('the next cause', () => (problems().length > 1 ? problems() : undefined));
  expect(next).toMatch(/^heard nothing but prime4 .* is not the target/);
});

test('blames no network before gear is chosen', async () => {
  let isDefault = true;
  const alone = watchDevices({ 'hwdevice.discovery.timeout': 300 }, nodeDisk, {
    isDefaultSource: () => isDefault,
  });
  closing.push(alone.close);
  const problems = () =>
    alone.log.lines.flatMap(({ fields: { problem } }) => (problem ? String(problem) : []));
  expect(await waitFor('the warning', () => problems()[0])).toMatch(/^no gear is chosen yet/);
  isDefault = false;
  expect(await waitFor('the cause', () => problems()[1])).toMatch(/^no device was heard/);
});

test('reports players that left, and no helper that announced itself beside them', async () => {
  await open([LEFT, RIGHT]);
  await waitFor('an ignored helper', () =>
    booth.log.lines.find(({ fields }) => fields.reason === 'no-state'),
  );
  await waitFor('the decks', () => booth.source.decks().length === 4 || undefined);
  await act({ do: 'leave' });
  await logged('device left', 2);
  expect(booth.source.health().problem?.toString()).toMatch(
    /^no player is connected any more: (sc6000 \(decks \d[\w, ]+\) left \d+ s ago(; )?){2} \(check the power and the network cable\)$/,
  );
});

test('records everything but our token, and the recording replays to the same track', async () => {
  const file = join(await testFolder(), 'made', 'evening.jsonl');
  await open([PRIME], { 'hwdevice.record': file });
  await bring('prime4', 1, 'One');
  await fader('prime4', 1, 1);
  await booth.notes.announces(1);
  await act({ do: 'leave', device: 'prime4' });
  await logged('device left');
  await closing.pop()?.();

  const content = await readFile(file, 'utf8');
  const lines = content.trimEnd().split('\n').map(readRecordingLine);
  expect(lines).not.toContain(undefined);
  const kinds = new Set(lines.map((line) => line?.event));
  expect([...kinds]).toEqual(['start', 'found', 'connected', 'services', 'state', 'lost', 'gone']);
  expect(content).not.toContain('52fdfc072182654f163f5f0f9a621d72');

  const loaded = await loadSet(file);
  assert(loaded.on === 'hwdevice');
  // Without `leave`: in the replay it could come before the announcement, which waits for the last names.
  const timeline = loaded.set.timeline.filter(({ action }) => action.do === 'value');
  booth = await openBooth({ ...loaded.set, timeline });
  closing.push(booth.close);
  await booth.notes.announces(1);
  expect(booth.notes.announced).toEqual([ONE]);
});
