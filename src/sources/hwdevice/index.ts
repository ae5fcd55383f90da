import type { SourcePart } from '../../core/contracts/source.ts';
import { say } from '../../core/message.ts';
import { checkHwDevice, hwDeviceOptions } from './options.ts';

export const hwDevice: SourcePart<typeof hwDeviceOptions> = {
  name: 'hwdevice',
  options: hwDeviceOptions,
  card: {
    title: 'Denon DJ / Engine OS players',
    about: say('hwdevice.prime-4-prime-2-prime-go'),
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
      { text: say('hwdevice.connect-player-computer-same-router-cable') },
      { text: say('hwdevice.let-play-standalone-not-controller-computer') },
      { text: say('hwdevice.when-firewall-computer-asks-allow-private') },
      { text: say('hwdevice.load-track-start-open-fader') },
    ],
  },
  check: checkHwDevice,
  async diagnose(settings, tools, signal) {
    const { examineHardware, findAnnouncedDevices } = await import('./examine.ts');
    if (!tools.chosen) {
      return findAnnouncedDevices(settings, tools, signal);
    }
    // The running source has its own findings.
    return tools.running ? [] : examineHardware(settings, tools, signal);
  },
  async create(settings, tools) {
    const { HwDeviceSource } = await import('./source.ts');
    return new HwDeviceSource(settings, tools);
  },
};
