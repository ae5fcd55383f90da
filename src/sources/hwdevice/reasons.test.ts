import { StagelinqError } from '@deckcast/stagelinq';
import { expect, test } from 'vitest';
import { reasonOf } from './reasons.ts';

test.each([
  ['ECONNREFUSED', 'it accepts no connection'],
  ['ENETUNREACH', 'this computer does not reach the network of this device (ENETUNREACH)'],
  ['EHOSTUNREACH', 'this computer does not reach the network of this device (EHOSTUNREACH)'],
  [undefined, 'it did not answer in time'],
])('says why a device cannot be reached: %s', (code, reason) => {
  const cause = code && Object.assign(new Error(code), { code });
  expect(String(reasonOf(new StagelinqError('unreachable', 'no', { cause })))).toBe(reason);
});
