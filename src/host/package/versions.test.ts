import { expect, test } from 'vitest';
import { isNewer } from './versions.ts';

test.each([
  ['0.2.0', '0.1.9', true],
  ['0.10.0', '0.9.0', true],
  ['1.0.0', '0.99.99', true],
  ['0.2.0', '0.2.0', false],
  ['0.1.9', '0.2.0', false],
  ['0.2.0', '0.2.0-rc.1', true],
  ['0.2.0-rc.1', '0.2.0', false],
  ['0.2.0-rc.2', '0.2.0-rc.1', true],
  ['0.3.0-dev.10+4f2a09c', '0.3.0-dev.9+ffffff0', true],
  ['0.3.0-dev.9+ffffff0', '0.3.0-dev.10+4f2a09c', false],
  ['0.3.0-dev.9+ffffff0', '0.3.0-dev.9+4f2a09c', false],
  ['0.3.0-dev.9', '0.2.7', true],
  ['0.3.0', '0.3.0-dev.900+4f2a09c', true],
  ['0.3.0-rc.1', '0.3.0-dev.900', true],
  ['0.3.0-dev.1.1', '0.3.0-dev.1', true],
  ['0.3.0-dev.x', '0.3.0-dev.7', true],
  ['0.2.1', 'source', false],
])('isNewer(%s, %s) is %s', (version, than, answer) => {
  expect(isNewer(version, than)).toBe(answer);
});
