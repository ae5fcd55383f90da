import type { DeviceInfo, IgnoredDevice, IgnoreReason, StagelinqNetwork } from '@deckcast/stagelinq';
import { type LocalAddress, listLocalAddresses, nearestTo } from '@deckcast/wire-kit';
import type { Finding } from '../../core/finding.ts';
import { say, type Text } from '../../core/message.ts';
import { printable } from '../../core/printable.ts';

export interface Evidence {
  readonly status: ReturnType<StagelinqNetwork['status']>;
  readonly chosen: readonly string[];
  readonly ignored: readonly IgnoredDevice[];
  /** `reason`: empty during the first attempt to connect. */
  readonly failing: readonly { readonly device: DeviceInfo; readonly reason: Text }[];
  /** Players that are missed, the longest first. */
  readonly left?: readonly LeftDevice[];
}

export interface LeftDevice {
  readonly device: DeviceInfo;
  /** `left`: said goodbye. */
  readonly how: 'left' | 'silent';
  readonly agoMs: number;
  /** Labels of its decks; absent if it never named one. */
  readonly decks?: readonly string[] | undefined;
}

/** Why no device is connected, if none fails. `locals`: addresses of this computer. */
export function diagnose(
  { status, chosen, ignored, left = [] }: Omit<Evidence, 'failing'>,
  locals: () => readonly LocalAddress[] = listLocalAddresses,
): Finding {
  const interfaceOf = (address: string) => nearestTo(address, locals())?.name;

  if (status.interfaces.length === 0) {
    return chosen.length > 0
      ? {
          ...NOTHING_FOUND,
          finding: say('hwdevice.no-interface-called-ipv4-address', { name: chosen.join(', ') }),
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
  if (left.length > 0) {
    return {
      ...NOTHING_FOUND,
      finding: say('hwdevice.players-gone', { players: left.map(partingOf) }),
      means: say('hwdevice.no-player-connected-nothing-new-shown'),
      todo: say('hwdevice.check-power-cable'),
    };
  }
  const searched = status.interfaces.map(({ name, address }) => `${name} (${address})`).join(', ');
  const announcing = withoutHelpers(ignored.filter(({ reason }) => reason !== 'no-port'));
  if (announcing.length > 0) {
    const [first] = announcing;
    const reason = first?.reason ?? 'no-state';
    const on = reason === 'other-network' && first ? interfaceOf(first.device.address) : undefined;
    const devices = announcing.map((one) =>
      say('hwdevice.device-which', {
        device: `${one.device.source} (${one.device.software})`,
        why: isHelper(one) ? HELPER : WHY[one.reason],
      }),
    );
    const distinct = new Map(devices.map((one) => [String(one), one]));
    return {
      ...NOTHING_FOUND,
      finding: say('hwdevice.only-these-heard', { devices: [...distinct.values()] }),
      todo: on === undefined ? HINT[reason] : say('hwdevice.set-discovery-interface-to', { name: on }),
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

/** Undefined if no player fell silent beside those that are connected. One that is switched off says goodbye. */
export function diagnoseSilent(silent: readonly LeftDevice[]): Finding | undefined {
  return silent.length === 0
    ? undefined
    : {
        area: 'devices',
        severity: 'warning',
        finding: say('core.list', { list: silent.map(partingOf) }),
        means: say(silent.length === 1 ? 'hwdevice.tracks-will-not-shown' : 'hwdevice.they-play-not-shown'),
        todo: say('hwdevice.check-power-cable'),
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

const WHY: Readonly<Record<IgnoreReason, Text>> = {
  'no-port': say('hwdevice.why-no-port'),
  'no-state': say('hwdevice.why-no-state'),
  mixer: say('hwdevice.why-mixer'),
  'not-wanted': say('hwdevice.why-not-wanted'),
  'link-local': say('hwdevice.why-link-local'),
  'other-network': say('hwdevice.why-other-network'),
  'too-many': say('hwdevice.why-too-many'),
};

const HELPER = say('hwdevice.why-helper');

/** Players announce their track analysis and lighting beside themselves. */
function isHelper({ device: { software } }: IgnoredDevice): boolean {
  return software.startsWith('OfflineAnalyzer') || software.startsWith('SoundSwitchEmbedded');
}

/** Keeps helpers whose player is not heard. */
function withoutHelpers(ignored: readonly IgnoredDevice[]): readonly IgnoredDevice[] {
  const others = new Set(ignored.filter((one) => !isHelper(one)).map(({ device }) => device.address));
  return ignored.filter((one) => !isHelper(one) || !others.has(one.device.address));
}

function partingOf({ device: { source, address }, how, agoMs, decks = [] }: LeftDevice): Text {
  const seconds = Math.round(agoMs / 1_000);
  const ago =
    seconds < 60
      ? say('hwdevice.seconds-ago', { count: seconds })
      : say('hwdevice.minutes-ago', { count: Math.round(seconds / 60) });
  const name = printable(source);
  // Players of one model share their name.
  const device =
    decks.length === 0
      ? `${name} (${address})`
      : say('hwdevice.device-decks', { device: name, decks: decks.join(', ') });
  return say(how === 'left' ? 'hwdevice.player-left' : 'hwdevice.player-stopped-answering', { device, ago });
}

const HINT: Readonly<Record<IgnoreReason, Text>> = {
  'no-port': say('hwdevice.player'),
  'no-state': say('hwdevice.player-not-computer-mode'),
  mixer: say('hwdevice.switch-player'),
  'not-wanted': say('hwdevice.correct-target-device-target-software-leave'),
  'link-local': say('hwdevice.leave-out-hwdevice-discovery-ignore-link'),
  'other-network': say('hwdevice.name-interface-hwdevice-discovery-interface'),
  'too-many': say('hwdevice.raise-hwdevice-discovery-max-devices'),
};
