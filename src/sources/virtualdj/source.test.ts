/** Simulated VirtualDJ with its traps, real pipeline. */

import { SimulatedVirtualDj } from '@deckcast/simulator';
import { beforeEach, describe, expect, test } from 'vitest';
import { FULL_LENGTH } from '../../../test/support/full-length.ts';
import { pipelineUnderTest } from '../../../test/support/pipeline.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { Secret } from '../../core/option.ts';
import { type VirtualDjSettings, virtualDjOptions } from './options.ts';
import { VirtualDjSource } from './source.ts';

const ALGORITHMS = FULL_LENGTH ? (['volume', 'lead', 'altlead'] as const) : (['volume'] as const);

let show: ReturnType<typeof pipelineUnderTest>;
let source: VirtualDjSource;
let virtualDj: SimulatedVirtualDj;
let settings: { -readonly [Name in keyof VirtualDjSettings]: VirtualDjSettings[Name] };
let queries: { readonly script: string; readonly at: number }[];

beforeEach(() => {
  show = pipelineUnderTest();
  virtualDj = new SimulatedVirtualDj(() => show.clock.monotonic());
  queries = [];
  virtualDj.beforeAnswer = (script) => queries.push({ script, at: show.clock.monotonic() });
});

function sourceWith(change: Partial<VirtualDjSettings>, { fetch } = virtualDj): VirtualDjSource {
  settings = settingsOf(virtualDjOptions, { 'virtualdj.url': 'http://127.0.0.1', ...change });
  return new VirtualDjSource(settings, { clock: show.clock, log: show.log, fetch });
}

async function open(change: Partial<VirtualDjSettings> = {}): Promise<void> {
  source = sourceWith(change);
  show.follow(source);
  await show.clock.advance(2_000);
}

const DETAILS = { label: 'Harbour', comment: 'Opener', key: 'Am', bpm: 127.5, year: 1999 };

async function bring(deck: number, title: string): Promise<void> {
  virtualDj.load(deck, { title, artist: `${title}'s artist`, genre: 'House', ...DETAILS });
  await show.clock.advance(2_000);
  virtualDj.play(deck);
  await show.clock.advance(2_000);
}

async function fade(from: number, to: number): Promise<void> {
  for (const position of [0.25, 0.5, 0.75, 1]) {
    virtualDj.volume(to, position);
    virtualDj.volume(from, 1 - position);
    await show.clock.advance(700);
  }
  virtualDj.play(from, false);
  await show.clock.advance(1_500);
}

/** Deck 1 plays, and its fader is open. */
async function openPlaying(change: Partial<VirtualDjSettings> = {}): Promise<void> {
  await open(change);
  virtualDj.volume(1, 1);
  await bring(1, 'One');
}

/** Loads and plays on deck 1. */
async function playNext(title: string, artist: string, path?: string): Promise<void> {
  virtualDj.load(1, { title, artist, ...(path === undefined ? {} : { path }) });
  virtualDj.play(1);
  await show.clock.advance(3_000);
}

/** Most requests within one second. */
function busiestSecond(): number {
  const times = queries.map(({ at }) => at);
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length));
}

describe('a set', () => {
  test.each(ALGORITHMS)('is published as it is played, with %s', async (algorithm) => {
    await openPlaying({ 'detection.algorithm': algorithm });
    const titles = ['One', 'Två', '三', 'Four'];
    const decks = [1, 2, 3, 1];
    for (const [index, deck] of decks.entries()) {
      const before = decks[index - 1];
      if (before !== undefined) {
        await bring(deck, titles[index] ?? '');
        expect(show.story()).toHaveLength(index);
        await fade(before, deck);
        await show.clock.advance(2_000);
      }
    }
    expect(show.story()).toEqual(titles.map((title) => `track ${title}`));
    expect(show.published.map(({ deck }) => deck)).toEqual(['1', '2', '3', '1']);
    const names = { title: 'Två', artist: "Två's artist", genre: 'House', filename: 'Två.mp3' };
    expect(show.published[1]).toMatchObject({
      source: 'virtualdj',
      track: { ...names, ...DETAILS, durationMs: 301_500 },
    });
    expect(busiestSecond()).toBeLessThanOrEqual(40);
    const scripts = queries.map(({ script }) => script);
    expect(scripts.filter((script) => /execute|set|load /.test(script))).toEqual([]);
    // The names of a track are queried once.
    expect(scripts.filter((script) => script === 'deck 3 get_title')).toHaveLength(1);
  });

  test('follows the crossfader', async () => {
    await open();
    virtualDj.assign(1, 'left');
    virtualDj.assign(2, 'right');
    virtualDj.volume(1, 0.8);
    virtualDj.volume(2, 1);
    virtualDj.crossfader = 0;
    await bring(1, 'One');
    await bring(2, 'Two');
    expect(show.story()).toEqual(['track One']);
    expect(source.decks().map(({ level }) => level)).toEqual([0.8, 0]);
    virtualDj.crossfader = 0.75;
    await show.clock.advance(1_000);
    expect(source.decks().map(({ level }) => level)).toEqual([0.4, 1]);
    virtualDj.crossfader = 1;
    await show.clock.advance(1_000);
    expect(show.story()).toEqual(['track One', 'track Two']);
  });

  test('never mixes the names of two tracks, and skips the prompt of an empty deck', async () => {
    await open();
    virtualDj.volume(1, 1);
    const swaps = [{ title: 'Two', artist: 'Bo' }, undefined, { title: 'Three', artist: 'Cy' }];
    virtualDj.beforeAnswer = (script) => {
      if (script === 'deck 1 get_artist' && swaps.length > 0) {
        virtualDj.load(1, swaps.shift());
        virtualDj.play(1);
      }
    };
    await playNext('One', 'Ada');
    await show.clock.advance(7_000);
    virtualDj.load(1, { title: 'Four', artist: 'Di' });
    await show.clock.advance(3_000);
    await playNext('Five', 'Ed');
    const names = show.published.map(({ track: { artist, title } }) => `${artist} - ${title}`);
    expect(names.length).toBeGreaterThan(0);
    const played = ['Ada - One', 'Bo - Two', 'Cy - Three', 'Di - Four', 'Ed - Five'];
    expect(played).toEqual(expect.arrayContaining(names));
  });

  test('may be played on any number of decks', async () => {
    await open();
    for (let deck = 1; deck <= 12; deck += 1) {
      virtualDj.volume(deck, 0.01);
      virtualDj.load(deck, { title: `Track ${deck}`, artist: 'Ada' });
      virtualDj.play(deck);
    }
    await show.clock.advance(15_000);
    virtualDj.volume(12, 1);
    await show.clock.advance(3_000);
    expect(show.published).toMatchObject([{ deck: '12', track: { title: 'Track 12' } }]);
    expect(busiestSecond()).toBeLessThanOrEqual(40);
  });

  test('of streams has no file names, and tracks without a path are distinguished by their names', async () => {
    await open();
    virtualDj.volume(1, 1);
    await playNext('One', 'Ada', 'netsearch://bp1234');
    await playNext('Two', 'Ada', '');
    await playNext('Three', 'Ada', '');
    expect(show.story()).toEqual(['track One', 'track Two', 'track Three']);
    expect(show.published.map(({ track: { filename } }) => filename)).toEqual(['', '', '']);
  });

  test('is followed from an old version too', async () => {
    virtualDj.old = true;
    await open();
    await bring(1, 'One');
    virtualDj.volume(1, 1);
    await show.clock.advance(1_000);
    await bring(2, 'Two');
    await fade(1, 2);
    expect(show.story()).toEqual(['track One', 'track Two']);
    expect(queries.filter(({ script }) => script === 'sandbox')).toHaveLength(1);
    expect(queries.slice(-20).filter(({ script }) => script.includes('?'))).toEqual([]);
  });

  test('keeps the track on air while decks are rehearsed in the sandbox', async () => {
    await openPlaying();
    virtualDj.sandbox = true;
    await show.clock.advance(1_000);
    virtualDj.play(1, false);
    virtualDj.volume(2, 1);
    await bring(2, 'Rehearsed');
    await show.clock.advance(10_000);
    expect(show.story()).toEqual(['track One']);
    expect(source.health().details).toMatchObject([{ state: expect.stringContaining('sandbox') }]);
    virtualDj.load(2, undefined);
    virtualDj.play(1);
    virtualDj.sandbox = false;
    await bring(3, 'Three');
    await show.clock.advance(5_000);
    expect(show.story()).toEqual(['track One']);
    expect(source.health().details).toBeUndefined();
  });
});

describe('a VirtualDJ that does not answer', () => {
  test('costs two requests a second, is logged once, and is found within two seconds of its return', async () => {
    virtualDj.closed = true;
    let tried = 0;
    const { fetch } = virtualDj;
    Object.assign(virtualDj, {
      fetch: (...args: Parameters<typeof fetch>) => {
        tried += 1;
        return fetch(...args);
      },
    });
    await open({ 'virtualdj.url': '' });
    await show.clock.advance(58_000);
    expect(tried).toBeLessThanOrEqual(122);
    expect(show.log.at('warn')).toEqual(['VirtualDJ not found yet; still searching']);
    expect(source.health().problem).toMatch(
      /^VirtualDJ does not answer: http:\/\/127\.0\.0\.1 \(nothing is listening there .*8080.*Network Control/,
    );
    expect(await source.findings()).toMatchObject([{ severity: 'fault' }]);
    virtualDj.closed = false;
    await show.clock.advance(2_000);
    expect(source.health().problem).toBeUndefined();
    expect(show.log.at('info')).toContain('VirtualDJ found');
    expect((await source.findings()).map(({ severity }) => severity)).toEqual(['ok', 'note']);
  });

  test('during a set is found again, and its track stays the same', async () => {
    await openPlaying();
    virtualDj.closed = true;
    await show.clock.advance(1_000);
    expect(show.log.at('warn')).toEqual(['VirtualDJ lost, looking for it again']);
    virtualDj.closed = false;
    await show.clock.advance(3_000);
    await bring(2, 'Two');
    await fade(1, 2);
    virtualDj.closed = true;
    await show.clock.advance(30_000);
    expect(source.decks()).toEqual([]);
    virtualDj.load(1, undefined);
    virtualDj.closed = false;
    await show.clock.advance(3_000);
    expect(source.decks()).toMatchObject([{ loaded: false }, { loaded: true, track: { title: 'Two' } }]);
    expect(show.story()).toEqual(['track One', 'track Two']);
  });

  test('because it is busy for a moment is not lost', async () => {
    await openPlaying();
    virtualDj.busy = true;
    await show.clock.advance(5_000);
    virtualDj.busy = false;
    await show.clock.advance(3_000);
    expect(source.decks()).toMatchObject([{ playing: true, featured: true }]);
    expect(show.story()).toEqual(['track One']);
  });

  test('because of its password is reported, and followed as soon as the password is right', async () => {
    virtualDj.password = 'sesame';
    await open({ 'virtualdj.token': new Secret('wrong') });
    expect(source.health().problem).toMatch(/rejects the password .*--virtualdj\.token/);
    expect(JSON.stringify(source.health())).not.toMatch(/wrong|sesame/);
    settings['virtualdj.token'] = new Secret('');
    source.settingsChanged();
    await show.clock.advance(3_000);
    expect(source.health().problem).toMatch(/asks for a password .*--virtualdj\.token/);
    settings['virtualdj.token'] = new Secret('sesame');
    source.settingsChanged();
    virtualDj.volume(1, 1);
    await bring(1, 'One');
    expect(show.story()).toEqual(['track One']);
    expect((await source.findings()).map(({ severity }) => severity)).toEqual(['ok']);
  });
});

describe('the beat', () => {
  const follow = () => source.beats.follow(() => undefined);
  const heard = () => source.beats.at(show.clock.monotonic()).find(({ leads }) => leads);
  /** Milliseconds. */
  const error = (deck: number): number =>
    Math.abs((heard()?.grid?.beat ?? Number.NaN) - virtualDj.beat(deck)) * (60_000 / 127.5);

  test('is that of the deck that leads, through pitch, jumps and pauses', async () => {
    await openPlaying();
    follow();
    await show.clock.advance(2_000);
    expect(error(1)).toBeLessThan(1);
    virtualDj.pitch(1, 1.04);
    await show.clock.advance(2_000);
    expect(error(1)).toBeLessThan(1);
    expect(heard()?.grid?.bpm).toBeCloseTo(127.5 * 1.04, 2);
    virtualDj.jump(1, 60_123);
    await show.clock.advance(1_000);
    expect(error(1)).toBeLessThan(1);
    expect(heard()?.grid?.positionMs).toBeCloseTo(60_123 + 1_000 * 1.04, -1);
    virtualDj.play(1, false);
    await show.clock.advance(1_300);
    virtualDj.play(1);
    await show.clock.advance(1_000);
    expect(error(1)).toBeLessThan(1);
    await bring(2, 'Two');
    await fade(1, 2);
    expect(error(2)).toBeLessThan(1);
  });

  test('is unknown for a track that is not analyzed', async () => {
    await openPlaying();
    virtualDj.load(1, { title: 'Two', artist: 'Bo' });
    virtualDj.play(1);
    follow();
    await show.clock.advance(3_000);
    expect(heard()).toMatchObject({ grid: undefined });
  });

  test('is read only while it is followed, and only of decks that are heard', async () => {
    await openPlaying();
    await bring(2, 'Two');
    const beatsRead = () => queries.filter(({ script }) => script.includes('get_beatpos'));
    expect(beatsRead()).toEqual([]);
    const stop = follow();
    await show.clock.advance(2_000);
    expect(new Set(beatsRead().map(({ script }) => script))).toEqual(new Set(['deck 1 get_beatpos']));
    stop();
    await show.clock.advance(1_000);
    queries = [];
    await show.clock.advance(2_000);
    expect(beatsRead()).toEqual([]);
  });
});
