import { expect, test } from 'vitest';
import { defaultOf } from '../../settings/resolve.ts';
import { checkHwDevice, type HwDeviceSettings, hwDeviceOptions } from './options.ts';

test.each([
  [{ HOME: '/home/ada' }, '/home/ada/.cache/deckcast/library'],
  [{ HOME: '/home/ada', XDG_CACHE_HOME: '/cache' }, '/cache/deckcast/library'],
  [{ HOME: '/home/ada', XDG_CACHE_HOME: 'cache' }, '/home/ada/.cache/deckcast/library'],
  [{}, '/settings/deckcast/cache/library'],
])('--hwdevice.library=%j resolves to %s', (env, path) => {
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
])('checkHwDevice of token %j returns %j', (token, problems) => {
  // The check reads no other setting.
  const found = checkHwDevice({ 'hwdevice.token': token } as HwDeviceSettings);
  expect(found.map(({ where }) => where)).toEqual(problems);
});
