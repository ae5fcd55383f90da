import { beforeEach, describe, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../../test/support/clock.ts';
import { keptLog } from '../../../test/support/log.ts';
import { type RunningSource, runSource } from '../../../test/support/source.ts';
import type { ControllerLevels } from '../../core/contracts/faders.ts';
import type { RoomHeard } from '../../core/contracts/hearing.ts';
import type { Source, SourceListener } from '../../core/contracts/source.ts';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { untilAborted } from '../../core/waiting.ts';
import { decidedSource } from './faded-source.ts';

let clock: FakeClock;
let running: RunningSource;
let program: SourceListener;
let fade: (levels: Readonly<Record<number, number>>) => void;
let hear: (levels: Readonly<Record<string, number>>) => void;
let source: Source;

function plays(title: string): void {
  const track = { ...UNKNOWN_TRACK, title };
  const file = `/music/${title}.mp3`;
  program.transition({ playId: title, source: 'softa', at: clock.now(), track, hidden: false, file });
}

function featured(): readonly string[] {
  // Hearing repeats a track that is on air already.
  return [...new Set(running.transitions.map(({ track }) => track.title))];
}

function state(): string {
  return String(source.health().details?.at(-1)?.state);
}

async function open({ hears = false, fades = true } = {}): Promise<void> {
  clock = fakeClock();
  const wrapped: Source = {
    async run(listener, signal) {
      program = listener;
      await untilAborted(signal);
    },
    health: () => ({ watching: 'a file' }),
  };
  const faders = {
    follow(changed: (levels: ControllerLevels) => void) {
      fade = (levels) =>
        changed(
          new Map(Object.entries(levels).map(([deck, level]) => [Number(deck), { level, fader: level }])),
        );
      return () => undefined;
    },
  };
  const hearing = {
    follow(changed: (state: RoomHeard) => void) {
      hear = (levels) =>
        changed({
          levels: new Map(Object.entries(levels).map(([title, level]) => [`/music/${title}.mp3`, level])),
          unreadable: new Set(),
        });
      return { want: () => undefined, close: () => undefined };
    },
    beats: {
      follow: () => () => undefined,
      at: (path: string, time: number) => ({ beat: path.length, bpm: 120, positionMs: time }),
    },
  };
  source = decidedSource(
    wrapped,
    { clock, log: keptLog(), ...(fades && { faders }), ...(hears && { hearing }) },
    true,
  );
  running = runSource(source);
  await clock.advance(0);
}

beforeEach(() => open());

test('waits for its fader although the track before it was missed', async () => {
  fade({ 1: 1, 2: 0 });
  plays('Shown early');
  fade({ 1: 1, 2: 1 });
  fade({ 1: 0, 2: 1 });
  await clock.advance(76_000);
  plays('Next');
  expect(featured()).toEqual(['Shown early']);
  fade({ 1: 1, 2: 0 });
  expect(featured()).toEqual(['Shown early', 'Next']);
});

test('is announced at once if its fader opened in the minute before its program named it', async () => {
  fade({ 1: 1, 2: 0 });
  plays('One');
  fade({ 1: 0, 2: 1 });
  await clock.advance(70_000);
  plays('Two');
  expect(featured()).toEqual(['One', 'Two']);
});

test('a track that appears while another deck plays waits until its fader alone is open', () => {
  fade({ 1: 1, 2: 0 });
  plays('One');
  plays('Two');
  expect(featured()).toEqual(['One']);
  expect(state()).toBe('waits until its fader opens and the others close');
  fade({ 1: 1, 2: 1 });
  expect(featured()).toEqual(['One']);
  fade({ 1: 0, 2: 1 });
  expect(featured()).toEqual(['One', 'Two']);
  expect(state()).toBe('on air, because its fader opened');
});

test.each([
  [true, false],
  [true, true],
  [false, true],
])('a track that goes on after its end waits for no fader (%s) and no sound (%s)', async (fades, hears) => {
  await open({ fades, hears });
  if (fades) {
    fade({ 1: 1, 2: 0 });
  }
  plays('One');
  if (hears) {
    hear({ One: 0.9 });
    hear({ One: 0 });
  }
  program.ended('One', clock.now());
  const before = running.transitions.length;
  plays('One');
  expect([running.ends.length, running.transitions.length - before]).toEqual([1, 1]);
});

test('a track that the program names after its fader was opened is on air at once', () => {
  fade({ 1: 1, 2: 0 });
  plays('One');
  fade({ 1: 0, 2: 1 });
  plays('Two');
  expect(featured()).toEqual(['One', 'Two']);
});

test('a track that appears in the middle of a blend waits for its end', () => {
  fade({ 1: 1, 2: 0 });
  plays('One');
  fade({ 1: 1, 2: 1 });
  plays('Two');
  expect(featured()).toEqual(['One']);
  fade({ 1: 0, 2: 1 });
  expect(featured()).toEqual(['One', 'Two']);
});

test('a track named during the blend to the one before it waits for the blend after it', () => {
  fade({ 1: 1, 2: 0 });
  plays('One');
  plays('Two');
  fade({ 1: 1, 2: 0.5 });
  plays('Three');
  fade({ 1: 0, 2: 1 });
  expect(featured()).toEqual(['One', 'Two']);
  fade({ 1: 0.5, 2: 1 });
  fade({ 1: 1, 2: 0 });
  expect(featured()).toEqual(['One', 'Two', 'Three']);
});

test('a track whose fader closed again is replaced by the next one', () => {
  fade({ 1: 1, 2: 0 });
  plays('One');
  plays('Tried');
  fade({ 1: 1, 2: 0.2 });
  plays('Two');
  fade({ 1: 1, 2: 0 });
  fade({ 1: 0, 2: 1 });
  expect(featured()).toEqual(['One', 'Two']);
});

test('a track named before the faders are known is on the only open deck', () => {
  plays('One');
  fade({ 1: 1, 2: 0 });
  plays('Two');
  expect(featured()).toEqual(['One']);
  fade({ 1: 0, 2: 1 });
  expect(featured()).toEqual(['One', 'Two']);
});

test('a blend may last as long as its track was cued', async () => {
  fade({ 1: 1, 2: 0 });
  plays('One');
  plays('Two');
  await clock.advance(60_000);
  fade({ 1: 1, 2: 0.5 });
  await clock.advance(60_000);
  expect(featured()).toEqual(['One']);
  fade({ 1: 0, 2: 1 });
  expect(featured()).toEqual(['One', 'Two']);
});

test('of two tracks that wait, the newest one counts', () => {
  fade({ 1: 1, 2: 0 });
  plays('One');
  plays('Mistake');
  plays('Two');
  fade({ 1: 0, 2: 1 });
  expect(featured()).toEqual(['One', 'Two']);
});

test('a track that is prepared while all faders are closed waits for the first to open', () => {
  fade({ 1: 0, 2: 0 });
  plays('One');
  expect(featured()).toEqual([]);
  fade({ 1: 0.5, 2: 0 });
  expect(featured()).toEqual(['One']);
});

test('the beat is that of the track on air, whether a fader or its sound decided', async () => {
  await open({ hears: true });
  const leading = () => source.beats?.at(700).find(({ leads }) => leads);
  fade({ 1: 1, 2: 0 });
  plays('One');
  hear({ One: 1 });
  expect(leading()).toMatchObject({ play: 'One', grid: { beat: '/music/One.mp3'.length, positionMs: 700 } });
  plays('Second');
  hear({ One: 1, Second: 0.9 });
  expect(leading()).toMatchObject({ play: 'One', level: 1 });
  fade({ 1: 0, 2: 1 });
  expect(leading()).toMatchObject({ play: 'Second', grid: { beat: '/music/Second.mp3'.length } });
});

describe('a track is announced at once, as without faders', () => {
  test('if no fader has moved', () => {
    plays('One');
    expect(featured()).toEqual(['One']);
    expect(state()).toBe("the faders don't tell whether it is on air");
  });

  test('if several faders are open and none of them is known to be on air', () => {
    fade({ 1: 1, 2: 1 });
    plays('One');
    expect(featured()).toEqual(['One']);
  });

  test('when the controller is gone while it waits', () => {
    fade({ 1: 1, 2: 0 });
    plays('One');
    plays('Two');
    fade({});
    expect(featured()).toEqual(['One', 'Two']);
  });

  test('when no fader has moved for a minute and a half: it is on the same deck', async () => {
    fade({ 1: 1, 2: 0 });
    plays('One');
    plays('Two');
    await clock.advance(89_000);
    expect(featured()).toEqual(['One']);
    await clock.advance(1_000);
    expect(featured()).toEqual(['One', 'Two']);
  });
});

describe('with hearing', () => {
  beforeEach(() => open({ hears: true }));

  test('a fader decides before the track is heard', () => {
    fade({ 1: 1, 2: 0 });
    plays('One');
    hear({ One: 1 });
    plays('Two');
    fade({ 1: 0, 2: 1 });
    hear({ One: 1, Two: 0 });
    expect(featured()).toEqual(['One', 'Two']);
  });

  test('hearing decides where the faders do not', () => {
    fade({ 1: 1, 2: 1, 3: 1 });
    plays('One');
    hear({ One: 1 });
    plays('Two');
    expect(featured()).toEqual(['One']);
    hear({ One: 0, Two: 1 });
    expect(featured()).toEqual(['One', 'Two']);
  });
});

test('a source whose tracks nobody mixes ignores the faders', () => {
  const plain: Source = {
    run: untilAborted.bind(undefined, AbortSignal.abort()),
    health: () => ({ watching: '' }),
  };
  const faders = { follow: () => () => undefined };
  expect(decidedSource(plain, { clock, log: keptLog(), faders }, false)).toBe(plain);
});
