import { expect, test } from 'vitest';
import { sessionToResume } from './resume.ts';
import type { SessionEnd } from './store.ts';

const NOW = Date.UTC(2026, 0, 1, 23);
const MINUTE = 60_000;

/** A session that ended, or was cut off, this many minutes ago. */
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
  };
}

const nobody = (): boolean => false;

test.each([
  ['was cut off within its last track', session(3, { last: 12 }), 3],
  ['was cut off an hour ago', session(3, { last: 60 }), undefined],
  ['was stopped a minute ago', session(3, { last: 9, ended: 1 }), 3],
  ['was stopped ten minutes ago', session(3, { last: 12, ended: 10 }), undefined],
  ['ends in a time that has not come yet', session(3, { last: -5 }), undefined],
])('of a session that %s, the run goes on with %s', (_, end, wanted) => {
  expect(sessionToResume([end], NOW, nobody)?.id).toBe(wanted);
});

test('a run does not touch the session of another running program, and goes on with its own', () => {
  const ends = [session(5, { last: 1 }, 100), session(4, { last: 2 }, 200)];
  expect(sessionToResume(ends, NOW, (pid) => pid === 100)?.id).toBe(4);
  expect(sessionToResume(ends, NOW, () => true)).toBeUndefined();
  // A process is known by its number, and by when it had it.
  expect(sessionToResume(ends, NOW, (_, at) => at === NOW - MINUTE)?.id).toBe(4);
});

test('of several, the run goes on with the newest', () => {
  expect(sessionToResume([session(5, { last: 3 }), session(4, { last: 2 })], NOW, nobody)?.id).toBe(5);
});

test('a set that was cut off has ended once a newer one has begun', () => {
  const cutOff = session(4, { last: 12 });
  expect(sessionToResume([session(5, { last: 11, ended: 10 }), cutOff], NOW, nobody)).toBeUndefined();
  expect(sessionToResume([session(5, { last: 30 }), cutOff], NOW, nobody)).toBeUndefined();
});
