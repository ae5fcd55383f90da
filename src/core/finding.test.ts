import { expect, test } from 'vitest';
import { type Finding, inOrder, okFinding, stopsASet } from './finding.ts';

const one = (severity: Finding['severity'], area: Finding['area'], finding = 'x'): Finding => ({
  area,
  severity,
  finding,
  means: '',
  todo: '',
});

test('inOrder puts the worst first, causes before consequences, and removes duplicates', () => {
  const found = [
    okFinding('ports', 'free'),
    one('note', 'network'),
    one('fault', 'devices'),
    one('warning', 'services'),
    one('fault', 'network', 'y'),
    one('fault', 'devices'),
  ];
  expect(inOrder(found).map(({ severity, area }) => `${severity} ${area}`)).toEqual([
    'fault network',
    'fault devices',
    'warning services',
    'note network',
    'ok ports',
  ]);
});

test('stopsASet is true only for a fault', () => {
  expect(stopsASet([one('warning', 'files'), one('note', 'files'), okFinding('files', 'x')])).toBe(false);
  expect(stopsASet([one('fault', 'files')])).toBe(true);
});
