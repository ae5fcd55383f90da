import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  PRESENCE_PORT,
  presenceCodec,
  ROLE,
  SLOT,
  STATUS_PORT,
  statusCodec,
  TIMING_PORT,
} from '@deckcast/prodjlink';
import { deckPath } from '@deckcast/stagelinq';
import { type RecordingLine, writeRecordingLine } from '@deckcast/wire-kit/recording';
import { afterEach, assert, beforeEach, describe, expect, it } from 'vitest';
import { playingStatus } from '../../prodjlink/src/testing/booth.ts';
import { loadSet, parseSet } from './set-file.ts';

const problemsOf = (...lines: string[]) => {
  const parsed = parseSet(lines.join('\n'), 'my.jsonl');
  return parsed.ok ? [] : parsed.problems.map(({ where, what }) => `${where} · ${what}`);
};

const setOf = (...lines: string[]) => {
  const parsed = parseSet(lines.join('\n'), 'my.jsonl');
  if (!parsed.ok || parsed.on !== 'hwdevice') {
    throw new Error(JSON.stringify(parsed));
  }
  return parsed.set;
};

const loadEngineSet = async (path: string) => {
  const loaded = await loadSet(path);
  if (loaded.on !== 'hwdevice') {
    throw new Error('it is played on other devices');
  }
  return loaded.set;
};

describe('a set file', () => {
  it('without a device plays on one Prime 4', () => {
    const set = setOf('{"at":0,"do":"play","deck":4}');
    expect(set.devices.map(({ software, decks }) => [software, decks])).toEqual([['JC11', 4]]);
    expect(set.timeline).toEqual([{ at: 0, action: { do: 'play', deck: { device: 'prime4', deck: 4 } } }]);
  });

  it('names decks of several devices in full', () => {
    const set = setOf(
      '# two players and a mixer',
      '{"device":"left","software":"JP13"}',
      '{"device":"right","software":"JP13","player":2}',
      '{"device":"mixer","software":"JM08"}',
      '',
      '{"at":1,"do":"fade","from":"left/1","to":"right/2","over":4}',
    );
    expect(set.timeline[0]?.action).toEqual({
      do: 'fade',
      from: { device: 'left', deck: 1 },
      to: { device: 'right', deck: 2 },
      over: 4,
    });
    expect(set.devices.map(({ levels }) => levels)).toEqual(['driven', 'driven', 'stuck']);
  });

  it('knows a model by its name, unless its software is given', () => {
    const set = setOf(
      '{"device":"left","name":"sc6000"}',
      '{"device":"right","name":"SC6000M","player":2}',
      '{"device":"mixer","name":"x1850"}',
      '{"device":"other","name":"sc6000","software":"JP07"}',
      '{"device":"unknown","name":"my unit"}',
    );
    expect(set.devices.map(({ software, role }) => [software, role])).toEqual([
      ['JP13', 'player'],
      ['JP14', 'player'],
      ['JM10', 'mixer'],
      ['JP07', 'player'],
      ['JC11', 'all-in-one'],
    ]);
  });

  it('orders its time line by time', () => {
    const set = setOf('{"at":2,"do":"pause","deck":1}', '{"at":1,"do":"play","deck":1}');
    expect(set.timeline.map(({ at }) => at)).toEqual([1, 2]);
  });

  it('keeps values and faults unchanged', () => {
    const set = setOf(
      '{"at":0,"do":"value","device":"prime4","path":"/Engine/Deck1/Play","value":{"type":1,"state":true}}',
      '{"at":1,"do":"reboot"}',
    );
    expect(set.timeline.map(({ action }) => action)).toEqual([
      { do: 'value', device: 'prime4', path: '/Engine/Deck1/Play', value: { type: 1, state: true } },
      { do: 'reboot', seconds: 5 },
    ]);
  });
});

describe('a problem', () => {
  it.each([
    ['{"at":0,"do":"load","deck":1,"track":"nine"}', 'my.jsonl:1: track · expected a track of this set'],
    [
      '{"at":0,"do":"play","deck":5}',
      'my.jsonl:1: deck · expected a deck that a device of this set has, such as 2 or "left/2"',
    ],
    ['{"at":-1,"do":"play","deck":1}', 'my.jsonl:1: at · expected a number of seconds, 0 or more'],
    ['{"at":0,"do":"fader","deck":1,"level":1.5}', 'my.jsonl:1: level · expected a number from 0 to 1'],
    ['{"at":0,"do":"play"}', 'my.jsonl:1: deck · it is missing'],
    ['{"at":0,"do":"play","deck":1,"speed":2}', 'my.jsonl:1: speed · this key has no meaning here'],
    ['{"device":"a","token":"xyz"}', 'my.jsonl:1: token · expected 32 hexadecimal digits in lower case'],
    ['{"track":"a","on":"left"}', 'my.jsonl:1: on · expected a device of this set'],
    ['{"name":"x"}', 'my.jsonl:1 · a line is a JSON object with one of the keys set, device, track, do'],
    ['[1]', 'my.jsonl:1 · a line is a JSON object with one of the keys set, device, track, do'],
  ])('%s', (line, problem) => {
    expect(problemsOf(line)).toEqual([problem]);
  });

  it('names a duplicate', () => {
    expect(problemsOf('{"track":"a"}', '{"track":"b"}', '{"track":"a"}')).toEqual([
      'my.jsonl:3: track · there is another track "a"',
    ]);
  });

  it('lists the known moves for an unknown one', () => {
    expect(problemsOf('{"at":0,"do":"dance","deck":1}')[0]).toMatch(
      /^my\.jsonl:1: do · expected one of load, unload, play, .*, lie$/,
    );
  });

  it('is reported together with all others', () => {
    expect(problemsOf('{"at":0,"do":"play"}', 'nonsense', '{"track":""}')).toHaveLength(3);
  });
});

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
  { t: 0, event: 'start', version: 1, source: 'hwdevice', at: '2026-05-01T20:00:00.000Z' },
  { t: 800, ...FOUND },
  { t: 1_000, device: DEVICE, event: 'connected' },
  { t: 1_010, device: DEVICE, event: 'state', path: deckPath.songName(1), value: { string: 'One', type: 8 } },
  { t: 1_030, device: DEVICE, event: 'state', path: deckPath.songName(1), value: { string: 'Two', type: 8 } },
  { t: 1_040, device: DEVICE, event: 'state', path: deckPath.songName(2), value: null },
];

function keepAlive(t: number, number: number): RecordingLine {
  const address = `169.254.20.${10 + number}`;
  const bytes = presenceCodec.encode({
    kind: 'keep-alive',
    name: 'CDJ-2000NXS2',
    format: 2,
    number,
    first: false,
    mac: '02:00:00:00:00:01',
    ip: address,
    devices: 2,
    role: ROLE.player,
    generation: 0,
  });
  return { t, event: 'datagram', port: PRESENCE_PORT, address, bytes: bytes.toString('hex') };
}

function playerStatus(t: number, number: number): RecordingLine {
  const message = playingStatus({ number, sourcePlayer: 1, slot: SLOT.usb, trackId: 17 });
  const bytes = statusCodec.encode(message).toString('hex');
  return { t, event: 'datagram', port: STATUS_PORT, address: `169.254.20.${10 + number}`, bytes };
}

/** The other player is switched on later. */
const PLAYERS: readonly RecordingLine[] = [
  { t: 0, event: 'start', version: 1, source: 'prodjlink', at: '2026-05-01T20:00:00.000Z' },
  keepAlive(300, 1),
  keepAlive(2_300, 1),
  playerStatus(6_000, 1),
  keepAlive(6_400, 2),
  playerStatus(6_500, 2),
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
  it('becomes the same devices with the same messages, from the first connection on', async () => {
    const text = `${RECORDING.map(writeRecordingLine).join('\n')}\n{"t":1050,"dev`;
    const set = await loadEngineSet(await write('bug.jsonl', text));
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

  it('is refused if it is empty', async () => {
    const path = await write('empty.jsonl', '{"t":0,"event":"start","version":1,"at":""}\n');
    await expect(loadEngineSet(path)).rejects.toMatchObject({
      problems: [
        { where: path, what: 'this recording holds no device: record again while the devices are on' },
      ],
    });
  });

  it('of players has their datagrams from the first state on, and the numbers of the tracks', () => {
    const parsed = parseSet(PLAYERS.map(writeRecordingLine).join('\n'), 'my.jsonl');
    assert(parsed.ok && 'recording' in parsed);
    const { senders, announcements, datagrams, media } = parsed.recording;
    expect(senders).toEqual(['169.254.20.11', '169.254.20.12']);
    expect(announcements.map(({ from }) => from)).toEqual(['169.254.20.11']);
    expect(datagrams.map(({ ms, port, from }) => [ms, port, from])).toEqual([
      [0, 'status', '169.254.20.11'],
      [400, 'presence', '169.254.20.12'],
      [500, 'status', '169.254.20.12'],
    ]);
    expect(media).toEqual([{ at: '169.254.20.11', player: 1, slot: SLOT.usb, trackIds: [17] }]);
  });

  it.each([
    [
      'of a later version',
      ['{"t":0,"event":"start","version":2,"at":""}', '{"t":1,"event":"sneeze"}'],
      ['my.jsonl:1 · this recording is of another version of deckcast: play it with the one that made it'],
    ],
    [
      'with a damaged line',
      [writeRecordingLine(PLAYERS[0] as RecordingLine), '{"t":1,"event":', '', '{"t":'],
      ['my.jsonl:2 · this is not a line of a recording: remove it to play the rest'],
    ],
    [
      'with a thousand of them',
      [writeRecordingLine(PLAYERS[0] as RecordingLine), ...Array<string>(1_000).fill('x'), ''],
      expect.arrayContaining(['my.jsonl · and 990 more lines like these']),
    ],
    [
      'of players that were never heard',
      [writeRecordingLine(PLAYERS[0] as RecordingLine)],
      ['my.jsonl · this recording holds no device: record again while the devices are on'],
    ],
  ])('%s is refused with instructions', (_, lines, problems) => {
    expect(problemsOf(...lines)).toEqual(problems);
  });

  it('with too many addresses is refused with the reason', () => {
    const noise = Array.from(
      { length: 300 },
      (_, index): RecordingLine => ({
        t: 900,
        event: 'datagram',
        port: TIMING_PORT,
        address: `10.0.${index >> 8}.${index & 255}`,
        bytes: '00',
      }),
    );
    expect(problemsOf(...[...PLAYERS, ...noise].map(writeRecordingLine))[0]).toContain(
      'made among 302 addresses, and there is room for 200',
    );
  });
});

describe('loading a set file', () => {
  it('reports a missing file', async () => {
    const path = join(folder, 'none.jsonl');
    await expect(loadEngineSet(path)).rejects.toMatchObject({
      problems: [{ where: path, what: expect.stringContaining('no such file') }],
    });
  });

  it('accepts the one from the guide', async () => {
    const guide = await readFile(new URL('../../../docs/guide/set-file.md', import.meta.url), 'utf8');
    const [, example = ''] = /```jsonl\n([^`]*)```/.exec(guide) ?? [];
    const set = await loadEngineSet(await write('example.jsonl', example));
    expect(set.timeline.length).toBeGreaterThan(5);
  });
});
