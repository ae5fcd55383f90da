/** The core alone: what has happened, what happens now, and what is done for it. */
import { describe, expect, test } from 'vitest';
import { A, B, C } from '../../../test/support/pipeline.ts';
import {
  announced,
  anotherSource,
  CoreStage,
  cleared,
  colored,
  corrected,
  given,
  type Happening,
  hidden,
  named,
  passed,
  pictures,
  revealed,
  skipped,
  stopped,
} from '../../../test/support/pipeline-core.ts';
import { transition } from '../../../test/support/tracks.ts';
import type { Transition } from '../../core/track.ts';
import { wakesAt } from './state.ts';

const again = (one: Transition, change: Partial<Transition> = {}): Transition => ({
  ...one,
  playId: `${one.playId} again`,
  ...change,
});
const held = (...before: readonly Happening[]) => new CoreStage({ delay: 10 }).given(...before);

test('an event leaves the state of before as it was', () => {
  const stage = given(announced(A));
  const before = stage.state;
  const copy = structuredClone({ ...before, plays: [...before.plays], ids: [...before.ids] });
  stage.given(announced(B), hidden, anotherSource, colored(A), announced(again(A)), corrected('Bluer'));
  expect({ ...before, plays: [...before.plays], ids: [...before.ids] }).toEqual(copy);
});

describe('a color that is cleared while the next track is held', () => {
  const cuedBeside = () => held(announced({ ...A, hidden: true }), passed(10), announced(B), cleared(A));

  test('says nothing of the track on air when the next one is featured', () => {
    expect(cuedBeside().when(passed(10))).toEqual(['track Red']);
  });

  test('reveals the track on air when the hands go back to it', () => {
    expect(cuedBeside().when(announced(A))).toEqual(['reveal Blue']);
  });

  test('makes a color that is set again a new decision, which ends a reveal', () => {
    const stage = held(announced({ ...A, hidden: true }), passed(10), revealed, announced(B), cleared(A));
    expect(stage.when(colored(A))).toEqual(['hide (hidden)']);
  });

  test('is not forgotten when the color of a track that is over changes', () => {
    const stage = held(announced(A), skipped, announced({ ...B, hidden: true }), skipped);
    stage.given(announced(C), cleared(B), colored(A));
    expect(stage.when(announced(A))).toEqual(['reveal Red']);
  });

  test('does not reveal the same track when it goes on from another colored deck', () => {
    expect(cuedBeside().when(announced(again(A, { hidden: true })))).toEqual([]);
  });
});

describe('a play that goes on under another id', () => {
  test('is hidden by the color of the deck that is heard now, and of no other', () => {
    const stage = given(announced(A), announced(again(A)));
    expect(stage.when(colored(A))).toEqual([]);
    expect(stage.when(colored(again(A)))).toEqual(['hide (hidden)']);
  });

  test('is another play where the source has no decks, unless another source has just taken over', () => {
    const { deck: _none, ...blue } = A;
    const { deck: _neither, ...red } = B;
    expect(given(announced(blue)).when(announced(again(blue)))).toEqual(['track Blue']);
    expect(given(announced(blue), anotherSource).when(announced(again(blue)))).toEqual([]);
    const stage = given(announced(blue), anotherSource, announced(red), announced(again(blue)));
    expect(stage.state.current).toBe(3);
  });

  test('takes the place of the held track', () => {
    const stage = held(announced(A), skipped, announced(B), announced(again(A)));
    expect(stage.when(passed(60))).toEqual([]);
    expect(stage.state.held).toBeUndefined();
  });
});

describe('time', () => {
  const waiting = (...before: readonly Happening[]) => new CoreStage({ slowPictures: true }).given(...before);

  test('asks for what pictures have come at the deadline, and goes on without after the grace', () => {
    const stage = waiting(announced(A));
    expect(stage.when(passed(3.9))).toEqual([]);
    expect(stage.when(passed(0.1))).toEqual(['flush pictures']);
    expect(stage.when(passed(0.1))).toEqual(['end pictures', 'track Blue']);
    expect(wakesAt(stage.state)).toBeUndefined();
  });

  test('that comes early changes nothing', () => {
    const stage = held(announced(A));
    const { held: before } = stage.state;
    expect(stage.when({ kind: 'time', by: 9_999 })).toEqual([]);
    expect(stage.state.held).toEqual(before);
  });

  test('counts by the timer that fired, although the clock has not moved', () => {
    expect(held(announced(A)).when({ kind: 'time', by: 10_000 })).toEqual(['track Blue']);
  });

  test('ends a wait for pictures before the hold of the next track when both are over', () => {
    const stage = new CoreStage({ delay: 4, slowPictures: true }).given(announced(A), skipped, announced(B));
    expect(stage.when(passed(4)).slice(0, 3)).toEqual(['flush pictures', 'end pictures', 'track Blue']);
  });

  test('in which a hidden track still waits for its pictures is cut short', () => {
    expect(waiting(announced(A)).when(hidden)).toEqual(['end pictures', 'track (hidden)']);
  });

  test('and pictures that come when nobody waits for them change nothing', () => {
    expect(waiting(announced(A), hidden).when(pictures)).toEqual([]);
  });
});

describe('names that come', () => {
  const NAMELESS = transition({ filename: 'take 3.wav' }, { playId: 'take 3' });

  test('for the held track go out with it, and prove that it is the one on air', () => {
    expect(held(announced(NAMELESS), named(NAMELESS, A.track)).when(passed(10))).toEqual(['track Blue']);
    const goesOn = held(announced(A), skipped, announced(NAMELESS));
    expect(goesOn.when(named(NAMELESS, A.track), passed(10))).toEqual([]);
  });

  test('later than ten seconds change no names that were read', () => {
    expect(given(announced(A), passed(10)).when(named(A, B.track))).toEqual(['correction Red']);
    expect(given(announced(A), passed(10.1)).when(named(A, B.track))).toEqual([]);
  });
});

describe('nothing is published', () => {
  test('of what was held at the end, or comes after it', () => {
    const stage = held(announced(A), skipped, announced(C), stopped);
    expect(stage.when(announced(B), hidden, revealed, corrected('Bluer'), colored(A), passed(60))).toEqual(
      [],
    );
  });

  test('twice, whatever is said twice', () => {
    const stage = given(announced(A), hidden, hidden);
    expect(stage.when(announced(A), colored(A), colored(A), hidden)).toEqual([]);
  });

  test('of a play that was hidden when it ended, although its deck is free now', () => {
    expect(
      given(announced({ ...A, hidden: true }), announced(B)).when(cleared(A), { kind: 'new settings' }),
    ).toEqual([]);
  });
});

test('a hidden track goes out with what a later run knows it by, and with no name', () => {
  const [publish] = given(announced(A)).effects(hidden);
  expect(publish).toMatchObject({ kind: 'publish', conceals: { reported: A.track, byHand: true } });
  expect(publish).toMatchObject({
    publication: { kind: 'hide', hidden: true, track: { title: '', artist: '' } },
  });
});
