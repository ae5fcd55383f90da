import { expect, test } from 'vitest';
import { RunError, UsageError } from '../core/errors.ts';
import { failureText } from './failure.ts';

test.each([
  [
    'what failed',
    new RunError('cannot write to a\u009b2Jb\nc'),
    'deckcast: cannot write to a\\u009b2Jb\\nc\n',
  ],
  [
    'one problem',
    new UsageError([{ where: '--a\u202e', what: 'is not a flag' }]),
    'deckcast: --a\\u202e: is not a flag\n',
  ],
  [
    'several problems',
    new UsageError([
      { where: '--a\u202e', what: 'is not a flag' },
      { where: '--b', what: 'is none\u0007 either' },
    ]),
    expect.stringMatching(/\n {2}--a\\u202e {3}is not a flag\n {2}--b {9}is none\\u0007 either\n$/),
  ],
  ['a fault', new Error('a\u009bb'), expect.stringMatching(/\nError: a\\u009bb\n {4}at /)],
])('escapes control characters in %s', (_, error, text) => {
  expect(failureText('deckcast', error, {})).toEqual(text);
});
