/** Whole sets from a Traktor that sends what the real one does, through the real pipeline. */

import { type Letter, SimulatedTraktor } from '@deckcast/simulator';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { memoryDisk } from '../../../test/support/disk.ts';
import { FULL_LENGTH } from '../../../test/support/full-length.ts';
import { pipelineUnderTest } from '../../../test/support/pipeline.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { type TraktorSettings, traktorOptions } from './options.ts';
import { TraktorSource } from './source.ts';

/** What each makes of the decks is tried beside the rules. */
const ALGORITHMS = FULL_LENGTH ? (['volume', 'lead', 'altlead'] as const) : (['volume'] as const);

let show: ReturnType<typeof pipelineUnderTest>;
let source: TraktorSource;
let traktor: SimulatedTraktor;
let stop: AbortController;
let ended: Promise<void>;

async function open(change: Partial<TraktorSettings> = {}): Promise<void> {
  stop = new AbortController();
  source = sourceWith(change);
  ended = source.run(show.pipeline, stop.signal);
  const port = await waitFor('the port', () => source.port);
  traktor ??= new SimulatedTraktor(port, show.clock);
  traktor.moveTo(port);
}

function sourceWith(change: Partial<TraktorSettings>): TraktorSource {
  const settings = settingsOf(traktorOptions, {
    'traktor.addr': { host: '127.0.0.1', port: 0 },
    ...change,
  });
  const tools = { clock: show.clock, log: show.log, disk: memoryDisk() };
  return new TraktorSource(settings, tools, { platform: 'linux', env: {} });
}

async function close(): Promise<void> {
  stop.abort();
  await ended;
}

/** Another run of the program; Traktor's clock goes on. */
async function restartDeckcast(change: Partial<TraktorSettings> = {}): Promise<void> {
  await close();
  show.pipeline.stop();
  show = pipelineUnderTest(undefined, undefined, show.clock);
  await open(change);
  await pass(10_000);
}

beforeEach(() => {
  show = pipelineUnderTest();
});

afterEach(async () => {
  await close();
  traktor.close();
  traktor = undefined as never;
  show.pipeline.stop();
});

/** Every request was answered. */
function idle(): Promise<true> {
  return waitFor('answers to Traktor', () => (traktor.waiting === 0 ? true : undefined));
}

/** Time passes in steps in which every request gets there, as over loopback. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 250) {
    await show.clock.advance(Math.min(250, left));
    await idle();
  }
}

async function bring(deck: Letter, title: string): Promise<void> {
  traktor.load(deck, { title, artist: `${title}'s artist` });
  await pass(1_000);
  traktor.play(deck);
  await pass(500);
}

async function fade(from: Letter, to: Letter): Promise<void> {
  for (const position of [0.25, 0.5, 0.75, 1]) {
    traktor.fader(to, position);
    await pass(500);
  }
  for (const position of [0.5, 0]) {
    traktor.fader(from, position);
    await pass(500);
  }
  traktor.play(from, false);
  await pass(500);
}

async function startTraktor(): Promise<void> {
  traktor.start();
  await pass(1_000);
}

test('each of the thirty requests of its start is answered, and a channel that sends nothing is closed', async () => {
  await open();
  traktor.fader('A', 1);
  await startTraktor();
  expect(traktor).toMatchObject({ answered: 30, refused: 0 });
  expect(source.decks()).toMatchObject(
    [1, 0, 0, 0].map((level) => ({ level, loaded: false, playing: false })),
  );
});

describe('a set', () => {
  test.each(ALGORITHMS)('is published as it is played, with %s', async (algorithm) => {
    await open({ 'detection.algorithm': algorithm });
    await startTraktor();
    const titles = ['One', 'Två', '三', 'Four', 'Five', 'Six'];
    let before: Letter | undefined;
    for (const [index, title] of titles.entries()) {
      const deck = (['A', 'B', 'C', 'D'] as const)[index % 4] ?? 'A';
      await bring(deck, title);
      if (before === undefined) {
        traktor.fader(deck, 1);
        await pass(500);
      } else {
        expect(show.story()).toHaveLength(index);
        await fade(before, deck);
      }
      await pass(2_000);
      before = deck;
    }
    expect(show.story()).toEqual(titles.map((title) => `track ${title}`));
    expect(show.published.map(({ deck }) => deck)).toEqual(['A', 'B', 'C', 'D', 'A', 'B']);
    expect(show.published[1]).toMatchObject({
      source: 'traktor',
      track: {
        title: 'Två',
        artist: "Två's artist",
        filename: 'Två.mp3',
        durationMs: 300_000,
        key: '9m',
        bpm: 128,
      },
    });
    expect(traktor.refused).toBe(0);
  });

  test('changes with the crossfader, though no level comes before the hand rests', async () => {
    await open();
    await startTraktor();
    traktor.assign('A', 'left');
    traktor.assign('B', 'right');
    traktor.crossfader(0);
    traktor.fader('A', 1);
    traktor.fader('B', 1);
    await bring('A', 'One');
    await bring('B', 'Two');
    expect(show.story()).toEqual(['track One']);
    for (let x = 0; x < 1; x += 0.05) {
      traktor.crossfader(x);
      await pass(100);
      expect(show.story()).toEqual(['track One']);
    }
    traktor.crossfader(1);
    await idle();
    expect(show.story()).toEqual(['track One', 'track Two']);
  });

  test.each(ALGORITHMS)('survives restarts of both sides, with %s', async (algorithm) => {
    const set = { 'detection.algorithm': algorithm };
    await open(set);
    await startTraktor();
    traktor.fader('A', 1);
    await bring('A', 'One');
    await bring('B', 'Two');
    await fade('A', 'B');
    traktor.play('B', false);
    await pass(1_000);
    traktor.play('B');
    await pass(1_000);
    traktor.load('B', { title: 'Two', artist: "Two's artist" });
    await pass(1_000);
    traktor.play('B');
    await pass(1_000);
    expect(show.story()).toEqual(['track One', 'track Two']);
    traktor.quit();
    await pass(10_000);
    traktor.fader('B', 0);
    traktor.fader('C', 1);
    await startTraktor();
    await bring('C', 'Three');
    expect(show.story()).toEqual(['track One', 'track Two', 'track Three']);

    await restartDeckcast(set);
    await bring('D', 'Four');
    await pass(10_000);
    expect(show.story()).toEqual([]);
    await fade('C', 'D');
    await pass(2_000);
    expect(show.story()).toEqual(['track Four']);
    await bring('A', 'Five');
    await fade('D', 'A');
    await pass(2_000);
    traktor.load('D', undefined);
    await pass(10_000);
    expect(source.decks()[3]).toMatchObject({ loaded: false, playing: false });
    expect(show.story()).toEqual(['track Four', 'track Five']);
    expect(traktor.refused).toBeLessThanOrEqual(1);
  });

  test('is followed by the tempo master, with altlead', async () => {
    await open({ 'detection.algorithm': 'altlead' });
    await startTraktor();
    await bring('A', 'One');
    await bring('B', 'Two');
    traktor.master('B');
    await pass(9_000);
    expect(show.story()).toEqual(['track One', 'track Two']);
    traktor.master(null);
    await pass(9_000);
    expect(show.story()).toEqual(['track One', 'track Two']);
  });
});

describe('when deckcast starts after Traktor', () => {
  beforeEach(async () => {
    await open();
    await startTraktor();
    traktor.fader('A', 1);
    await bring('A', 'One');
    await restartDeckcast();
  });

  test('what plays is unknown until the next load, and said so', async () => {
    expect(show.story()).toEqual([]);
    expect(source.health().problem).toMatch(
      /^deck A: what plays is unknown until the next load \(.*load it again/,
    );
    expect(show.log.at('warn')).toEqual(['Traktor does not report what it plays']);
    expect(await source.findings()).toMatchObject([{ severity: 'warning', area: 'software' }]);
    await bring('A', 'Two');
    expect(show.story()).toEqual(['track Two']);
    expect(source.health()).not.toHaveProperty('problem');
    expect((await source.findings()).map(({ severity }) => severity)).toEqual(['ok']);
  });

  test('no deck in the headphones is mistaken for the unknown one', async () => {
    await bring('B', 'In the headphones');
    await pass(10_000);
    expect(show.story()).toEqual([]);
  });
});

describe('when Traktor ends while it plays', () => {
  beforeEach(async () => {
    await open();
    await startTraktor();
    traktor.fader('A', 1);
    traktor.fader('B', 1);
    await bring('A', 'One');
    traktor.quit();
    await pass(4_000);
  });

  test('it is reported, and its decks are no longer shown', async () => {
    expect(source.health().problem).toMatch(/^Traktor played and then fell silent/);
    await pass(10_000);
    expect(source.decks()).toEqual([]);
    expect(show.story()).toEqual(['track One']);
  });

  test('it starts with closed channels and empty decks, and is followed again', async () => {
    traktor.fader('A', 0);
    traktor.fader('B', 0.8);
    await startTraktor();
    expect(source.health()).not.toHaveProperty('problem');
    expect(source.decks().map(({ level, loaded }) => [level, loaded])).toEqual([
      [0, false],
      [0.8, false],
      [0, false],
      [0, false],
    ]);
    await bring('A', 'Cued');
    await pass(3_000);
    expect(show.story()).toEqual(['track One']);
    await bring('B', 'Two');
    expect(show.story()).toEqual(['track One', 'track Two']);
  });
});

test.each(ALGORITHMS)('a connection that breaks announces nothing, with %s', async (algorithm) => {
  const set = { 'detection.algorithm': algorithm };
  await open(set);
  await startTraktor();
  await restartDeckcast(set);
  await bring('A', 'One');
  traktor.fader('A', 1);
  // When the connection breaks, deck A has not been heard for almost a second.
  await pass(900);
  // Traktor does not say that its fader is closed: it was already when deckcast started.
  await bring('B', 'In the headphones');
  const port = source.port ?? 0;
  traktor.moveTo(1);
  await pass(60_000);
  traktor.moveTo(port);
  await pass(10_000);
  expect(show.story()).toEqual(['track One']);
});

test('a deck that comes back elsewhere may hold another track: it is unknown', async () => {
  await open();
  await startTraktor();
  traktor.fader('A', 1);
  await bring('A', 'One');
  await pass(30_000);
  const port = source.port ?? 0;
  traktor.moveTo(1);
  await pass(5_000);
  traktor.load('A', { title: 'Two', artist: 'Nobody heard' });
  await pass(1_000);
  traktor.play('A');
  await pass(5_000);
  traktor.moveTo(port);
  await pass(8_000);
  expect(source.health().problem).toMatch(/unknown until the next load/);
  expect(source.decks()[0]).toMatchObject({ deck: 'A', loaded: true, track: { title: '' } });
});

test('a deck that comes back where it must be by then holds its track', async () => {
  await open();
  await startTraktor();
  traktor.fader('A', 1);
  await bring('A', 'One');
  await pass(30_000);
  const port = source.port ?? 0;
  traktor.moveTo(1);
  await pass(12_000);
  traktor.moveTo(port);
  await pass(5_000);
  expect(source.health()).not.toHaveProperty('problem');
  expect(source.decks()[0]).toMatchObject({
    deck: 'A',
    playing: true,
    featured: true,
    track: { title: 'One' },
  });
  expect(show.story()).toEqual(['track One']);
});

test('that nothing has come is logged in plain words, once it has lasted', async () => {
  await open();
  expect(source.health().problem).toMatch(/^nothing has arrived from Traktor yet/);
  expect(show.log.at('warn')).toEqual([]);
  await show.clock.advance(5_000);
  expect(show.log.at('warn')).toEqual(['Traktor does not report what it plays']);
  await startTraktor();
  expect(source.health()).not.toHaveProperty('problem');
});

test('a port that another program holds is reported, with what to do', async () => {
  await open();
  const second = sourceWith({ 'traktor.addr': { host: '127.0.0.1', port: source.port ?? 0 } });
  await expect(second.run(show.pipeline, stop.signal)).rejects.toThrow(
    /^cannot listen for Traktor: port \d+ is in use by another program; close the program that holds it \(.*--traktor\.addr/,
  );
});
