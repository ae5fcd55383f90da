/** Another source takes over in the middle of a set. */
import { expect, test } from 'vitest';
import { A, B, C, pipelineUnderTest } from '../../../test/support/pipeline.ts';
import type { Transition } from '../../core/track.ts';

const again = (one: Transition, change: Partial<Transition> = {}): Transition => ({
  ...one,
  playId: `${one.playId} again`,
  ...change,
});

test('the play that is on air is not published again, and what follows is', () => {
  const { pipeline, story, published } = pipelineUnderTest();
  pipeline.transition(A);
  pipeline.sourceReplaced();
  pipeline.transition(again(A));
  pipeline.transition(B);
  expect(story()).toEqual(['track Blue', 'track Red']);
  expect(published.map(({ position }) => position)).toEqual([1, 2]);
});

test('it stays hidden, is hidden by its new deck’s color, and is revealed under its new id', () => {
  const { pipeline, story } = pipelineUnderTest();
  pipeline.transition(A);
  pipeline.sourceReplaced();
  pipeline.transition(again(A, { hidden: true }));
  expect(story()).toEqual(['track Blue', 'hide (hidden)']);
  pipeline.visibility(again(A).playId, false);
  expect(story().at(-1)).toBe('reveal Blue');
  pipeline.hide();
  pipeline.sourceReplaced();
  pipeline.transition(again(again(A)));
  expect(story().at(-1)).toBe('hide (hidden)');
});

test('what the operator hid earlier in the set stays hidden, until a reveal', () => {
  const { pipeline, story } = pipelineUnderTest();
  pipeline.transition(A);
  pipeline.hide();
  pipeline.transition(B);
  pipeline.sourceReplaced();
  pipeline.transition(C);
  pipeline.transition(again(A));
  expect(story().at(-1)).toBe('track (hidden)');
  pipeline.reveal();
  expect(story().at(-1)).toBe('reveal Blue');
});

test('only the first report counts: the same track later is another play', () => {
  const { pipeline, story } = pipelineUnderTest();
  pipeline.transition(A);
  pipeline.sourceReplaced();
  pipeline.transition(B);
  pipeline.transition(again(A));
  expect(story()).toEqual(['track Blue', 'track Red', 'track Blue']);
});

test('only the first report counts also where it was held and never featured', async () => {
  const { pipeline, story, settings, clock } = pipelineUnderTest();
  const [first, second] = [A, again(A)].map(({ deck: _none, ...rest }) => rest);
  pipeline.transition(first as Transition);
  settings.delay = 10;
  pipeline.sourceReplaced();
  pipeline.transition(B);
  pipeline.transition(second as Transition);
  await clock.advance(10_000);
  expect(story()).toEqual(['track Blue', 'track Blue']);
});

test('a held track of the old source is no longer featured', async () => {
  const { pipeline, story, settings, clock } = pipelineUnderTest();
  settings.delay = 10;
  pipeline.transition(A);
  pipeline.sourceReplaced();
  await clock.advance(20_000);
  expect(story()).toEqual([]);
});
