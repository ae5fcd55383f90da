/** Why no device is watched, and what to do about it. Pure. */
import type { DeviceInfo, IgnoreReason, StagelinqNetwork } from '@deckcast/stagelinq';

export interface Evidence {
  readonly status: ReturnType<StagelinqNetwork['status']>;
  /** `--hwdevice.discovery.interface`. */
  readonly chosen: readonly string[];
  readonly ignored: readonly { readonly device: DeviceInfo; readonly reason: IgnoreReason }[];
  /** Devices that were found, with why they could not be connected. */
  readonly failing: readonly { readonly device: DeviceInfo; readonly reason: string }[];
}

export interface Diagnosis {
  readonly problem: string;
  readonly hint: string;
}

export function diagnose({ status, chosen, ignored, failing }: Evidence): Diagnosis {
  const [failed] = failing;
  if (failed !== undefined) {
    const { source, address } = failed.device;
    return {
      problem: `${source} at ${address} was found but cannot be connected: ${failed.reason}`,
      hint: 'let a firewall pass UDP 51337 out and TCP to the device; never run two programs with one --hwdevice.token',
    };
  }
  if (status.interfaces.length === 0) {
    return chosen.length > 0
      ? {
          problem: `no interface called ${chosen.join(' or ')} has an IPv4 address`,
          hint: 'correct --hwdevice.discovery.interface, or leave it out to search on all',
        }
      : { problem: 'this computer is on no network', hint: 'plug in a cable or join a wireless network' };
  }
  if (status.listening === false) {
    return {
      problem: 'announcements of devices cannot be received',
      hint: 'another program holds UDP port 51337 for itself; close it',
    };
  }
  const searched = `searched on ${status.interfaces.map(({ name, address }) => `${name} (${address})`).join(', ')}`;
  const announcing = ignored.filter(({ reason }) => reason !== 'no-port');
  if (announcing.length > 0) {
    const [{ reason } = { reason: 'no-state' as const }] = announcing;
    const names = announcing.map(
      ({ device, reason: why }) => `${device.source} (${device.software}): ${WHY[why]}`,
    );
    return { problem: `only these were heard: ${[...new Set(names)].join('; ')}`, hint: HINT[reason] };
  }
  const linkLocal = status.interfaces.some(({ address }) => address.startsWith('169.254.'));
  return {
    problem: `nothing was heard; ${searched}`,
    hint: linkLocal
      ? 'is the device on, and does a firewall let UDP 51337 in?'
      : 'is the device on, on this network, and does a firewall let UDP 51337 in? Without a DHCP server devices take 169.254.x.x: this computer needs such an address too',
  };
}

/** What is wrong when devices are left out that the user did not leave out; undefined when there is room for all. */
export function diagnoseCrowd(status: Evidence['status'], maxDevices: number): Diagnosis | undefined {
  return status.leftOut === 0 || maxDevices > 0
    ? undefined
    : {
        problem: `too many devices: ${status.leftOut} are ignored`,
        hint: CROWD_HINT,
      };
}

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
