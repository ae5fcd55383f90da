import type { DeviceInfo } from '@deckcast/stagelinq';
import type { LogFields } from '../../core/tools.ts';

/** The fields that identify a device in log lines. */
export function labelsOf({ address, source, software, version }: DeviceInfo): LogFields {
  return {
    deviceIP: address,
    deviceName: source,
    deviceSoftwareName: software,
    deviceSoftwareVersion: version,
  };
}
