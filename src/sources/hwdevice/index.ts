import type { Part, Source } from '../../core/contracts.ts';
import { checkHwDevice, hwDeviceOptions } from './options.ts';

/** Denon DJ / Engine OS devices on the network, over StagelinQ. */
export const hwDevice: Part<typeof hwDeviceOptions, Source> = {
  name: 'hwdevice',
  options: hwDeviceOptions,
  check: checkHwDevice,
  async create(settings, tools) {
    const { HwDeviceSource } = await import('./source.ts');
    return new HwDeviceSource(settings, tools);
  },
};
