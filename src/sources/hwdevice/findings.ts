/** Findings about the network of the devices, for people before a set. Pure. */
import { type DeviceInfo, DISCOVERY_PORT } from '@deckcast/stagelinq';
import { inSubnet } from '@deckcast/wire-kit';
import { type Finding, unused, well } from '../../core/finding.ts';
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
  /** Who else holds the port of the announcements. */
  readonly holders: readonly PortHolder[];
  /** The running program found all this itself. */
  readonly running: boolean;
  readonly connected: readonly ConnectedDevice[];
  /** The address that this computer sends from to a device that cannot be connected, by the device's. */
  readonly waysTo: ReadonlyMap<string, string>;
}

export interface ConnectedDevice {
  readonly device: DeviceInfo;
  /** Whether it reports how loud its decks are; absent when that was not checked. */
  readonly reportsLevels?: boolean;
}

/** Announcements that must have been sent before their missing echo means anything. */
const SENT_ENOUGH = 2;

export function hardwareFindings(evidence: HardwareEvidence): readonly Finding[] {
  const works = evidence.connected.length > 0;
  return [
    ...networkFindings(evidence.network, works),
    ...portFindings(evidence),
    ...firewallFindings(evidence, works),
    ...evidence.failing.map((one) => failureFinding(one, evidence)),
    ...evidence.connected.flatMap(connectedFindings),
    ...ignoredFindings(evidence),
    ...(works || evidence.failing.length > 0 ? [] : nothingFindings(evidence)),
  ];
}

/** Devices that were heard while the source is not chosen. */
export function heardFindings(devices: readonly DeviceInfo[], network: NetworkEvidence): readonly Finding[] {
  return devices.map((device) => {
    const elsewhere = inAnotherNetwork(device, network);
    const { software, version, address } = device;
    return elsewhere === undefined
      ? unused(
          'hwdevice',
          'devices',
          `${nameOf(device)} (${printable(software)} ${printable(version)}) announces itself at ${address}`,
        )
      : {
          ...unused('hwdevice', 'network', elsewhere),
          todo: SAME_NETWORK,
          plain: `${nameOf(device)} and this computer are on different networks. Connect both to the same router`,
        };
  });
}

function portFindings({ status, holders, running }: HardwareEvidence): readonly Finding[] {
  const port = `UDP port ${DISCOVERY_PORT}`;
  if (status.listening === false) {
    return [
      {
        area: 'ports',
        severity: 'fault',
        finding: `${port} is in use by ${describeHolders(holders)}`,
        means: 'players announce themselves there: none can be found',
        todo: `close that program (to see which it is: ${howToFindHolder('udp', DISCOVERY_PORT)})`,
        plain: 'another program on this computer takes what players say. Close other DJ and light programs',
      },
    ];
  }
  const others = holders.filter((holder) => !isDeckcast(holder));
  const isOurs = running || others.length < holders.length;
  return [
    well('ports', isOurs ? `deckcast itself listens on ${port}` : `${port} is free`),
    ...(others.length === 0
      ? []
      : [
          {
            area: 'ports',
            severity: 'note',
            finding: `${port} is shared with ${describeHolders(others)}`,
            means: 'both receive the announcements of players',
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
      finding: `a firewall on this computer keeps UDP ${DISCOVERY_PORT} out on ${describeAddresses(deaf)}`,
      means: 'our own broadcasts do not come back, so those of players will not arrive either',
      todo: letIn(firewall, 'udp', DISCOVERY_PORT),
      plain: 'the firewall of this computer keeps players out. Allow deckcast (Node.js) in it',
    },
  ];
}

const UNREACHABLE = {
  area: 'network',
  severity: 'fault',
  means: 'its announcements arrive, but it cannot be reached: what it plays will not be shown',
} as const;

function failureFinding(
  { device, reason }: Evidence['failing'][number],
  { network, waysTo }: HardwareEvidence,
): Finding {
  const name = nameOf(device);
  const elsewhere = inAnotherNetwork(device, network);
  if (elsewhere !== undefined) {
    return {
      ...UNREACHABLE,
      finding: elsewhere,
      todo: SAME_NETWORK,
      plain: `${name} and this computer are on different networks. Connect both to the same router`,
    };
  }
  const way = waysTo.get(device.address);
  const tunnel = network.addresses.find((local) => local.address === way && isTunnel(local));
  if (tunnel !== undefined) {
    return {
      ...UNREACHABLE,
      finding: `a VPN takes what is sent to ${name} (${device.address}): ${describeAddresses([tunnel])}`,
      todo: 'switch the VPN off, or allow local network access in it',
      plain: `a VPN on this computer keeps ${name} from being reached. Switch it off, or allow local network access in it`,
    };
  }
  return {
    area: 'devices',
    severity: 'fault',
    finding: `${name} at ${device.address} was found but cannot be connected: ${reason}`,
    means: 'its tracks will not be shown',
    todo: `let a firewall pass UDP ${DISCOVERY_PORT} out and TCP to the device; restart the device if it goes on; never run two programs with one --hwdevice.token`,
    plain: `${name} is there, but cannot be reached. Restart it, and allow deckcast (Node.js) in the firewall of this computer`,
  };
}

function connectedFindings({ device, reportsLevels }: ConnectedDevice): readonly Finding[] {
  const name = nameOf(device);
  const connected = well(
    'devices',
    `${name} (${printable(device.software)} ${printable(device.version)}) at ${device.address} is connected`,
  );
  return reportsLevels === false
    ? [
        connected,
        {
          area: 'devices',
          severity: 'warning',
          finding: `${name} does not report how loud its decks are`,
          means: 'beside a mixer of another make, no deck counts as audible',
          todo: 'use --detection.algorithm=lead, which goes by who plays (help page: /help/separate-mixer)',
          plain: `${name} does not say how loud its decks are. Beside a mixer of another make, choose “lead” in the settings (help page: /help/separate-mixer)`,
        },
      ]
    : [connected];
}

/** Devices that are ignored for a good reason matter only when there are no others: `diagnose` reports them then. */
function ignoredFindings({ ignored, connected }: HardwareEvidence): readonly Finding[] {
  const tooMany = ignored.filter(({ reason }) => reason === 'too-many');
  return tooMany.length === 0 || connected.length === 0
    ? []
    : [
        {
          area: 'devices',
          severity: 'warning',
          finding: `${tooMany.length} more devices announce themselves than are watched`,
          means: 'what they play is not shown',
          todo: 'raise --hwdevice.discovery.max_devices',
          plain: `there are ${tooMany.length} more players than are watched. Search the settings for “devices”, and raise the limit`,
        },
      ];
}

function nothingFindings(evidence: HardwareEvidence): readonly Finding[] {
  const { status, network } = evidence;
  if (status.listening === false || network.addresses.length === 0) {
    // Said above.
    return [];
  }
  const found = diagnose(evidence);
  if (tunnelOf(network) !== undefined) {
    return [{ ...found, todo: 'first do what is said above about the VPN, then let the doctor look again' }];
  }
  return [{ ...found, ...(evidence.ignored.length === 0 && { plain: NOT_FOUND }) }];
}

const NOT_FOUND =
  'no player is found. Switch it on, on the same network as this computer. If it is, allow deckcast (Node.js) in the firewall of this computer';

const SAME_NETWORK =
  'set both to automatic addresses (DHCP), or give this computer an address that begins like the one of the player';

/** Undefined when the device is in a network of this computer. */
function inAnotherNetwork(device: DeviceInfo, { addresses }: NetworkEvidence): string | undefined {
  const own = addresses.filter((local) => !isTunnel(local));
  return own.some((local) => inSubnet(device.address, local))
    ? undefined
    : `${nameOf(device)} is in another network than this computer: it has ${device.address}, this computer ${describeAddresses(own)}`;
}

function nameOf({ source }: DeviceInfo): string {
  return printable(source);
}
