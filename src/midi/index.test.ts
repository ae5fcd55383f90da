import { beforeEach, describe, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../test/support/clock.ts';
import { keptLog } from '../../test/support/log.ts';
import { settingsOf } from '../../test/support/settings.ts';
import type { ControllerLevels } from '../core/contracts/faders.ts';
import { FollowedFaders } from './followed.ts';
import { MidiPart } from './index.ts';
import { checkMidi, midiOptions } from './options.ts';

const PORT = 'DDJ-SB3 MIDI 1';

let clock: FakeClock;
let faders: FollowedFaders;
let levels: ControllerLevels;

function partWith(options: Parameters<typeof settingsOf<typeof midiOptions>>[1] = {}): MidiPart {
  const settings = settingsOf(midiOptions, {
    'midi.input': ['page'],
    'midi.controllers': ['DDJ-SB3'],
    ...options,
  });
  return new MidiPart(settings, { clock, log: keptLog() }, faders);
}

/** A page that reads a controller, and answers that it is alive. */
function pageOf(part: MidiPart) {
  let resends = 0;
  const page = part.openPage(() => {
    resends += 1;
  });
  return {
    /** Times that the part asked for the newest values. */
    get resends() {
      return resends;
    },
    ports: (...ports: readonly string[]) => page?.push(JSON.stringify({ ports })),
    moves: (...changes: readonly (readonly [number, number, number])[]) =>
      page?.push(JSON.stringify({ port: PORT, changes })),
    says: (message: unknown) => page?.push(JSON.stringify(message)),
    closes: () => page?.end(),
  };
}

function shown(): readonly (readonly [number, string | undefined])[] {
  return [...levels].map(([deck, { level }]) => [deck, level?.toFixed(2)] as const);
}

function told(part: MidiPart): readonly string[] {
  return part.findings().map(({ finding }) => String(finding));
}

beforeEach(() => {
  clock = fakeClock();
  faders = new FollowedFaders();
  faders.follow((now) => {
    levels = now;
  });
});

describe('a controller that a page reads', () => {
  test('moves the levels of its decks at once', () => {
    const page = pageOf(partWith());
    expect(page.moves([1, 19, 127], [2, 19, 64])).toBe('changes');
    expect(shown()).toEqual([
      [1, '1.00'],
      [2, '0.50'],
    ]);
  });

  test('is unknown two seconds after its page was closed, and the finding says so', async () => {
    const part = partWith();
    const page = pageOf(part);
    page.moves([1, 19, 127]);
    page.closes();
    await clock.advance(1_999);
    expect(shown()).toEqual([[1, '1.00']]);
    await clock.advance(1);
    expect(shown()).toEqual([]);
    expect(told(part)).toEqual(['no page reads the controller']);
  });

  test('is unknown two seconds after it was unplugged, and must move again', async () => {
    const part = partWith();
    const page = pageOf(part);
    page.moves([1, 19, 127]);
    for (let second = 0; second < 2; second += 1) {
      page.ports();
      await clock.advance(1_000);
    }
    expect(shown()).toEqual([]);
    expect(told(part)).toEqual(['DDJ-SB3 is not connected: where its faders are is unknown']);
    page.ports(PORT);
    expect(shown()).toEqual([]);
    page.moves([2, 19, 127]);
    expect(shown()).toEqual([[2, '1.00']]);
  });

  test('stays known while the page answers', async () => {
    const page = pageOf(partWith());
    page.moves([1, 19, 127]);
    for (let second = 0; second < 10; second += 1) {
      await clock.advance(1_000);
      page.ports(PORT);
    }
    expect(shown()).toEqual([[1, '1.00']]);
  });

  test('names the faders that were not moved', () => {
    const part = partWith({ 'midi.controllers': ['DDJ-REV7'] });
    const page = pageOf(part);
    page.ports('DDJ-REV7');
    page.says({ port: 'DDJ-REV7', changes: [[1, 19, 127]] });
    expect(told(part)).toEqual([
      'DDJ-REV7: not moved since it was connected, so unknown: the fader of deck 2; the crossfader',
    ]);
    page.says({
      port: 'DDJ-REV7',
      changes: [
        [2, 19, 0],
        [7, 31, 64],
      ],
    });
    expect(told(part)).toEqual(['the faders of DDJ-REV7 are read']);
  });

  test('is proposed a preset until it is set up', () => {
    const part = partWith({ 'midi.controllers': [] });
    pageOf(part).moves([1, 19, 127], [1, 51, 127]);
    expect(shown()).toEqual([]);
    expect(part.view().controllers[0]?.preset?.title).toBe('Pioneer DDJ-SB3');
    // Its page says so by its buttons.
    expect(told(part)).toHaveLength(1);
    expect(part.problems()).toEqual([]);
  });

  test('asks its page for the newest values when it appears, and after a silence', async () => {
    const page = pageOf(partWith());
    page.ports(PORT);
    page.moves([1, 19, 127]);
    page.ports(PORT);
    expect(page.resends).toBe(1);
    await clock.advance(2_000);
    page.moves([2, 19, 127]);
    expect(page.resends).toBe(2);
  });

  test('keeps a lesson that its page repeats, and ends it with the page', async () => {
    const part = partWith({ 'midi.controllers': [] });
    const [page, other] = [pageOf(part), pageOf(part)];
    const lesson = { port: PORT, fader: 1, taken: '' };
    page.says({ lesson });
    page.moves([3, 7, 0]);
    page.moves([3, 7, 127]);
    page.says({ lesson });
    page.moves([3, 7, 0]);
    other.says({ lesson: null });
    other.moves([3, 7, 64]);
    await clock.advance(300);
    expect(part.view().lesson).toMatchObject({ fader: 1, learned: '1:3/7' });
    page.closes();
    expect(part.view().lesson).toBeNull();
  });

  test('is taught fader by fader', async () => {
    const part = partWith({ 'midi.controllers': [] });
    const page = pageOf(part);
    const sweep = async (channel: number, number: number): Promise<void> => {
      for (const value of [0, 30, 60, 90, 127, 90, 60, 30, 0]) {
        page.moves([channel, number, value]);
        await clock.advance(20);
      }
    };
    page.says({ lesson: { port: PORT, fader: 1, taken: '' } });
    await sweep(3, 7);
    expect(part.view().lesson?.learned).toBeNull();
    await clock.advance(300);
    expect(part.view().lesson).toMatchObject({ fader: 1, learned: '1:3/7' });
    page.says({ lesson: { port: PORT, fader: 2, taken: '1:3/7' } });
    await sweep(3, 7);
    await clock.advance(300);
    expect(part.view().lesson).toMatchObject({ learned: null, isTaken: true });
    page.says({ lesson: null });
    expect(part.view().lesson).toBeNull();
  });

  test('takes the controller by the name of its entry', async () => {
    const part = partWith({ 'midi.controllers': ['SB3 = 1:1/19 2:2/19'] });
    const page = pageOf(part);
    page.ports(PORT);
    page.says({ lesson: { port: 'SB3', fader: 1, taken: '' } });
    page.moves(...[0, 32, 64, 96, 127, 96, 64, 32, 0].map((value) => [3, 7, value] as const));
    await clock.advance(400);
    expect(part.view().lesson).toMatchObject({ learned: '1:3/7' });
  });

  test.each([
    'no JSON',
    '[]',
    '3',
    '{}',
    '{"ports":"one"}',
    '{"ports":[1]}',
    '{"port":"p","changes":[[0,19,64]]}',
    '{"port":"p","changes":[[1,128,64]]}',
    '{"port":"p","changes":[[1,19,64.5]]}',
    '{"port":"p","changes":["B01340"]}',
    '{"changes":[[1,19,64]]}',
    '{"lesson":{"port":"p","fader":9}}',
    `{"ports":["${'x'.repeat(201)}"]}`,
  ])('refuses %s', (text) => {
    expect(
      partWith()
        .openPage(() => undefined)
        ?.push(text),
    ).toBe('no-message');
  });

  test('is not read unless the settings say so, nor after the part has ended', async () => {
    expect(partWith({ 'midi.input': [] }).openPage(() => undefined)).toBeUndefined();
    const part = partWith();
    const page = pageOf(part);
    page.moves([1, 19, 127]);
    const ended = new AbortController();
    const running = part.run(ended.signal);
    ended.abort();
    await running;
    expect(shown()).toEqual([]);
    expect(page.moves([1, 19, 127])).toBe('off');
  });
});

test('a source that reports its own levels makes the faders superfluous, and the finding says so', () => {
  faders = new FollowedFaders();
  expect(told(partWith())[0]).toBe(
    'the faders of the controller are not used: the source reports its own levels, or reports no tracks of a DJ program',
  );
});

test.each([
  { settings: { 'midi.input': ['command'] as const }, where: ['--midi.command', '--midi.controllers'] },
  { settings: { 'midi.controllers': ['A controller of nobody'] }, where: ['--midi.controllers'] },
  { settings: { 'midi.controllers': ['Mine = 9:1/1'] }, where: ['--midi.controllers'] },
  { settings: { 'midi.controllers': ['DDJ-400', 'Mine = 1:1/1'] }, where: [] },
])('settings are checked: $settings', ({ settings, where }) => {
  expect(checkMidi(settingsOf(midiOptions, settings)).map((problem) => problem.where)).toEqual(where);
});
