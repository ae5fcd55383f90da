import { describe, expect, test } from 'vitest';
import { A, B, C } from '../../../test/support/pipeline.ts';
import {
  announced,
  anotherSource,
  CoreStage,
  cleared,
  colored,
  corrected,
  endShow,
  given,
  type Happening,
  hidden,
  named,
  newSet,
  nextSet,
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
const offAir = ({ playId }: Transition): PipelineEvent => ({ kind: 'off air', playId });
const hiddenAt = (position: number): PipelineEvent => ({ kind: 'hide', position });
const [BLUE, RED] = [withoutDeck(A), withoutDeck(B)];

type Story = readonly [name: string, happenings: readonly Happening[], published: readonly string[]];

test.each<Story>([
  [
    'keeps a track revealed until its deck gets the hiding color again',
    [announced({ ...A, hidden: true }), revealed, cleared(A), colored(A)],
    ['track (hidden)', 'reveal Blue', 'hide (hidden)'],
  ],
  [
    'keeps a track hidden by the operator when its color is cleared',
    [announced(A), hidden, colored(A), cleared(A)],
    ['track Blue', 'hide (hidden)'],
  ],
  [
    'reveals a track with the names corrected while it was hidden',
    [announced({ ...A, hidden: true }), corrected('Bluer'), cleared(A)],
    ['track (hidden)', 'earlier hide 1', 'reveal Bluer'],
  ],
  [
    'hides a later play by names that arrived after the first play was hidden',
    [announced(NAMELESS), hidden, named(NAMELESS, A.track), announced(B), announced(again(A))],
    ['track ', 'hide (hidden)', 'earlier hide 1', 'track Red', 'track (hidden)'],
  ],
  [
    'accepts the first names of an unnamed track at any time, and no second ones later',
    [announced(NAMELESS), passed(60), named(NAMELESS, A.track), named(NAMELESS, C.track)],
    ['track ', 'correction Blue'],
  ],
  [
    'ignores names that arrive after the next track went on air',
    [announced(NAMELESS), announced(B), named(NAMELESS, A.track), passed(11), named(NAMELESS, C.track)],
    ['track ', 'track Red'],
  ],
  [
    'reveals a track with names that arrived late while it was hidden',
    [announced({ ...NAMELESS, hidden: true }), passed(60), named(NAMELESS, A.track), revealed],
    ['track (hidden)', 'earlier hide 1', 'reveal Blue'],
  ],
  [
    'continues the play on air, and its hiding, when another source takes over',
    [
      ...[announced(A), anotherSource, announced(again(A, { hidden: true })), cleared(again(A))],
      ...[hidden, anotherSource, announced(again(again(A)))],
    ],
    ['track Blue', 'hide (hidden)', 'reveal Blue', 'hide (hidden)'],
  ],
  [
    'hides earlier plays when a later play of the track starts hidden',
    [announced(A), announced(B), announced(again(A, { hidden: true })), announced(C)],
    ['track Blue', 'track Red', 'earlier hide 1', 'track (hidden)', 'track Green'],
  ],
  [
    'hides and reveals earlier plays when a later play changes color after its end',
    [announced(A), announced(B), announced(again(A)), announced(C), colored(again(A)), cleared(again(A))],
    [
      ...['track Blue', 'track Red', 'track Blue', 'track Green'],
      ...['earlier hide 1', 'earlier hide 3', 'earlier reveal 1', 'earlier reveal 3'],
    ],
  ],
  [
    'hides earlier plays under corrected names too',
    [announced(A), corrected('Blue (Live)'), announced(B), announced(again(A, { hidden: true }))],
    ['track Blue', 'correction Blue (Live)', 'track Red', 'earlier hide 1', 'track (hidden)'],
  ],
  [
    'hides an earlier position without touching the track on air',
    [announced(A), announced(B), hiddenAt(1)],
    ['track Blue', 'track Red', 'earlier hide 1'],
  ],
  [
    'hides all later plays of a track hidden by position, and reveals only the one on air',
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
    'drops the held track when the featured one wins again',
    [announced(A), passed(10), announced(B), passed(3), announced(A), passed(60)],
    ['track Blue'],
  ],
  [
    'does not feature a play twice, but lets it end the hold of another',
    [announced(A), skipped, announced(B), skipped, announced(C), passed(3), announced(A), passed(60)],
    ['track Blue', 'track Red'],
  ],
  ['drops the held track when another source takes over', [announced(A), anotherSource, passed(20)], []],
  [
    'continues only the first track that a new source reports, held or featured',
    [announced(BLUE), skipped, anotherSource, announced(RED), announced(again(BLUE)), passed(10)],
    ['track Blue', 'track Blue'],
  ],
])('with a hold, %s', (_, happenings, published) => {
  expect(held().when(...happenings)).toEqual(published);
});

test('does not mutate the previous state', () => {
  const stage = given(announced(A));
  const before = stage.state;
  const copy = structuredClone({ ...before, plays: [...before.plays], ids: [...before.ids] });
  stage.given(announced(B), hidden, anotherSource, colored(A), announced(again(A)), corrected('Bluer'));
  expect({ ...before, plays: [...before.plays], ids: [...before.ids] }).toEqual(copy);
});

describe('clearing the color while the next track is held', () => {
  const cuedBeside = () => held(announced({ ...A, hidden: true }), passed(10), announced(B), cleared(A));

  test('does not reveal the track on air when the next one is featured', () => {
    expect(cuedBeside().when(passed(10))).toEqual(['track Red']);
  });

  test('reveals the track on air when it wins again', () => {
    expect(cuedBeside().when(announced(A))).toEqual(['reveal Blue']);
  });

  test('lets the same color end a reveal when it is set again', () => {
    const stage = held(announced({ ...A, hidden: true }), passed(10), revealed, announced(B), cleared(A));
    expect(stage.when(colored(A))).toEqual(['hide (hidden)']);
  });

  test('is remembered when the color of an earlier play changes', () => {
    const stage = held(announced(A), skipped, announced({ ...B, hidden: true }), skipped);
    stage.given(announced(C), cleared(B), colored(A));
    expect(stage.when(announced(A))).toEqual(['reveal Red']);
  });

  test('does not reveal the track when it continues on another colored deck', () => {
    expect(cuedBeside().when(announced(again(A, { hidden: true })))).toEqual([]);
  });
});

describe('a play that continues under another id', () => {
  test('is hidden only by the color of its current deck', () => {
    const stage = given(announced(A), announced(again(A)));
    expect(stage.when(colored(A))).toEqual([]);
    expect(stage.when(colored(again(A)))).toEqual(['hide (hidden)']);
  });

  test('counts as a new play without decks, unless another source has just taken over', () => {
    expect(given(announced(BLUE)).when(announced(again(BLUE)))).toEqual(['track Blue']);
    expect(given(announced(BLUE), anotherSource).when(announced(again(BLUE)))).toEqual([]);
    const stage = given(announced(BLUE), anotherSource, announced(RED), announced(again(BLUE)));
    expect(stage.state.current).toBe(3);
  });

  test('has the deck on which it goes on, in records too', () => {
    const onTwo = announced(again(A, { deck: '2' }));
    const [moved] = given(announced(A)).effects(onTwo);
    expect(moved).toMatchObject({ kind: 'publish earlier', publication: { kind: 'end', deck: '2' } });
    const back = given(announced(A), offAir(A), announced({ ...A, deck: '2' }));
    expect(back.state.plays.get(1)?.deck).toBe('2');
  });

  test('replaces the held track', () => {
    const stage = held(announced(A), skipped, announced(B), announced(again(A)));
    expect(stage.when(passed(60))).toEqual([]);
    expect(stage.state.held).toBeUndefined();
  });
});

describe('waiting for pictures or time', () => {
  const waiting = (...before: readonly Happening[]) => new CoreStage({ slowPictures: true }).given(...before);

  test('flushes pictures at the deadline, and publishes without them after the grace', () => {
    const stage = waiting(announced(A));
    expect(stage.when(passed(3.9))).toEqual([]);
    expect(stage.when(passed(0.1))).toEqual(['flush pictures']);
    expect(stage.when(passed(0.1))).toEqual(['end pictures', 'track Blue']);
    expect(wakesAt(stage.state)).toBeUndefined();
  });

  test('ignores a timer that fires early', () => {
    const stage = held(announced(A));
    const { held: before } = stage.state;
    expect(stage.when({ kind: 'time', by: 9_999 })).toEqual([]);
    expect(stage.state.held).toEqual(before);
  });

  test('trusts a timer that fires although the clock has not moved', () => {
    expect(held(announced(A)).when({ kind: 'time', by: 10_000 })).toEqual(['track Blue']);
  });

  test('publishes the track that waits for pictures before the held one when both are due', () => {
    const stage = new CoreStage({ delay: 4, slowPictures: true }).given(announced(A), skipped, announced(B));
    expect(stage.when(passed(4)).slice(0, 3)).toEqual(['flush pictures', 'end pictures', 'track Blue']);
  });

  test('ends at once when the track is hidden', () => {
    expect(waiting(announced(A)).when(hidden)).toEqual(['end pictures', 'track (hidden)']);
  });

  test('ignores pictures that arrive after it ended', () => {
    expect(waiting(announced(A), hidden).when(pictures)).toEqual([]);
  });
});

describe('a correction by ear', () => {
  const corrects = (one: Transition, mistake?: Transition): PipelineEvent =>
    announced({ ...one, correction: mistake === undefined ? {} : { mistake: mistake.playId } });

  test('puts the track before on air again, in its place in the set', () => {
    const stage = given(announced(A), announced(B));
    expect(stage.when(announced(A))).toEqual([]);
    expect(stage.effects(corrects(A))).toMatchObject([
      { kind: 'seek pictures' },
      { kind: 'end pictures' },
      { kind: 'publish', publication: { kind: 'correction', position: 1, track: { title: 'Blue' } } },
      { kind: 'log' },
    ]);
    expect(stage.when(announced(C))).toEqual(['track Green']);
  });

  test('takes the mistake out of the set, whose place the next track gets', () => {
    const stage = given(announced(A), announced(B));
    expect(stage.when(corrects(A, B))).toEqual(['earlier retract 2', 'correction Blue']);
    const [effect] = stage.effects(announced(B)).filter(({ kind }) => kind === 'publish');
    expect(effect).toMatchObject({ publication: { kind: 'track', position: 2, track: { title: 'Red' } } });
  });

  test('names nothing of the mistake, and keeps the track before hidden', () => {
    const stage = given(announced(A), hidden, announced(B));
    const effects = stage
      .effects(corrects(A, B))
      .flatMap((one) => ('publication' in one ? one.publication : []));
    expect(effects).toMatchObject([
      { kind: 'retract', hidden: true, track: { artist: '', title: '' } },
      { kind: 'hide', hidden: true, position: 1, track: { artist: '', title: '' } },
    ]);
  });

  test('keeps another track than the mistake on air', () => {
    expect(given(announced(A), announced(B), announced(C)).when(corrects(A, B))).toEqual(['correction Blue']);
  });

  test('is over with the next correction of the operator', () => {
    const stage = given(announced(A), announced(B), corrects(A));
    expect(stage.when(corrected('Bluer'))).toEqual(['correction Bluer']);
  });
});

describe('a removed track', () => {
  const removed = (position: number, isRemoved = true): PipelineEvent => ({
    kind: 'remove',
    position,
    isRemoved,
  });
  const publications = (stage: CoreStage, ...events: readonly Happening[]) =>
    stage.effects(...events).flatMap((one) => ('publication' in one ? one.publication : []));

  test('leaves the set once, keeps its position, and can be put back', () => {
    const stage = given(announced(A), announced(B));
    expect(publications(stage, removed(1), removed(1))).toMatchObject([
      { kind: 'retract', position: 1, playId: A.playId, removed: true, track: { title: 'Blue' } },
    ]);
    expect(stage.when(corrected('Bluer', 1))).toEqual([]);
    expect(publications(stage, announced(C))).toMatchObject([{ kind: 'track', position: 3 }]);
    const [back, ...others] = publications(stage, removed(1, false), removed(1, false));
    expect(back).toMatchObject({ kind: 'reveal', position: 1, track: { title: 'Blue' } });
    expect([back?.removed, others]).toEqual([undefined, []]);
  });

  test('may not be on air, nor on the overlays while the next one waits for its pictures', () => {
    const stage = new CoreStage({ slowPictures: true }).given(announced(A), pictures, announced(B));
    expect(stage.when(removed(1), removed(2), removed(9))).toEqual([]);
  });

  test('leaves the air if it has ended, and is another play when it goes on', () => {
    const stage = given(announced(A), announced(B), { kind: 'ended', playId: B.playId, at: 1_000 });
    expect(publications(stage, removed(2))).toMatchObject([
      { kind: 'off air', position: 2 },
      { kind: 'retract', position: 2, removed: true, track: { title: 'Red' } },
    ]);
    expect(publications(stage, announced(B))).toMatchObject([{ kind: 'track', position: 3 }]);
  });

  test('is another play when the source reports it again', () => {
    const stage = given(announced(A), announced(B), announced(C), removed(2), passed(60));
    const [again] = publications(stage, announced(B));
    expect(again).toMatchObject({ kind: 'track', position: 4, track: { title: 'Red' } });
    expect(publications(stage, removed(2, false))).toMatchObject([{ kind: 'reveal', position: 2 }]);
  });

  test('is masked when its track is hidden, without coming back', () => {
    const stage = given(announced(A), announced(B), removed(1), announced(again(A)));
    expect(publications(stage, hidden)).toMatchObject([
      { kind: 'retract', position: 1, hidden: true, removed: true, track: { title: '' } },
      { kind: 'hide', position: 3, hidden: true },
    ]);
    expect(stage.when(removed(1, false))).toEqual(['earlier hide 1']);
  });

  test('stays hidden for later plays', () => {
    const stage = given(announced(A), hidden, announced(B), removed(1));
    expect(stage.when(announced(again(A)))).toEqual(['track (hidden)']);
  });
});

describe('nothing on air', () => {
  test('is published once, and there is nothing to hide or to correct', () => {
    const stage = given(announced(A));
    expect(stage.when(offAir(A), offAir(A))).toEqual(['off air (hidden)']);
    expect(stage.when(hidden, revealed, corrected('Bluer'))).toEqual([]);
    expect(stage.when(announced(B))).toEqual(['track Red']);
  });

  test('ends when the same track is heard again, in its place in the set', () => {
    const stage = given(announced(A), offAir(A));
    expect(stage.when(announced(A))).toEqual(['correction Blue']);
    const [effect] = stage.effects(announced(B)).filter(({ kind }) => kind === 'publish');
    expect(effect).toMatchObject({ publication: { position: 2 } });
  });

  test('is not said of a track that is no longer on air', () => {
    expect(given(announced(A), announced(B)).when(offAir(A))).toEqual([]);
  });
});

describe('an end of the play on air', () => {
  const over = ({ playId }: Transition, at: number): PipelineEvent => ({ kind: 'ended', playId, at });
  const ends = (stage: CoreStage, ...happenings: readonly Happening[]) =>
    stage
      .effects(...happenings)
      .flatMap((effect) => ('publication' in effect ? [effect.publication.endedAt] : []));

  test('is told to records, and leaves the play on air', () => {
    const stage = given(announced(A));
    expect(stage.when(passed(9), over(A, 7_000), over(B, 8_000))).toEqual(['earlier end 1']);
    expect(ends(stage, corrected('Bluer'))).toEqual([7_000]);
    expect(ends(stage, announced(B))).toEqual([undefined]);
  });

  test('is withdrawn when the source reports the play again', () => {
    const stage = given(announced(A), over(A, 7_000));
    expect(ends(stage, announced(A), announced(A))).toEqual([undefined]);
    expect(ends(stage.given(over(A, 9_000)), corrected('Bluer'))).toEqual([9_000]);
  });

  test.each([10, 40])('leaves a held play its length when it is reported after %s seconds', (seconds) => {
    const stage = new CoreStage({ delay: 30 }).given(announced(A), passed(seconds), over(A, 9_000));
    expect(ends(stage, passed(20), corrected('Bluer')).at(-1)).toBe(39_000);
  });

  test('is withdrawn within the hold, which goes on, with the names that came since', () => {
    const stage = new CoreStage({ delay: 30 }).given(announced(A), named(A, B.track), over(A, 9_000));
    expect(stage.when(passed(20), announced(A), passed(9), passed(1))).toEqual(['track Red']);
    expect(ends(stage, corrected('Bluer'))).toEqual([undefined]);
  });

  test('comes when its source is removed, unless another one reports the play', () => {
    const stage = given(passed(5), announced(A));
    const removed = (name: string): PipelineEvent => ({ kind: 'new source', removed: [name] });
    expect(stage.when(removed('another'))).toEqual([]);
    expect(ends(stage, removed(A.source))).toEqual([5_000]);
    expect(ends(stage, announced(again(A)))).toEqual([undefined]);
  });

  test.each([0, 30])(
    'leaves the length of stops after which the play goes on (hold: %s seconds)',
    (delay) => {
      const stopped = new CoreStage({ delay }).given(
        announced(A),
        passed(40),
        over(A, 37_000),
        announced(A),
        passed(5),
        over(A, 42_000),
        passed(4),
      );
      const [effect] = stopped.effects(announced(A));
      expect(effect).toMatchObject({ publication: { silentMs: 10_000 } });
    },
  );

  test('comes with the publication that waits for pictures', () => {
    const stage = new CoreStage({ slowPictures: true }).given(announced(A), over(A, 1_000));
    expect(ends(stage, pictures)).toEqual([1_000]);
  });

  test('is never told of a hidden play by its names, nor before the play began', () => {
    const stage = given(passed(5), announced(A), hidden);
    const [effect] = stage.effects(over(A, 1_000));
    expect(effect).toMatchObject({ publication: { hidden: true, track: { title: '' }, endedAt: 5_000 } });
  });
});

describe('a correction', () => {
  test('counts for later plays of the track, the latest one for each, and leaves other tracks alone', () => {
    const stage = given(announced(A), corrected('Bluer'), announced(B));
    expect(stage.when(announced(again(A)), announced(C))).toEqual(['track Bluer', 'track Green']);
    expect(stage.when(corrected('Bluest', 1), announced(again(again(A))))).toEqual([
      'earlier correction 1',
      'track Bluest',
    ]);
    const facts = stage.state.plays.get(5)?.judgement;
    expect(facts).toMatchObject({ reported: A.track, corrected: { title: 'Bluest' } });
  });

  test('counts for names that come late, and not for those that replace them', () => {
    const later = { ...NAMELESS, playId: 'take 4' };
    const stage = given(announced(A), corrected('Bluer'), announced(later));
    expect(stage.when(named(later, A.track), named(later, B.track))).toEqual([
      'correction Bluer',
      'correction Red',
    ]);
  });

  test('counts for a file without names', () => {
    const stage = given(announced(NAMELESS), corrected('Bluer'), announced(B));
    expect(stage.when(announced(again(NAMELESS)))).toEqual(['track Bluer']);
  });

  test('reveals no later play of a hidden track, and hides with it', () => {
    const stage = given(announced(A), corrected('Bluer'), hidden, announced(B));
    expect(stage.when(announced(again(A)), revealed)).toEqual(['track (hidden)', 'reveal Bluer']);
  });

  test('counts in a new set, too', () => {
    const stage = given(announced(A), corrected('Bluer'), announced(B), newSet);
    expect(stage.when(announced(again(A)))).toEqual(['track Bluer']);
  });
});

describe('the end of a show', () => {
  test('ends the track on air and leaves the set as it is, until the next track', () => {
    const stage = given(announced(A), passed(20));
    const ends = stage
      .effects(endShow)
      .flatMap((effect) => ('publication' in effect ? effect.publication : []));
    expect(ends).toMatchObject([
      { kind: 'end', position: 1, endedAt: 20_000, track: { title: 'Blue' } },
      { kind: 'off air', position: 1, endedAt: 20_000, hidden: true },
    ]);
    expect(stage.when(endShow)).toEqual([]);
    expect(stage.when(announced(B))).toEqual(['track Red']);
    expect([...stage.state.plays.keys()]).toEqual([1, 2]);
  });

  test('drops the held track, also if nothing else is on air', () => {
    expect(held(announced(A), passed(10), announced(B)).when(endShow, passed(20))).toEqual([
      'earlier end 1',
      'off air (hidden)',
    ]);
    expect(held(announced(A)).when(endShow, passed(20), announced(B), passed(10))).toEqual(['track Red']);
  });

  test('keeps the time at which the track had ended', () => {
    const stage = given(
      announced(A),
      passed(20),
      { kind: 'ended', playId: A.playId, at: 15_000 },
      passed(20),
    );
    stage.given(endShow);
    expect(stage.state.plays.get(1)?.place.endedAt).toBe(15_000);
  });

  test('counts for a source that reports the track again when it starts anew', () => {
    expect(given(announced(A), endShow, anotherSource).when(announced(again(A)), announced(B))).toEqual([
      'track Red',
    ]);
  });
});

describe('a new set', () => {
  const places = (stage: CoreStage, ...happenings: readonly Happening[]) =>
    stage.effects(...happenings).flatMap((effect) => {
      if (effect.kind !== 'publish' && effect.kind !== 'publish earlier') {
        return [];
      }
      const { kind, set, position, movedFrom, elapsedMs } = effect.publication;
      return [{ kind, set, position, movedFrom, elapsedMs }];
    });

  test('begins with the track on air, as if that were the first, and the next one counts from it', () => {
    const stage = given(announced(A), passed(20), announced(B), passed(5));
    expect(places(stage, newSet, passed(1), announced(C))).toEqual([
      { kind: 'new set', set: 1, position: 1, movedFrom: 2, elapsedMs: 0 },
      { kind: 'track', set: 1, position: 2, movedFrom: undefined, elapsedMs: 6_000 },
    ]);
  });

  test('begins with the next track if nothing is on air', () => {
    const stage = given(announced(A), offAir(A), passed(20));
    expect(places(stage, newSet, passed(1), announced(C))).toEqual([
      { kind: 'new set', set: 1, position: 0, movedFrom: undefined, elapsedMs: 0 },
      { kind: 'track', set: 1, position: 1, movedFrom: undefined, elapsedMs: 0 },
    ]);
  });

  test('needs an earlier track', () => {
    expect(given().when(newSet)).toEqual([]);
    expect(given(announced(A)).when(newSet)).toEqual([]);
    expect(given(announced(A), announced(B), newSet).when(newSet)).toEqual([]);
  });

  test('begins with the next track if the operator wants that: the one on air leaves the air, and stays', () => {
    const stage = given(announced(A), passed(20));
    expect(places(stage, nextSet, passed(1), announced(C))).toEqual([
      { kind: 'off air', set: undefined, position: 1, movedFrom: undefined, elapsedMs: 0 },
      { kind: 'new set', set: 1, position: 0, movedFrom: undefined, elapsedMs: 0 },
      { kind: 'track', set: 1, position: 1, movedFrom: undefined, elapsedMs: 0 },
    ]);
    expect(given().when(nextSet)).toEqual([]);
    expect(given(announced(A), nextSet).when(nextSet)).toEqual([]);
  });

  test('still publishes the track that it leaves, and remembers its hide', () => {
    const waiting = new CoreStage({ slowPictures: true }).given(announced(A));
    expect(waiting.when(nextSet)).toEqual([
      'end pictures',
      'track Blue',
      'off air (hidden)',
      'earlier new set 0',
    ]);
    expect(given(announced(A), hidden, nextSet).when(announced(again(A)))).toEqual(['track (hidden)']);
  });

  test('shows no track that leaves the air while its cleared color waits for the next one', () => {
    const stage = held(announced({ ...A, hidden: true }), skipped, announced(B), cleared(A));
    const leaving = stage.effects(nextSet).map(({ kind }) => kind);
    expect(leaving).toEqual(['publish', 'log', 'log', 'publish earlier']);
    expect([stage.state.awaited, wakesAt(stage.state)]).toEqual([undefined, 10_000]);
    expect(stage.when(passed(10))).toEqual(['track Red']);
  });

  test('leaves earlier tracks alone, and hides what the operator hid in them', () => {
    const stage = given(announced(A), hidden, announced(B), newSet);
    expect(stage.when(announced(again(A)), revealed, cleared(A), corrected('Bluer', 3))).toEqual([
      'track (hidden)',
      'reveal Blue',
    ]);
    expect(stage.when(hiddenAt(1), revealed)).toEqual(['earlier hide 1']);
  });

  test('follows the color and the late names of the deck on air', () => {
    const stage = given(announced(A), announced(NAMELESS), newSet);
    expect(stage.when(named(NAMELESS, C.track), colored(NAMELESS), announced(NAMELESS))).toEqual([
      'correction Green',
      'hide (hidden)',
      'reveal Green',
    ]);
  });

  test('keeps the track in its earlier set until then, and asks again for pictures that had not come', () => {
    const stage = new CoreStage({ slowPictures: true }).given(announced(A), pictures, announced(B));
    expect(stage.when(newSet)).toEqual(['end pictures', 'track Red', 'new set Red']);
    expect(stage.state.awaited).toBeDefined();
  });
});

describe('late names', () => {
  test('of the held track are published with it, or drop it as the one on air', () => {
    expect(held(announced(NAMELESS), named(NAMELESS, A.track)).when(passed(10))).toEqual(['track Blue']);
    const goesOn = held(announced(A), skipped, announced(NAMELESS));
    expect(goesOn.when(named(NAMELESS, A.track), passed(10))).toEqual([]);
  });

  test('replace published names for ten seconds only', () => {
    expect(given(announced(A), passed(10)).when(named(A, B.track))).toEqual(['correction Red']);
    expect(given(announced(A), passed(10.1)).when(named(A, B.track))).toEqual([]);
  });
});

describe('publishes nothing', () => {
  test('after a stop, not even the held track', () => {
    const stage = held(announced(A), skipped, announced(C), stopped);
    expect(stage.when(announced(B), hidden, revealed, corrected('Bluer'), colored(A), passed(60))).toEqual(
      [],
    );
  });

  test('when an event repeats', () => {
    const stage = given(announced(A), hidden, hidden);
    expect(stage.when(announced(A), colored(A), colored(A), hidden)).toEqual([]);
  });

  test('when the color of a play that ended hidden is cleared', () => {
    expect(
      given(announced({ ...A, hidden: true }), announced(B)).when(cleared(A), { kind: 'new settings' }),
    ).toEqual([]);
  });
});

test('publishes a hidden track without names, but with its reported names for the session store', () => {
  const [publish] = given(announced(A)).effects(hidden);
  const facts = publish?.kind === 'publish' ? publish.publication.facts?.open() : undefined;
  expect(facts).toMatchObject({ reported: A.track, hiddenByHand: true });
  expect(publish).toMatchObject({
    publication: { kind: 'hide', hidden: true, track: { title: '', artist: '' } },
  });
});
