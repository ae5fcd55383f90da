/** Simulated Traktor, real pipeline. */

import { once } from 'node:events';
import { request } from 'node:http';
import { type Letter, SimulatedTraktor } from '@deckcast/simulator';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { memoryDisk } from '../../../test/support/disk.ts';
import { FULL_LENGTH } from '../../../test/support/full-length.ts';
import { pipelineUnderTest } from '../../../test/support/pipeline.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { portOf, runSource } from '../../../test/support/source.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { type TraktorSettings, traktorOptions } from './options.ts';
import { TraktorSource } from './source.ts';

/** Other algorithms run in full tests only, because their own tests cover their rules. */
const ALGORITHMS = FULL_LENGTH ? (['volume', 'lead', 'altlead'] as const) : (['volume'] as const);

let show: ReturnType<typeof pipelineUnderTest>;
let source: TraktorSource;
let traktor: SimulatedTraktor;
let leave: () => Promise<void>;

async function open(change: Partial<TraktorSettings> = {}): Promise<void> {
  source = sourceWith(change);
  leave = show.follow(source);
  const port = await waitFor('the port', () => portOf(source));
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

/** Traktor's clock goes on meanwhile. */
async function restartDeckcast(change: Partial<TraktorSettings> = {}): Promise<void> {
  await leave();
  show.pipeline.stop();
  show = pipelineUnderTest(undefined, undefined, show.clock);
  await open(change);
  await pass(10_000);
}

beforeEach(() => {
  show = pipelineUnderTest();
});

afterEach(async () => {
  await leave();
  traktor.close();
  traktor = undefined as never;
});

/** Waits until every request is answered. */
function idle(): Promise<true> {
  return waitFor('answers to Traktor', () => (traktor.waiting === 0 ? true : undefined));
}

/** Requests arrive in each step, as over loopback. */
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

/** Deck A plays, and its fader is open. */
async function openPlaying(change: Partial<TraktorSettings> = {}): Promise<void> {
  await open(change);
  await startTraktor();
  traktor.fader('A', 1);
  await bring('A', 'One');
}

/** The connection is broken meanwhile. */
async function unheard(happens: () => Promise<void>): Promise<void> {
  const port = portOf(source) ?? 0;
  traktor.moveTo(1);
  await happens();
  traktor.moveTo(port);
}

/** A timecode record turns: the tempo never rests for long, and Traktor reports no play. */
async function turn(deck: Letter, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    traktor.tempo(deck, 1 + (second % 2 === 0 ? 0.001 : -0.002));
    await pass(1_000);
  }
}

describe('timecode, with decks that Traktor never reports as playing', () => {
  beforeEach(async () => {
    await open();
    await startTraktor();
    traktor.fader('A', 1);
    traktor.load('A', { title: 'One', artist: 'Ada' });
    await pass(1_000);
  });

  test('puts the deck on air whose tempo moves behind an open fader, and the next one once it has taken over', async () => {
    await turn('A', 5);
    expect(show.story()).toEqual(['track One']);
    traktor.load('B', { title: 'Two', artist: 'Bo' });
    await turn('B', 5);
    expect(show.story()).toEqual(['track One']);
    traktor.fader('B', 1);
    await pass(1_000);
    traktor.fader('A', 0);
    await pass(1_000);
    expect(show.story()).toEqual(['track One', 'track Two']);
    // The next record is cued behind a closed fader, while this one stands still for a moment.
    traktor.load('A', { title: 'Three', artist: 'Cy' });
    await turn('A', 5);
    traktor.tempo('B', 0);
    await pass(1_000);
    expect(show.story()).toEqual(['track One', 'track Two']);
  });

  test('does not put a deck on air whose tempo is only set', async () => {
    await turn('A', 2);
    await pass(20_000);
    await turn('A', 2);
    expect(show.story()).toEqual([]);
  });

  test('reports a track that stays silent for a minute until a deck plays', async () => {
    await pass(50_000);
    expect(source.health().problem).toBeUndefined();
    await pass(10_000);
    expect(source.health().problem).toContain(
      'deck A has a track and an open channel, but Traktor does not report it as playing',
    );
    traktor.play('A');
    await pass(1_000);
    expect(source.health().problem).toBeUndefined();
  });
});

test('the tempo of a stopped deck is ignored if Traktor reports plays', async () => {
  await openPlaying();
  traktor.load('B', { title: 'Two', artist: 'Bo' });
  traktor.fader('B', 1);
  await turn('B', 20);
  traktor.fader('A', 0);
  await pass(2_000);
  expect(show.story()).toEqual(['track One']);
  traktor.play('A', false);
  await turn('B', 4);
  expect(show.story()).toEqual(['track One']);
});

test("TraktorSource answers all thirty requests of Traktor's start, and takes a channel without reports as closed", async () => {
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
    await openPlaying({ 'detection.algorithm': algorithm });
    const titles = ['One', 'Två', '三', 'Four', 'Five', 'Six'];
    const decks: readonly Letter[] = ['A', 'B', 'C', 'D', 'A', 'B'];
    for (const [index, deck] of decks.entries()) {
      const before = decks[index - 1];
      if (before !== undefined) {
        await bring(deck, titles[index] ?? '');
        expect(show.story()).toHaveLength(index);
        await fade(before, deck);
        await pass(2_000);
      }
    }
    expect(show.story()).toEqual(titles.map((title) => `track ${title}`));
    expect(show.published.map(({ deck }) => deck)).toEqual(decks);
    const names = { title: 'Två', artist: "Två's artist", filename: 'Två.mp3' };
    expect(show.published[1]).toMatchObject({
      source: 'traktor',
      track: { ...names, durationMs: 300_000, key: '9m', bpm: 128 },
    });
    expect(traktor.refused).toBe(0);
  });

  test('follows the crossfader, although no level comes before the hand rests', async () => {
    await open();
    await startTraktor();
    traktor.assign('A', 'left');
    traktor.assign('B', 'right');
    traktor.crossfader(0);
    traktor.fader('A', 1);
    traktor.fader('B', 1);
    await bring('A', 'One');
    await bring('B', 'Two');
    for (let x = 0; x < 1; x += 0.05) {
      traktor.crossfader(x);
      await pass(100);
      expect(show.story()).toEqual(['track One']);
    }
    traktor.crossfader(1);
    await idle();
    expect(show.story()).toEqual(['track One', 'track Two']);
  });

  test.each(ALGORITHMS)('survives stops, reloads and a restart of deckcast, with %s', async (algorithm) => {
    const set = { 'detection.algorithm': algorithm };
    await openPlaying(set);
    traktor.play('A', false);
    await pass(1_000);
    traktor.play('A');
    await pass(1_000);
    await bring('A', 'One');
    expect(show.story()).toEqual(['track One']);
    await restartDeckcast(set);
    await bring('B', 'Two');
    await pass(10_000);
    expect(show.story()).toEqual([]);
    await fade('A', 'B');
    await pass(2_000);
    expect(show.story()).toEqual(['track Two']);
    traktor.load('A', undefined);
    await pass(10_000);
    expect(source.decks()[0]).toMatchObject({ loaded: false, playing: false });
    await bring('A', 'Three');
    await fade('B', 'A');
    await pass(2_000);
    expect(show.story()).toEqual(['track Two', 'track Three']);
    expect(traktor.refused).toBeLessThanOrEqual(1);
  });

  test('follows the tempo master, with altlead', async () => {
    await open({ 'detection.algorithm': 'altlead' });
    await startTraktor();
    await bring('A', 'One');
    await bring('B', 'Two');
    traktor.master('B');
    await pass(9_000);
    traktor.master(null);
    await pass(9_000);
    expect(show.story()).toEqual(['track One', 'track Two']);
  });
});

test('TraktorSource reports an unknown track until the next load if deckcast starts after Traktor', async () => {
  await openPlaying();
  await restartDeckcast();
  await bring('B', 'In the headphones');
  await pass(10_000);
  traktor.play('B', false);
  await pass(500);
  expect(show.story()).toEqual([]);
  expect(source.health().problem).toMatch(
    /^deck A: its track is unknown until the next load \(.*load it again/,
  );
  const warnings = show.log.lines.filter(({ level }) => level === 'warn');
  expect(new Set(warnings.map(({ message }) => message))).toEqual(
    new Set(['Traktor does not report what it plays']),
  );
  expect(warnings.map(({ fields }) => fields.problem)).toEqual([
    'deck A: its track is unknown until the next load',
    'decks A and B: their levels are unknown until their faders move',
  ]);
  expect(await source.findings()).toMatchObject([{ severity: 'warning', area: 'software' }]);
  await bring('A', 'Two');
  expect(show.story()).toEqual(['track Two']);
  expect(source.health().problem).toBeUndefined();
  expect((await source.findings()).map(({ severity }) => severity)).toEqual(['ok']);
});

test('TraktorSource does not put a deck on air by mistake that ran behind a closed fader before the start and is loaded again', async () => {
  await openPlaying();
  await bring('C', 'Forgotten');
  await restartDeckcast();
  await bring('B', 'Two');
  await fade('A', 'B');
  traktor.load('C', { title: 'In the headphones', artist: 'Nobody heard' });
  traktor.play('C');
  await pass(10_000);
  expect(show.story()).toEqual([]);
  const [finding] = await source.findings();
  expect(finding?.finding).toBe('deck C: its level is unknown until its fader moves');
  traktor.play('C', false);
  await pass(1_000);
  expect(show.story()).toEqual(['track Two']);
  expect((await source.findings()).map(({ severity }) => severity)).toEqual(['ok']);
});

test('TraktorSource reports that Traktor ended while it played, and follows it after its next start', async () => {
  await openPlaying();
  traktor.quit();
  await pass(4_000);
  expect(source.health().problem).toMatch(/^Traktor was playing and then went silent/);
  await pass(10_000);
  expect(source.decks()).toEqual([]);
  traktor.fader('A', 0);
  traktor.fader('B', 0.8);
  await startTraktor();
  expect(source.health().problem).toBeUndefined();
  expect(source.decks()).toMatchObject([0, 0.8, 0, 0].map((level) => ({ level, loaded: false })));
  await bring('A', 'Cued');
  await pass(3_000);
  expect(show.story()).toEqual(['track One']);
  await bring('B', 'Two');
  expect(show.story()).toEqual(['track One', 'track Two']);
});

test.each(ALGORITHMS)(
  'TraktorSource announces nothing when a connection breaks, with %s',
  async (algorithm) => {
    const set = { 'detection.algorithm': algorithm };
    await open(set);
    await startTraktor();
    await restartDeckcast(set);
    await bring('A', 'One');
    traktor.fader('A', 1);
    // Deck A has been silent for almost a second when the connection breaks.
    await pass(900);
    // Traktor does not report that the fader is closed, because it was closed before deckcast started.
    await bring('B', 'In the headphones');
    await unheard(() => pass(60_000));
    await pass(10_000);
    expect(show.story()).toEqual(['track One']);
  },
);

test("TraktorSource treats a deck's track as unknown if the deck returns at another position", async () => {
  await openPlaying();
  await pass(30_000);
  await unheard(async () => {
    await pass(5_000);
    await bring('A', 'Nobody heard');
    await pass(5_000);
  });
  await pass(8_000);
  expect(source.health().problem).toMatch(/unknown until the next load/);
  expect(source.decks()[0]).toMatchObject({ deck: 'A', loaded: true, track: { title: '' } });
});

test("TraktorSource keeps a deck's track if the deck returns at the expected position", async () => {
  await openPlaying();
  await pass(30_000);
  await unheard(() => pass(12_000));
  await pass(5_000);
  expect(source.health().problem).toBeUndefined();
  expect(source.decks()[0]).toMatchObject({ playing: true, featured: true, track: { title: 'One' } });
  expect(show.story()).toEqual(['track One']);
});

// Only Linux has more than one loopback address by default.
test.runIf(process.platform === 'linux')(
  'TraktorSource makes room for another computer by forgetting one that was silent for an hour',
  async () => {
    await open();
    const port = portOf(source) ?? 0;
    const load = async (computer: number): Promise<void> => {
      const to = { port, localAddress: `127.0.0.${computer}`, path: '/deckLoaded/A', method: 'POST' };
      const loaded = request({ host: '127.0.0.1', ...to });
      loaded.end(JSON.stringify({ title: `Of ${computer}`, artist: 'X' }));
      const [answer] = await once(loaded, 'response');
      answer.resume();
    };
    const titles = (): readonly string[] => source.decks().map(({ track: { title } }) => title);
    for (const computer of [2, 3, 4, 5, 6, 7, 8, 9]) {
      await load(computer);
    }
    await pass(2_000);
    await load(3);
    await load(10);
    await pass(2_000);
    expect(titles()).toHaveLength(8);
    await show.clock.advance(60 * 60_000);
    await load(2);
    await load(10);
    await pass(2_000);
    expect(titles()).toContain('Of 10');
    expect(titles()).toContain('Of 2');
    expect(titles()).toHaveLength(8);
  },
);

test('TraktorSource logs a lasting lack of messages in plain words', async () => {
  await open();
  expect(source.health().problem).toMatch(/^nothing has arrived from Traktor yet/);
  expect(show.log.at('warn')).toEqual([]);
  await show.clock.advance(5_000);
  expect(show.log.at('warn')).toEqual(['Traktor does not report what it plays']);
  await startTraktor();
  expect(source.health().problem).toBeUndefined();
});

test('TraktorSource answers requests that are not from Traktor, and rejects those of pages in a browser', async () => {
  await open();
  const url = `http://127.0.0.1:${portOf(source)}`;
  const post = async (path: string, headers = {}): Promise<number> =>
    (await fetch(`${url}${path}`, { method: 'POST', body: '{}', headers })).status;
  expect(await (await fetch(url)).text()).toMatch(/waits here for Traktor/);
  expect(await post('/nowhere')).toBe(204);
  expect(await post('/deckLoaded/A', { origin: 'https://example.com' })).toBe(403);
  expect(source.health().lastHeardAt).toBeUndefined();
});

test('TraktorSource reports a port in use with what to do', async () => {
  await open();
  const second = sourceWith({ 'traktor.addr': { host: '127.0.0.1', port: portOf(source) ?? 0 } });
  await expect(runSource(second).ended).rejects.toThrow(
    /^cannot listen for Traktor: port \d+ is in use by another program; close the program that holds it \(.*--traktor\.addr/,
  );
});
