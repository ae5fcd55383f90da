/** Compares texts of the catalogue by their English, so that tests state what a user reads. */
import { chai, expect } from 'vitest';
import { Message } from '../../src/core/message.ts';

const english = (value: unknown): unknown => (value instanceof Message ? String(value) : value);

expect.addEqualityTesters([
  (one, other) =>
    one instanceof Message !== other instanceof Message && typeof english(one) === typeof english(other)
      ? english(one) === english(other)
      : undefined,
]);

// Workers keep modules between test files, but run this file for each.
const { prototype } = chai.Assertion;
if (!('comparesTexts' in prototype)) {
  Object.assign(prototype, { comparesTexts: true });
  for (const name of ['toBe', 'toMatch', 'toContain']) {
    chai.util.overwriteMethod(
      prototype,
      name,
      (compare: (...expected: unknown[]) => void) =>
        function compareEnglish(this: object, ...expected: unknown[]) {
          chai.util.flag(this, 'object', english(chai.util.flag(this, 'object')));
          compare.apply(this, expected.map(english));
        },
    );
  }
  for (const matcher of [expect.stringContaining(''), expect.stringMatching('')]) {
    const { asymmetricMatch } = matcher;
    Object.getPrototypeOf(matcher).asymmetricMatch = function match(other: unknown): boolean {
      return asymmetricMatch.call(this, english(other) as string);
    };
  }
}
