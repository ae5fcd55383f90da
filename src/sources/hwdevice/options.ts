import { DEFAULT_TOKEN } from '@deckcast/stagelinq';
import type { Problem } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import { defineOptions, type SettingsOf, UserPath } from '../../core/option.ts';
import { deckOptions } from '../../decks/options.ts';
import { directory, duration, filePath, flag, list, text, uint } from '../../settings/kinds.ts';

export const hwDeviceOptions = defineOptions('Source and discovery', {
  'hwdevice.discovery.interface': {
    kind: list,
    default: [],
    help: 'network interfaces to search on; all but loopback when empty',
  },
  'hwdevice.discovery.ignore_link_local': {
    kind: flag,
    default: false,
    help: 'ignore devices that announce themselves from 169.254.x.x',
  },
  'hwdevice.discovery.max_devices': {
    kind: uint({ unit: 'devices' }),
    default: 0,
    help: 'watch no more devices than this; 0 is unlimited',
  },
  'hwdevice.discovery.timeout': {
    kind: duration,
    default: 5_000,
    help: 'how long to search for devices before reporting what is wrong; the search goes on',
  },
  'hwdevice.token': {
    kind: text,
    default: DEFAULT_TOKEN,
    help: 'identity on the device network, 32 hexadecimal digits; empty for a random one',
  },
  'hwdevice.library': {
    kind: directory,
    default: new UserPath('cache', 'library'),
    help: 'folder for copies of device libraries, which have art and names; empty fetches none',
    without: say('hwdevice.art-names-libraries-devices-missing'),
  },
  'hwdevice.record': {
    kind: filePath,
    default: '',
    help: 'file to record device messages in, for deckcast simulate to replay',
    without: say('hwdevice.nothing-recorded'),
  },
  'target.device': {
    kind: text,
    default: '',
    help: 'watch only devices of this name (prime4); case sensitive',
  },
  'target.software': {
    kind: text,
    default: '',
    help: 'watch only devices with software of this name (JC11); case sensitive',
  },
  ...deckOptions,
});

export type HwDeviceSettings = SettingsOf<typeof hwDeviceOptions>;

export function checkHwDevice(settings: HwDeviceSettings): readonly Problem[] {
  // Devices ignore tokens whose first bit is set.
  return /^([0-7][0-9a-f]{31})?$/i.test(settings['hwdevice.token'])
    ? []
    : [{ where: '--hwdevice.token', what: say('hwdevice.token-32-hexadecimal-digits-first-them') }];
}
