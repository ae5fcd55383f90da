import type { SourcePart } from '../../core/contracts.ts';
import { checkHwDevice, hwDeviceOptions } from './options.ts';

/** Denon DJ / Engine OS devices on the network, over StagelinQ. */
export const hwDevice: SourcePart<typeof hwDeviceOptions> = {
  name: 'hwdevice',
  options: hwDeviceOptions,
  card: {
    title: 'Denon DJ / Engine OS players',
    about:
      'Prime 4, Prime 2, Prime Go, SC Live, Mixstream, SC5000, SC6000 and Numark units, over the network.',
    settings: {
      group: 'Denon DJ',
      common: {
        'target.device': 'Only this kind of device',
        'hwdevice.discovery.interface': 'Network that Denon players are on',
      },
      rest: {
        'target.software': 'Only devices with this software',
        'hwdevice.discovery.ignore_link_local': 'Ignore devices without a network address',
        'hwdevice.discovery.max_devices': 'Most devices to watch',
        'hwdevice.discovery.timeout': 'Time before a missing device is reported',
        'hwdevice.token': 'Identity on the Denon network',
        'hwdevice.library': 'Folder for copies of Engine libraries',
        'hwdevice.record': 'Recording of Denon devices',
      },
    },
    steps: () => [
      { text: 'Connect the player and this computer to the same router by cable, or directly to each other' },
      { text: 'Let it play standalone, not as a controller in computer mode' },
      { text: 'When the firewall of this computer asks, allow private and public networks' },
      { text: 'Load a track, start it, and open its fader' },
    ],
  },
  check: checkHwDevice,
  async diagnose(settings, tools, signal) {
    if (!tools.chosen) {
      const { hearDevices } = await import('./examine.ts');
      return hearDevices(settings, tools, signal);
    }
    if (tools.running) {
      // The running source has its own findings.
      return [];
    }
    const { examineHardware } = await import('./examine.ts');
    return examineHardware(settings, tools, signal);
  },
  async create(settings, tools) {
    const { HwDeviceSource } = await import('./source.ts');
    return new HwDeviceSource(settings, tools);
  },
};
