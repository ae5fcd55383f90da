import { type DeviceInfo, DISCOVERY_PORT } from '@deckcast/stagelinq';
import { inSubnet } from '@deckcast/wire-kit';
import { type Finding, notWatched, okFinding } from '../../core/finding.ts';
import { isBlank, say, type Text } from '../../core/message.ts';
import { printable } from '../../core/printable.ts';
import { type Firewall, letIn } from '../../host/firewall.ts';
import {
  describeAddresses,
  isTunnel,
  type NetworkEvidence,
  networkFindings,
  tunnelOf,
} from '../../host/network.ts';
import { describeHolders, howToFindHolder, isDeckcast, type PortHolder } from '../../host/ports.ts';
import { diagnose, type Evidence } from './diagnosis.ts';

export interface HardwareEvidence extends Evidence {
  readonly network: NetworkEvidence;
  readonly firewall: Firewall;
  /** Programs that hold the announcements' port. */
  readonly holders: readonly PortHolder[];
  readonly running: boolean;
  readonly connected: readonly ConnectedDevice[];
  /** Source address of this computer by unreachable device. */
  readonly waysTo: ReadonlyMap<string, string>;
}

export interface ConnectedDevice {
  readonly device: DeviceInfo;
  readonly reportsLevels?: boolean;
}

/** Announcements without an echo that prove it missing. */
const SENT_ENOUGH = 2;

export function hardwareFindings(given: HardwareEvidence): readonly Finding[] {
  const { connected, left = [] } = given;
  const missed = new Set(left.map(({ device }) => device.token));
  const failing = given.failing.filter(({ device }) => !missed.has(device.token));
  const evidence = { ...given, failing, network: withSearched(given) };
  const works = connected.length > 0 || left.length > 0;
  return [
    ...networkFindings(evidence.network, works, evidence.chosen),
    ...portFindings(evidence),
    ...firewallFindings(evidence, works),
    // A missing network explains all of them.
    ...(!works && evidence.network.addresses.every(isTunnel)
      ? []
      : failing.map((one) => failureFinding(one, evidence))),
    ...connected.flatMap(connectedFindings),
    ...ignoredFindings(evidence),
    ...(connected.length > 0 || failing.length > 0 ? [] : nothingFindings(evidence)),
  ];
}

/** Loopback counts if it is searched. */
function withSearched({ network, status }: Pick<HardwareEvidence, 'network' | 'status'>): NetworkEvidence {
  const others = status.interfaces.filter(
    ({ address }) => !network.addresses.some((own) => own.address === address),
  );
  return { ...network, addresses: [...network.addresses, ...others] };
}

export function announcedFindings(
  devices: readonly DeviceInfo[],
  network: NetworkEvidence,
): readonly Finding[] {
  return devices.map((device) => {
    const elsewhere = inAnotherNetwork(device, network);
    return elsewhere === undefined
      ? notWatched('hwdevice', 'devices', announcing(device))
      : { ...notWatched('hwdevice', 'network', elsewhere), todo: SAME_NETWORK };
  });
}

function portFindings({ status, holders, running }: HardwareEvidence): readonly Finding[] {
  const port = say('computer.port', { protocol: 'UDP', port: DISCOVERY_PORT });
  if (status.listening === false) {
    return [
      {
        area: 'ports',
        severity: 'fault',
        finding: say('computer.use', { name: port, holder: describeHolders(holders) }),
        means: say('hwdevice.players-announce-themselves-none-can-found'),
        todo: say('hwdevice.close-program-see', { command: howToFindHolder('udp', DISCOVERY_PORT) }),
        plain: say('hwdevice.another-program-computer-takes-players-say'),
      },
    ];
  }
  const others = holders.filter((holder) => !isDeckcast(holder));
  const isOurs = running || others.length < holders.length;
  return [
    okFinding(
      'ports',
      isOurs
        ? say('hwdevice.deckcast-itself-listens', { address: port })
        : say('hwdevice.free', { name: port }),
    ),
    ...(others.length === 0
      ? []
      : [
          {
            area: 'ports',
            severity: 'note',
            finding: say('hwdevice.shared', { name: port, holder: describeHolders(others) }),
            means: say('hwdevice.both-receive-announcements-players'),
            todo: '',
          } as const,
        ]),
  ];
}

function firewallFindings({ status, firewall }: HardwareEvidence, works: boolean): readonly Finding[] {
  const deaf = status.interfaces.filter(
    (one) => !isTunnel(one) && one.sent >= SENT_ENOUGH && one.received === 0 && one.returned === 0,
  );
  if (!status.listening || deaf.length === 0) {
    return [];
  }
  return [
    {
      area: 'firewall',
      severity: works ? 'warning' : 'fault',
      finding: say('hwdevice.firewall-computer-keeps-udp-out', {
        port: DISCOVERY_PORT,
        network: describeAddresses(deaf),
      }),
      means: say('hwdevice.our-own-broadcasts-do-not-come'),
      todo: letIn(firewall, DISCOVERY_PORT),
      plain: say('hwdevice.firewall-computer-keeps-players-out-allow'),
    },
  ];
}

const UNREACHABLE = {
  area: 'network',
  severity: 'fault',
  means: say('hwdevice.announcements-arrive-but-cannot-reached'),
} as const;

function failureFinding(
  { device, reason }: Evidence['failing'][number],
  { network, waysTo }: HardwareEvidence,
): Finding {
  if (isBlank(reason)) {
    return { area: 'devices', severity: 'note', finding: announcing(device), means: '', todo: '' };
  }
  const name = nameOf(device);
  const elsewhere = inAnotherNetwork(device, network);
  if (elsewhere !== undefined) {
    return { ...UNREACHABLE, finding: elsewhere, todo: SAME_NETWORK };
  }
  const way = waysTo.get(device.address);
  const tunnel = network.addresses.find((local) => local.address === way && isTunnel(local));
  if (tunnel !== undefined) {
    return {
      ...UNREACHABLE,
      finding: say('hwdevice.vpn-takes-sent', {
        name,
        address: device.address,
        vpn: describeAddresses([tunnel]),
      }),
      todo: say('computer.switch-vpn-off-allow-local-network'),
      plain: say('hwdevice.vpn-computer-keeps-being-reached-switch', { device: name }),
    };
  }
  return {
    area: 'devices',
    severity: 'fault',
    finding: say('hwdevice.found-but-cannot-connected', { name, address: device.address, reason }),
    means: say('hwdevice.tracks-will-not-shown'),
    todo: say('hwdevice.let-firewall-pass-udp-out-tcp', { port: DISCOVERY_PORT }),
    plain: say('hwdevice.but-cannot-reached-restart-allow-deckcast', { device: name }),
  };
}

function connectedFindings({ device, reportsLevels }: ConnectedDevice): readonly Finding[] {
  const { name } = labelsOf(device);
  const connected = okFinding('devices', say('hwdevice.connected', labelsOf(device)));
  return reportsLevels === false
    ? [
        connected,
        {
          area: 'devices',
          severity: 'warning',
          finding: say('hwdevice.does-not-report-how-loud-decks', { name }),
          means: say('hwdevice.beside-mixer-another-make-no-deck'),
          todo: say('hwdevice.use-detection-algorithm-lead-goes-who'),
          plain: say('hwdevice.does-not-say-how-loud-decks', { device: name }),
        },
      ]
    : [connected];
}

/** `diagnose` reports the others, if no device is connected. */
function ignoredFindings({ ignored, connected }: HardwareEvidence): readonly Finding[] {
  const tooMany = ignored.filter(({ reason }) => reason === 'too-many');
  return tooMany.length === 0 || connected.length === 0
    ? []
    : [
        {
          area: 'devices',
          severity: 'warning',
          finding: say('hwdevice.more-devices-announce-themselves-watched', { count: tooMany.length }),
          means: say('hwdevice.they-play-not-shown'),
          todo: say('hwdevice.raise-hwdevice-discovery-max-devices'),
          plain: say('hwdevice.more-players-watched-search-settings-devices', { count: tooMany.length }),
        },
      ];
}

function nothingFindings(evidence: HardwareEvidence): readonly Finding[] {
  const { status, network } = evidence;
  if (status.listening === false || network.addresses.every(isTunnel)) {
    return [];
  }
  const found = diagnose(evidence);
  if (tunnelOf(network) !== undefined) {
    return [{ ...found, todo: say('hwdevice.first-do-said-above-about-vpn') }];
  }
  return [{ ...found, ...(evidence.ignored.length === 0 && !evidence.left?.length && { plain: NOT_FOUND }) }];
}

const NOT_FOUND = say('hwdevice.no-player-found-switch-same-network');

const SAME_NETWORK = say('hwdevice.connect-both-same-router');

/** Undefined if a subnet of this computer contains the device, or it has none. */
function inAnotherNetwork(device: DeviceInfo, { addresses }: NetworkEvidence): Text | undefined {
  const own = addresses.filter((local) => !isTunnel(local));
  return own.length === 0 || own.some((local) => inSubnet(device.address, local))
    ? undefined
    : say('hwdevice.in-another-network', {
        device: nameOf(device),
        address: device.address,
        own: describeAddresses(own),
      });
}

function announcing(device: DeviceInfo): Text {
  return say('hwdevice.announces-itself', labelsOf(device));
}

function labelsOf(device: DeviceInfo) {
  const { software, version, address } = device;
  return { name: nameOf(device), model: printable(software), version: printable(version), address };
}

function nameOf({ source }: DeviceInfo): string {
  return printable(source);
}
