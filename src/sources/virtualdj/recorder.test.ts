import { beforeEach, expect, test } from 'vitest';
import type { Untimed, VirtualDjEvent } from '../../core/recording.ts';
import { AnswerRecorder } from './recorder.ts';

let events: Untimed<VirtualDjEvent>[];
let recorder: AnswerRecorder;

beforeEach(() => {
  events = [];
  recorder = new AnswerRecorder((event) => events.push(event));
});

function reading(...answers: readonly (readonly [string, string])[]): void {
  for (const [script, answer] of answers) {
    recorder.received(script, answer);
  }
  recorder.readingEnds();
}

const written = (): unknown[] =>
  events.map((event) =>
    event.event === 'reading'
      ? event.answers.map(({ script, answer }) => `${script}: ${answer}`)
      : event.event,
  );

test('an answer is written when it is another one', () => {
  reading(['play', 'no'], ['volume', '1']);
  reading(['play', 'no'], ['volume', '1']);
  reading(['play', 'yes'], ['volume', '1']);
  expect(written()).toEqual([['play: no', 'volume: 1'], ['play: yes']]);
});

test('after a question without an answer, all answers are written again, and none of the reading before', () => {
  reading(['play', 'no']);
  recorder.received('play', 'yes');
  recorder.unanswered('VirtualDJ: no answer');
  reading(['play', 'no']);
  expect(written()).toEqual([['play: no'], 'unanswered', ['play: no']]);
});

test('after a reading in which a track changed, the next one is written even if nothing is new', () => {
  reading(['path', 'a.mp3'], ['title', 'A']);
  reading(['path', 'b.mp3'], ['title', 'C'], ['path', 'c.mp3']);
  reading(['path', 'c.mp3'], ['title', 'C']);
  reading(['path', 'c.mp3'], ['title', 'C']);
  expect(written()).toEqual([['path: a.mp3', 'title: A'], ['path: b.mp3', 'title: C', 'path: c.mp3'], []]);
});
