import { type NetworkOptions, randomToken } from '@deckcast/stagelinq';
import type { Tools } from '../../core/tools.ts';
import type { HwDeviceSettings } from './options.ts';

export function networkOptions(settings: HwDeviceSettings, tools: Tools): NetworkOptions {
  const interfaces = settings['hwdevice.discovery.interface'];
  const { 'target.device': name, 'target.software': software } = settings;
  return {
    identity: {
      token: settings['hwdevice.token'].toLowerCase() || randomToken(),
      source: 'deckcast',
      software: 'deckcast',
      version: tools.userAgent.replace(/^.*\//, ''),
    },
    interfaces: interfaces.length === 0 ? undefined : interfaces,
    ignoreLinkLocal: settings['hwdevice.discovery.ignore_link_local'],
    maxDevices: settings['hwdevice.discovery.max_devices'] || undefined,
    wanted: (device) =>
      (name === '' || device.source === name) && (software === '' || device.software === software),
    log: tools.log,
    clock: tools.clock,
  };
}
