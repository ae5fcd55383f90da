import { expect, test } from 'vitest';
import { defaultOf } from '../../settings/resolve.ts';
import { checkHwDevice, type HwDeviceSettings, hwDeviceOptions } from './options.ts';

test.each([
  [{ HOME: '/home/ada' }, '/home/ada/.cache/deckcast/library'],
  [{ HOME: '/home/ada', XDG_CACHE_HOME: '/cache' }, '/cache/deckcast/library'],
  [{ HOME: '/home/ada', XDG_CACHE_HOME: 'cache' }, '/home/ada/.cache/deckcast/library'],
])('with %j the library is kept in %s', (env, path) => {
  const environment = { platform: 'linux', env, configDir: '' } as const;
  expect(defaultOf(hwDeviceOptions['hwdevice.library'], environment)).toBe(path);
});

function problemsWith(token: string): readonly { readonly where: string }[] {
  // The check looks at nothing else.
  return checkHwDevice({ 'hwdevice.token': token } as HwDeviceSettings);
}

test.each([hwDeviceOptions['hwdevice.token'].default, '', '3A9AB443D147AF88CB1C077F8039DFF9'])(
  'the token %j is accepted',
  (token) => {
    expect(problemsWith(token)).toEqual([]);
  },
);

test.each(['52fd', 'ffffffffffff0000800000059504141c', 'zz'.repeat(16)])(
  'the token %j is refused',
  (token) => {
    expect(problemsWith(token)).toMatchObject([{ where: '--hwdevice.token' }]);
  },
);
