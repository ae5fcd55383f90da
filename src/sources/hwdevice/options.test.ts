import { expect, test } from 'vitest';
import { defaultOf } from '../../settings/resolve.ts';
import { checkHwDevice, type HwDeviceSettings, hwDeviceOptions } from './options.ts';

test.each([
  [{ HOME: '/home/ada' }, '/home/ada/.cache/deckcast/library'],
  [{ HOME: '/home/ada', XDG_CACHE_HOME: '/cache' }, '/cache/deckcast/library'],
  [{ HOME: '/home/ada', XDG_CACHE_HOME: 'cache' }, '/home/ada/.cache/deckcast/library'],
  [{}, '/settings/deckcast/cache/library'],
])('with %j the library is kept in %s', (env, path) => {
  const environment = { platform: 'linux', env, configDir: '/settings/deckcast' } as const;
  expect(defaultOf(hwDeviceOptions['hwdevice.library'], environment)).toBe(path);
});

test.each([
  [hwDeviceOptions['hwdevice.token'].default, []],
  ['', []],
  ['3A9AB443D147AF88CB1C077F8039DFF9', []],
  ['52fd', ['--hwdevice.token']],
  ['ffffffffffff0000800000059504141c', ['--hwdevice.token']],
  ['zz'.repeat(16), ['--hwdevice.token']],
])('of the token %j the problems are %j', (token, problems) => {
  // The check looks at nothing else.
  const found = checkHwDevice({ 'hwdevice.token': token } as HwDeviceSettings);
  expect(found.map(({ where }) => where)).toEqual(problems);
});
