import { expect, test } from 'vitest';
import { type Finding, inOrder, stopsASet, well } from './finding.ts';

const one = (severity: Finding['severity'], area: Finding['area'], finding = 'x'): Finding => ({
  area,
  severity,
  finding,
  means: '',
  todo: '',
});

test('the worst comes first, of the same the cause before what follows from it, and each once', () => {
  const found = [
    well('ports', 'free'),
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

test('a fault stops a set, and nothing else does', () => {
  expect(stopsASet([one('warning', 'files'), one('note', 'files'), well('files', 'x')])).toBe(false);
  expect(stopsASet([one('fault', 'files')])).toBe(true);
});
