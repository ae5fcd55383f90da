import { expect, test } from 'vitest';
import { sessionToResume } from './resume.ts';
import type { SessionEnd } from './store.ts';

const NOW = Date.UTC(2026, 0, 1, 23);
const MINUTE = 60_000;

/** Minutes since its end or interruption. */
function session(id: number, ago: { readonly last: number; readonly ended?: number }, pid = 7): SessionEnd {
  const endedAt = ago.ended === undefined ? null : NOW - ago.ended * MINUTE;
  return {
    id,
    startedAt: NOW - 180 * MINUTE,
    lastAt: NOW - ago.last * MINUTE,
    endedAt,
    pid,
    setId: '',
    history: '',
    follows: 0,
  };
}

const nobody = (): boolean => false;

test.each([
  ['was cut off within its last track', session(3, { last: 12 }), 3],
  ['was cut off an hour ago', session(3, { last: 60 }), undefined],
  ['was stopped a minute ago', session(3, { last: 9, ended: 1 }), 3],
  ['was stopped ten minutes ago', session(3, { last: 12, ended: 10 }), undefined],
  ['ends in a time that has not come yet', session(3, { last: -5 }), undefined],
])('after a session that %s, the run continues %s', (_, end, wanted) => {
  expect(sessionToResume([end], NOW, nobody)?.id).toBe(wanted);
});

test('a run skips the session of another running program and continues its own', () => {
  const ends = [session(5, { last: 1 }, 100), session(4, { last: 2 }, 200)];
  expect(sessionToResume(ends, NOW, (pid) => pid === 100)?.id).toBe(4);
  expect(sessionToResume(ends, NOW, () => true)).toBeUndefined();
  // A process is identified by its id and the time.
  expect(sessionToResume(ends, NOW, (_, at) => at === NOW - MINUTE)?.id).toBe(4);
});

test('a run continues the newest of several sessions', () => {
  expect(sessionToResume([session(5, { last: 3 }), session(4, { last: 2 })], NOW, nobody)?.id).toBe(5);
});

test('a run never continues an interrupted set that is not the newest', () => {
  const cutOff = session(4, { last: 12 });
  expect(sessionToResume([session(5, { last: 11, ended: 10 }), cutOff], NOW, nobody)).toBeUndefined();
  expect(sessionToResume([session(5, { last: 30 }), cutOff], NOW, nobody)).toBeUndefined();
});
