import { expect, test } from 'vitest';
import { readLength, readSlider, readText, readTruth } from './answer.ts';

test('readText strips quotes, and returns undefined for an error', () => {
  expect(readText(' "Blue "\r\n')).toBe('Blue');
  expect(readText('Say "Hi"')).toBe('Say "Hi"');
  expect(readText('""')).toBe('');
  expect(readText('error:-2147467259')).toBeUndefined();
});

test.each([
  ['yes', true, ['yes', 'on', 'true', '1', ' YES\n', '"on"']],
  ['no', false, ['no', 'off', 'false', '0']],
  ['neither', undefined, ['', 'error:-2147024809', '0.5', 'yes please']],
])('readTruth recognizes %s', (_, truth, answers) => {
  expect(answers.map(readTruth)).toEqual(answers.map(() => truth));
});

test.each([
  ['0.25', 0.25],
  ['1', 1],
  ['75%', 0.75],
  ['0,5', 0.5],
  ['130 %', 1],
  ['error:-2147467259', undefined],
  ['', undefined],
  ['loud', undefined],
])('readSlider reads %j as %j', (answer, position) => {
  expect(readSlider(answer)).toBe(position);
});

test.each([
  ['301.5', 301_500],
  ['4:05', 245_000],
  ['1:00:00', 3_600_000],
  ['245000', 245_000],
  ['', 0],
  ['error:-2147467259', 0],
])('readLength reads %j as %d ms', (answer, ms) => {
  expect(readLength(answer)).toBe(ms);
});
