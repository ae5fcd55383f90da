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
import { type PipelineEvent, wakesAt } from './state.ts';

const again = (one: Transition, change: Partial<Transition> = {}): Transition => ({
  ...one,
  playId: `${one.playId} again`,
  ...change,
});
const held = (...before: readonly Happening[]) => new CoreStage({ delay: 10 }).given(...before);
const NAMELESS = transition({ filename: 'take 3.wav' }, { playId: 'take 3' });
const withoutDeck = ({ deck: _none, ...rest }: Transition): Transition => rest;
const hiddenAt = (position: number): PipelineEvent => ({ kind: 'hide', position });
const [BLUE, RED] = [withoutDeck(A), withoutDeck(B)];

type Story = readonly [sentence: string, happenings: readonly Happening[], published: readonly string[]];

test.each<Story>([
  [
    'the operator has the last word until the deck turns to the hiding color again',
    [announced({ ...A, hidden: true }), revealed, cleared(A), colored(A)],
    ['track (hidden)', 'reveal Blue', 'hide (hidden)'],
  ],
  [
    'the operator keeps a track hidden whatever its color',
    [announced(A), hidden, colored(A), cleared(A)],
    ['track Blue', 'hide (hidden)'],
  ],
  [
    'a hidden track that the operator corrects shows so when it is revealed',
    [announced({ ...A, hidden: true }), corrected('Bluer'), cleared(A)],
    ['track (hidden)', 'earlier hide 1', 'reveal Bluer'],
  ],
  [
    'a track that was hidden without a name is known by the names that come after that',
    [announced(NAMELESS), hidden, named(NAMELESS, A.track), announced(B), announced(again(A))],
    ['track ', 'hide (hidden)', 'earlier hide 1', 'track Red', 'track (hidden)'],
  ],
  [
    'names are shown however late they come, once, while the track is on air',
    [announced(NAMELESS), passed(60), named(NAMELESS, A.track), named(NAMELESS, C.track)],
    ['track ', 'correction Blue'],
  ],
  [
    'names are too late when the next track is on air',
    [announced(NAMELESS), announced(B), named(NAMELESS, A.track), passed(11), named(NAMELESS, C.track)],
    ['track ', 'track Red'],
  ],
  [
    'names that came while the track was hidden are there when it is revealed, however late they came',
    [announced({ ...NAMELESS, hidden: true }), passed(60), named(NAMELESS, A.track), revealed],
    ['track (hidden)', 'earlier hide 1', 'reveal Blue'],
  ],
  [
    'the play on air goes on when another source reports it, hidden by its new deck or by the operator',
    [
      ...[announced(A), anotherSource, announced(again(A, { hidden: true })), cleared(again(A))],
      ...[hidden, anotherSource, announced(again(again(A)))],
    ],
    ['track Blue', 'hide (hidden)', 'reveal Blue', 'hide (hidden)'],
  ],
  [
    'what the operator hid stays hidden when another source plays it later, until a reveal',
    [announced(A), hidden, announced(B), anotherSource, announced(C), announced(again(A)), revealed],
    ['track Blue', 'hide (hidden)', 'track Red', 'track Green', 'track (hidden)', 'reveal Blue'],
  ],
  [
    'a track that is played again and hidden then is hidden where it was before, even when that is over',
    [announced(A), announced(B), announced(again(A, { hidden: true })), announced(C)],
    ['track Blue', 'track Red', 'earlier hide 1', 'track (hidden)', 'track Green'],
  ],
  [
    'a track that is played again is hidden where it was before, even when that play is hidden only when it is over',
    [announced(A), announced(B), announced(again(A)), announced(C), colored(again(A)), cleared(again(A))],
    [
      ...['track Blue', 'track Red', 'track Blue', 'track Green'],
      ...['earlier hide 1', 'earlier hide 3', 'earlier reveal 1', 'earlier reveal 3'],
    ],
  ],
  [
    'a track that is played again and hidden is hidden where it was before, even under names that the operator corrected',
    [announced(A), corrected('Blue (Live)'), announced(B), announced(again(A, { hidden: true }))],
    ['track Blue', 'correction Blue (Live)', 'track Red', 'earlier hide 1', 'track (hidden)'],
  ],
  [
    'hiding a track by its position leaves the one alone that is on air by now',
    [announced(A), announced(B), hiddenAt(1)],
    ['track Blue', 'track Red', 'earlier hide 1'],
  ],
  [
    'a track that the operator hides is hidden wherever it was played since, and comes back where it is on air',
    [...[A, B, again(A), C, again(again(A))].map(announced), hiddenAt(1), revealed],
    [
      ...['track Blue', 'track Red', 'track Blue', 'track Green', 'track Blue'],
      ...['earlier hide 1', 'earlier hide 3', 'hide (hidden)', 'reveal Blue'],
    ],
  ],
])('%s', (_, happenings, published) => {
  expect(given().when(...happenings)).toEqual(published);
});

test.each<Story>([
  [
    'going back to the featured track drops the held one',
    [announced(A), passed(10), announced(B), passed(3), announced(A), passed(60)],
    ['track Blue'],
  ],
  [
    'a play that was featured before is not featured again, but ends the hold of another',
    [announced(A), skipped, announced(B), skipped, announced(C), passed(3), announced(A), passed(60)],
    ['track Blue', 'track Red'],
  ],
  [
    'a held track of the source before another one took over is not featured',
    [announced(A), anotherSource, passed(20)],
    [],
  ],
  [
    'only what another source reports first goes on, also where that was held and never featured',
    [announced(BLUE), skipped, anotherSource, announced(RED), announced(again(BLUE)), passed(10)],
    ['track Blue', 'track Blue'],
  ],
])('with a hold, %s', (_, happenings, published) => {
  expect(held().when(...happenings)).toEqual(published);
});

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
    expect(given(announced(BLUE)).when(announced(again(BLUE)))).toEqual(['track Blue']);
    expect(given(announced(BLUE), anotherSource).when(announced(again(BLUE)))).toEqual([]);
    const stage = given(announced(BLUE), anotherSource, announced(RED), announced(again(BLUE)));
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
