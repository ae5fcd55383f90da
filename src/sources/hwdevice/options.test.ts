import { expect, test } from 'vitest';
import { checkHwDevice, type HwDeviceSettings, hwDeviceOptions } from './options.ts';

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
