/** Why no device is watched, and what to do about it. Pure. */
import type { DeviceInfo, IgnoreReason, StagelinqNetwork } from '@deckcast/stagelinq';
import type { Finding } from '../../core/finding.ts';

export interface Evidence {
  readonly status: ReturnType<StagelinqNetwork['status']>;
  /** `--hwdevice.discovery.interface`. */
  readonly chosen: readonly string[];
  readonly ignored: readonly { readonly device: DeviceInfo; readonly reason: IgnoreReason }[];
  /** Devices that were found, with why they could not be connected. */
  readonly failing: readonly { readonly device: DeviceInfo; readonly reason: string }[];
}

/** Of a network on which no device is connected. */
export function diagnose({ status, chosen, ignored, failing }: Evidence): Finding {
  const [failed] = failing;
  if (failed !== undefined) {
    const { source, address } = failed.device;
    return {
      area: 'devices',
      severity: 'fault',
      finding: `${source} at ${address} was found but cannot be connected: ${failed.reason}`,
      means: 'its tracks will not be shown',
      todo: 'let a firewall pass UDP 51337 out and TCP to the device; never run two programs with one --hwdevice.token',
    };
  }
  if (status.interfaces.length === 0) {
    return chosen.length > 0
      ? {
          ...NOTHING_FOUND,
          finding: `no interface called ${chosen.join(' or ')} has an IPv4 address`,
          todo: 'correct --hwdevice.discovery.interface, or leave it out to search on all',
        }
      : {
          ...NOTHING_FOUND,
          finding: 'this computer is on no network',
          todo: 'plug in a cable or join a wireless network',
        };
  }
  if (status.listening === false) {
    return {
      ...NOTHING_FOUND,
      finding: 'announcements of devices cannot be received',
      todo: 'another program holds UDP port 51337 for itself; close it',
    };
  }
  const searched = `searched on ${status.interfaces.map(({ name, address }) => `${name} (${address})`).join(', ')}`;
  const announcing = ignored.filter(({ reason }) => reason !== 'no-port');
  if (announcing.length > 0) {
    const [{ reason } = { reason: 'no-state' as const }] = announcing;
    const names = announcing.map(
      ({ device, reason: why }) => `${device.source} (${device.software}): ${WHY[why]}`,
    );
    return {
      ...NOTHING_FOUND,
      finding: `only these were heard: ${[...new Set(names)].join('; ')}`,
      todo: HINT[reason],
    };
  }
  const linkLocal = status.interfaces.some(({ address }) => address.startsWith('169.254.'));
  return {
    ...NOTHING_FOUND,
    finding: `nothing was heard; ${searched}`,
    todo: linkLocal
      ? 'switch the device on, and let UDP 51337 in through the firewall'
      : 'switch the device on, connect it to this network, and let UDP 51337 in through the firewall. Without a DHCP server devices take 169.254.x.x: this computer needs such an address too',
  };
}

/** What is wrong when devices are left out that the user did not leave out; undefined when there is room for all. */
export function diagnoseCrowd(status: Evidence['status'], maxDevices: number): Finding | undefined {
  return status.leftOut === 0 || maxDevices > 0
    ? undefined
    : {
        area: 'devices',
        severity: 'warning',
        finding: `too many devices: ${status.leftOut} are ignored`,
        means: 'what they play is not shown',
        todo: CROWD_HINT,
      };
}

const NOTHING_FOUND = {
  area: 'devices',
  severity: 'fault',
  means: 'no player is found, and nothing will be shown',
  waits: true,
} as const;

export const CROWD_HINT = 'no booth has that many; find the program that announces them';

const WHY: Readonly<Record<IgnoreReason, string>> = {
  'no-port': 'offers no service',
  'no-state': 'is not a player',
  mixer: 'a mixer, watched through its players',
  'not-wanted': 'is not the target',
  'link-local': 'has a link-local address',
  'other-network': 'is on another interface',
  'too-many': 'is over the device limit',
};

const HINT: Readonly<Record<IgnoreReason, string>> = {
  'no-port': 'is a player on?',
  'no-state': 'is a player on, and not in computer mode?',
  mixer: 'switch a player on',
  'not-wanted': 'correct --target.device and --target.software, or leave them out',
  'link-local': 'leave out --hwdevice.discovery.ignore_link_local, or give the device an address',
  'other-network': 'name its interface with --hwdevice.discovery.interface',
  'too-many': 'raise --hwdevice.discovery.max_devices',
};
