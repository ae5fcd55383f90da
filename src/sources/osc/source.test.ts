/** Simulated OSC programs, real pipeline. */
import { createSocket, type Socket } from 'node:dgram';
import { encode, Message } from 'node-osc';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pipelineUnderTest } from '../../../test/support/pipeline.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { portOf, runSource } from '../../../test/support/source.ts';
import { waitFor } from '../../../test/support/wait.ts';
import type { ControllerFaders, ControllerLevels } from '../../core/contracts/faders.ts';
import { type OscSettings, oscOptions } from './options.ts';
import { OscSource } from './source.ts';

let show: ReturnType<typeof pipelineUnderTest>;
let source: OscSource;
let program: Socket;

async function open(change: Partial<OscSettings> = {}, faders?: ControllerFaders): Promise<void> {
  const settings = settingsOf(oscOptions, { 'osc.in.addr': { host: '127.0.0.1', port: 0 }, ...change });
  source = new OscSource(settings, { clock: show.clock, log: show.log, ...(faders && { faders }) });
  show.follow(source);
  await waitFor('the port', () => portOf(source));
}

beforeEach(() => {
  show = pipelineUnderTest();
  program = createSocket('udp4');
});

afterEach(() => {
  program.close();
});

/** Waits until the messages have arrived, and advances the clock. */
async function send(
  ...messages: readonly [address: string, value: string | number | boolean][]
): Promise<void> {
  for (const [address, value] of messages) {
    const before = source.messages;
    program.send(encode(new Message(address, value)), portOf(source), '127.0.0.1');
    await waitFor(`${address} to arrive`, () => (source.messages > before ? true : undefined));
  }
}

function published(): readonly string[] {
  return show.published.map(({ track }) => `${track.artist} - ${track.title}`);
}

async function pass(ms = 1_000): Promise<void> {
  await show.clock.advance(ms);
}

test('features the deck of rekordbox whose fader alone is open on a controller', async () => {
  let fade: (levels: ControllerLevels) => void = () => undefined;
  await open(
    { 'osc.in.preset': 'rkbx_link' },
    {
      follow(changed) {
        fade = changed;
        return () => undefined;
      },
    },
  );
  const levels = (first: number, second: number): ControllerLevels =>
    new Map([
      [1, { level: first, fader: first }],
      [2, { level: second, fader: second }],
    ]);
  const run = async (deck: number, seconds: number): Promise<void> => {
    await send([`/${deck}/time`, seconds]);
    await pass(200);
  };
  fade(levels(1, 0));
  await send(['/0/track/title', 'One'], ['/0/track/artist', 'Ada']);
  await run(0, 1);
  await run(0, 1.2);
  await pass(0);
  await send(['/1/track/title', 'Two'], ['/1/track/artist', 'Bo']);
  for (let seconds = 2; seconds < 5; seconds += 1) {
    await run(1, seconds);
    await run(0, seconds);
  }
  expect(show.story()).toEqual(['track One']);
  fade(levels(1, 0.8));
  fade(levels(0, 1));
  expect(show.story()).toEqual(['track One', 'track Two']);
});

describe('a program that sends every field', () => {
  test('features the loudest deck of a mix once the other deck is gone', async () => {
    await open();
    await send(['/deck/1/title', 'One'], ['/deck/1/artist', 'Ada'], ['/deck/1/level', 1]);
    await send(['/deck/1/playing', 1]);
    await pass();
    await send(['/deck/2/title', 'Two'], ['/deck/2/artist', 'Bo'], ['/deck/2/level', 0]);
    await send(['/deck/2/playing', true]);
    await pass();
    expect(show.story()).toEqual(['track One']);
    await send(['/deck/2/level', 0.9], ['/deck/1/level', 0]);
    await pass();
    expect(show.story()).toEqual(['track One', 'track Two']);
    expect(show.published.map(({ track }) => track.artist)).toEqual(['Ada', 'Bo']);
  });

  test('never pairs a new title with the old artist, whichever comes first', async () => {
    await open();
    await send(['/deck/1/playing', 1], ['/deck/1/title', 'One'], ['/deck/1/artist', 'Ada']);
    await pass();
    await send(['/deck/1/artist', 'Bo'], ['/deck/1/title', 'Two']);
    await pass();
    await send(['/deck/1/title', 'Three']);
    await pass(2_000);
    expect(published()).toEqual(['Ada - One', 'Bo - Two', ' - Three']);
  });

  test.each([
    ['the artist', { artist: 'Bo' }, { title: 'Two' }],
    ['the title', { title: 'Two' }, { artist: 'Bo' }],
  ])('waits for the other name when %s comes first', async (_, first, second) => {
    await open();
    await send(['/deck/A/playing', 1], ['/deck/A/title', 'One'], ['/deck/A/artist', 'Ada']);
    await pass();
    for (const [name, value] of Object.entries({ ...first, ...second })) {
      await send([`/deck/A/${name}`, value]);
      await pass(500);
    }
    await pass();
    expect(published()).toEqual(['Ada - One', 'Bo - Two']);
  });

  test('empties a deck with empty names', async () => {
    await open();
    await send(['/deck/1/title', 'One'], ['/deck/1/artist', 'Ada']);
    await pass();
    await send(['/deck/1/title', ''], ['/deck/1/artist', '']);
    await pass();
    expect(source.decks()).toMatchObject([{ deck: '1', loaded: false, playing: false }]);
  });
});

test('a program that sends only the names of one deck is shown as it sends them', async () => {
  await open({ 'osc.in.title': '/now/song', 'osc.in.artist': '/now/artist' });
  await send(['/now/song', 'One'], ['/now/artist', 'Ada']);
  await pass();
  await send(['/now/song', 'Two'], ['/now/artist', 'Ada']);
  await pass();
  expect(published()).toEqual(['Ada - One', 'Ada - Two']);
});

describe('rkbx_link', () => {
  // Messages of each version with default settings while its master deck plays. `moment`: time in seconds.
  const VERSIONS: readonly [string, 'named last' | 'named first', (moment: number) => [string, number][]][] =
    [
      [
        '1.0',
        'named last',
        (moment) => [
          ['/beat', moment * 2],
          ['/beat/1', (moment * 2) % 1],
          ['/beat/2', moment % 1],
          ['/beat/4', (moment / 2) % 1],
          ['/time', moment],
        ],
      ],
      [
        '1.1',
        'named last',
        (moment) => [
          ['/beat/master', moment * 2],
          ['/time/master', moment],
          ['/phrase/master/current', 1],
        ],
      ],
      ['1.2', 'named first', (moment) => [['/master/beat/subdiv/4', (moment / 2) % 1]]],
    ];

  test.each(VERSIONS)(
    '%s names the track on the master deck with default settings',
    async (_, order, moving) => {
      await open({ 'osc.in.preset': 'rkbx_link' });
      const load = (deck: string, title: string) =>
        ['title', 'artist', 'album'].map((field): [string, string] => [
          order === 'named last' ? `/track/${deck}/${field}` : `/${deck}/track/${field}`,
          `${field} of ${title}`,
        ]);
      let moment = 0;
      const play = async (): Promise<void> => {
        for (let step = 0; step < 4; step += 1) {
          moment += 0.4;
          await send(...moving(moment));
          await pass(400);
        }
      };
      await send(...moving(moment));
      expect(source.health().problem).toContain('no track name yet');
      await send(...load('0', 'One'), ...load('master', 'One'));
      await play();
      await send(...load('1', 'Two'));
      await play();
      expect(show.story()).toEqual(['track title of One']);
      await send(...load('master', 'Two'));
      await play();
      expect(show.story()).toEqual(['track title of One', 'track title of Two']);
      expect(source.health().problem).toContain('track on the master deck of rekordbox');
    },
  );

  test('reports that no deck counts as playing while the master deck stands still', async () => {
    await open({ 'osc.in.preset': 'rkbx_link' });
    await send(['/time/master', 0], ['/track/master/title', 'One'], ['/track/master/artist', 'Ada']);
    await pass(3_000);
    expect(show.story()).toEqual([]);
    expect(source.health().problem).toContain('none is reported as playing');
  });

  test('shows which decks move if it sends the time of every deck', async () => {
    await open({ 'osc.in.preset': 'rkbx_link' });
    let time = 0;
    /** Playing decks send it ten times a second. */
    const play = async (seconds: number, ...decks: readonly number[]): Promise<void> => {
      for (let step = 0; step < seconds * 10; step += 1) {
        time += 0.1;
        await send(...decks.map((deck): [string, number] => [`/time/${deck}`, time]));
        await pass(100);
      }
    };
    await send(['/time/0', 0], ['/time/1', 0]);
    await send(['/track/0/title', 'One'], ['/track/master/title', 'One']);
    await play(2, 0);
    await send(['/track/1/title', 'Two'], ['/track/master/title', 'Two']);
    await play(2, 0, 1);
    expect(show.story()).toEqual(['track One']);
    await play(3, 1);
    expect(show.story()).toEqual(['track One', 'track Two']);
    expect(show.published.map(({ deck }) => deck)).toEqual(['1', '2']);
  });
});

test('OscSource reports why it is silent: no data, not OSC, or other addresses', async () => {
  await open();
  expect(source.health().problem).toContain('no OSC has arrived at 127.0.0.1:');
  program.send('hello', portOf(source), '127.0.0.1');
  await waitFor('a datagram', () => source.health().lastHeardAt);
  expect(source.health().problem).toContain('the incoming data is not OSC');
  await send(['/composition/layers/1', 1]);
  expect(source.health().problem).toContain('such as /composition/layers/1');
  // Address of a level, with an invalid value.
  await send(['/deck/1/level', 'loud']);
  expect(source.health().problem).toContain('such as /deck/1/level');
  await send(['/deck/1/level', 0.5]);
  expect(source.health().problem).toContain('no track name yet');
  await send(['/deck/1/title', 'One'], ['/deck/1/artist', 'Ada'], ['/deck/1/playing', 0]);
  await pass();
  expect(source.health().problem).toContain('none is reported as playing');
  await send(['/deck/1/playing', 1]);
  await pass();
  expect(source.health().problem).toBeUndefined();
  await send(['/deck/1/playing', 0]);
  await pass();
  expect(source.health().problem).toBeUndefined();
});

test('OscSource rejects with the option to change if another program holds the port', async () => {
  await open();
  const port = portOf(source) ?? 0;
  const second = new OscSource(settingsOf(oscOptions, { 'osc.in.addr': { host: '127.0.0.1', port } }), {
    clock: show.clock,
    log: show.log,
  });
  await expect(runSource(second).ended).rejects.toThrow(
    `cannot listen for OSC: UDP port ${port} is in use by another program; choose another address with --osc.in.addr`,
  );
});

describe('the beat of a deck', () => {
  const grids = () => source.beats.at(show.clock.monotonic()).map(({ grid }) => grid);

  test('is reported while it is followed', async () => {
    await open();
    await send(['/deck/1/title', 'One'], ['/deck/1/artist', 'Ada'], ['/deck/1/playing', 1]);
    await pass();
    await send(['/deck/1/bpm', 120], ['/deck/1/beat', 8.5]);
    expect(grids()).toEqual([undefined]);
    const stop = source.beats.follow(() => undefined);
    await send(['/deck/1/beat', 8.5]);
    await pass(250);
    expect(grids()).toMatchObject([{ beat: 9, bpm: 120 }]);
    await send(['/deck/1/bpm', 60]);
    await pass(500);
    expect(grids()).toMatchObject([{ beat: 9.5, bpm: 60 }]);
    stop();
    expect(grids()).toEqual([undefined]);
  });

  test('comes with the position in the track', async () => {
    await open();
    source.beats.follow(() => undefined);
    await send(['/deck/1/title', 'One'], ['/deck/1/artist', 'Ada'], ['/deck/1/playing', 1]);
    await pass();
    await send(['/deck/1/bpm', 126], ['/deck/1/position', 60], ['/deck/1/beat', 100]);
    await pass(2_000);
    expect(grids()).toMatchObject([{ positionMs: 62_000 }]);
    // Five percent faster than the track.
    await send(['/deck/1/position', 62.1], ['/deck/1/beat', 104.2]);
    await pass(2_000);
    expect(grids()[0]?.positionMs).toBeCloseTo(64_200, 0);
    await send(['/deck/1/playing', 0]);
    await pass(10_000);
    await send(['/deck/1/playing', 1], ['/deck/1/beat', 108.4]);
    await pass();
    expect(grids()[0]?.positionMs).toBeCloseTo(65_250, 0);
  });
});
