import type { DeviceInfo, IgnoreReason, StagelinqNetwork } from '@deckcast/stagelinq';
import type { Finding } from '../../core/finding.ts';
import { say, type Text } from '../../core/message.ts';

export interface Evidence {
  readonly status: ReturnType<StagelinqNetwork['status']>;
  readonly chosen: readonly string[];
  readonly ignored: readonly { readonly device: DeviceInfo; readonly reason: IgnoreReason }[];
  readonly failing: readonly { readonly device: DeviceInfo; readonly reason: string }[];
}

export function diagnose({ status, chosen, ignored, failing }: Evidence): Finding {
  const [failed] = failing;
  if (failed !== undefined) {
    const { source, address } = failed.device;
    return {
      area: 'devices',
      severity: 'fault',
      finding: say('hwdevice.found-but-cannot-connected', { name: source, address, reason: failed.reason }),
      means: say('hwdevice.tracks-will-not-shown'),
      todo: say('hwdevice.let-firewall-pass-udp-51337-out'),
    };
  }
  if (status.interfaces.length === 0) {
    return chosen.length > 0
      ? {
          ...NOTHING_FOUND,
          finding: say('hwdevice.no-interface-called-ipv4-address', { name: chosen.join(' or ') }),
          todo: say('hwdevice.correct-hwdevice-discovery-interface-leave'),
        }
      : {
          ...NOTHING_FOUND,
          finding: say('computer.computer-no-network'),
          todo: say('hwdevice.plug-cable-join-wireless-network'),
        };
  }
  if (status.listening === false) {
    return {
      ...NOTHING_FOUND,
      finding: say('hwdevice.announcements-devices-cannot-received'),
      todo: say('hwdevice.another-program-holds-udp-port-51337'),
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
      finding: say('hwdevice.only-these-heard', { devices: [...new Set(names)].join('; ') }),
      todo: HINT[reason],
    };
  }
  const linkLocal = status.interfaces.some(({ address }) => address.startsWith('169.254.'));
  return {
    ...NOTHING_FOUND,
    finding: say('hwdevice.nothing-heard', { searched }),
    todo: linkLocal
      ? say('hwdevice.switch-device-let-udp-51337-through')
      : say('hwdevice.switch-device-connect-network-let-udp'),
  };
}

/** Undefined if none was left out, or the user's own limit did it. */
export function diagnoseCrowd(status: Evidence['status'], maxDevices: number): Finding | undefined {
  return status.leftOut === 0 || maxDevices > 0
    ? undefined
    : {
        area: 'devices',
        severity: 'warning',
        finding: say('hwdevice.too-many-devices-ignored', { count: status.leftOut }),
        means: say('hwdevice.they-play-not-shown'),
        todo: CROWD_HINT,
      };
}

const NOTHING_FOUND = {
  area: 'devices',
  severity: 'fault',
  means: say('hwdevice.no-player-found-nothing-will-shown'),
  waits: true,
} as const;

export const CROWD_HINT = say('hwdevice.no-booth-many-find-program-announces');

const WHY: Readonly<Record<IgnoreReason, string>> = {
  'no-port': 'offers no service',
  'no-state': 'is not a player',
  mixer: 'a mixer, watched through its players',
  'not-wanted': 'is not the target',
  'link-local': 'has a link-local address',
  'other-network': 'is on another interface',
  'too-many': 'is over the device limit',
};

const HINT: Readonly<Record<IgnoreReason, Text>> = {
  'no-port': say('hwdevice.player'),
  'no-state': say('hwdevice.player-not-computer-mode'),
  mixer: say('hwdevice.switch-player'),
  'not-wanted': say('hwdevice.correct-target-device-target-software-leave'),
  'link-local': say('hwdevice.leave-out-hwdevice-discovery-ignore-link'),
  'other-network': say('hwdevice.name-interface-hwdevice-discovery-interface'),
  'too-many': say('hwdevice.raise-hwdevice-discovery-max-devices'),
};
