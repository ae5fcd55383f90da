import type { LogFields } from '../../core/tools.ts';
import type { DeviceInfo } from '../../stagelinq/index.ts';

/** How every log line calls a device. */
export function labelsOf({ address, source, software, version }: DeviceInfo): LogFields {
  return {
    deviceIP: address,
    deviceName: source,
    deviceSoftwareName: software,
    deviceSoftwareVersion: version,
  };
}
