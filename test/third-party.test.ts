import { expect, test } from 'vitest';
import { thirdParty } from '../scripts/third-party.js';
import { ROOT } from './support/files.ts';

test('every library in the bundle is named once, with its license', () => {
  const text = thirdParty(
    [
      'src/main.ts',
      'node_modules/ws/wrapper.mjs',
      'node_modules/ws/lib/sender.js',
      '(disabled):node_modules/@hono/node-server/dist/index.mjs',
    ],
    ROOT,
  );
  expect(
    [...text.matchAll(/^-+\n(\S+) [\d.]+ \((.+)\)$/gm)].map(([, name, license]) => [name, license]),
  ).toEqual([
    ['@hono/node-server', 'MIT'],
    ['ws', 'MIT'],
  ]);
  expect(text.match(/Permission is hereby granted/g)).toHaveLength(2);
});
