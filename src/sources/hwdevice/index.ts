import type { Part, Source } from '../../core/contracts.ts';
import { checkHwDevice, hwDeviceOptions } from './options.ts';

/** Denon DJ / Engine OS devices on the network, over StagelinQ. */
export const hwDevice: Part<typeof hwDeviceOptions, Source> = {
  name: 'hwdevice',
  options: hwDeviceOptions,
  check: checkHwDevice,
  async diagnose(settings, tools, signal) {
    if (!tools.chosen) {
      return [];
    }
    const { folderFindings } = await import('../../computer/folders.ts');
    const files = await folderFindings(
      [
        {
          option: '--hwdevice.library',
          path: settings['hwdevice.library'],
          without: 'art and names from the libraries of devices are missing',
        },
        { option: '--hwdevice.record', path: settings['hwdevice.record'], without: 'nothing is recorded' },
      ],
      tools.disk,
    );
    if (tools.running) {
      return files;
    }
    const { examineHardware } = await import('./examine.ts');
    return [...files, ...(await examineHardware(settings, tools, signal))];
  },
  async create(settings, tools) {
    const { HwDeviceSource } = await import('./source.ts');
    return new HwDeviceSource(settings, tools);
  },
};
