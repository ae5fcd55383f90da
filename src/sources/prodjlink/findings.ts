import {
  answersEveryClient,
  type LinkDevice,
  type LinkStatus,
  STATUS_PORT,
  TIMING_PORT,
} from '@deckcast/prodjlink';
import { inSubnet } from '@deckcast/wire-kit';
import { type Finding, notWatched, okFinding } from '../../core/finding.ts';
import { isBlank, say, type Text } from '../../core/message.ts';
import { printable } from '../../core/printable.ts';
import { describeAddresses, isTunnel, type NetworkAddress, networkFindings } from '../../host/network.ts';
import type { MediumProblem } from './export-library.ts';
import { isLocked, isReadable, type PlayerModel } from './models.ts';

export interface LinkBoothEvidence {
  readonly players: readonly LinkDevice[];
  readonly unnamed: readonly (PlayerModel & LinkDevice)[];
  readonly isConnected: boolean;
  readonly mixers: readonly LinkDevice[];
  readonly reportsOnAir: boolean;
  /** Players have played for 30 s, and none of their channels was ever open. */
  readonly neverOpen: boolean;
  readonly unreadable: readonly MediumProblem[];
  readonly isOffered: boolean;
}

export interface LinkState extends LinkBoothEvidence {
  readonly link: LinkStatus;
  readonly chosenInterface: string;
  /** All addresses of this computer. */
  readonly own: readonly NetworkAddress[];
  /** Programs that hold our ports; may be empty. */
  readonly holders: Text;
}

export function linkFindings(state: LinkState): readonly Finding[] {
  const { players, unnamed, unreadable, mixers, reportsOnAir } = state;
  return [
    ...linkProblems(state),
    ...players.map(({ name, number }) =>
      okFinding('devices', say('prodjlink.player-network', { number, model: printable(name) })),
    ),
    ...mixers.map(({ name }) =>
      reportsOnAir
        ? okFinding('devices', say('prodjlink.reports-channels-open', { name: printable(name) }))
        : okFinding('devices', say('prodjlink.network', { name: printable(name) })),
    ),
    ...unreadable.map(aboutMedium),
    ...unnamed.map(withoutNames),
  ];
}

export function aboutMedium({ medium, isPartial, finding, todo }: MediumProblem): Finding {
  const about = { area: 'devices', severity: 'warning', todo } as const;
  return isPartial
    ? {
        ...about,
        finding: say('prodjlink.some-titles-unknown', { medium, finding }),
        means: say('prodjlink.tracks-whose-titles-unknown-shown-without'),
      }
    : {
        ...about,
        finding: say('prodjlink.titles-unknown', { medium, finding }),
        means: say('prodjlink.tracks-shown-without-names'),
      };
}

export function withoutNames(player: PlayerModel & LinkDevice): Finding {
  const { number } = player;
  const model = printable(player.name);
  const unnamed = {
    area: 'devices',
    severity: 'warning',
    means: say('prodjlink.tracks-shown-without-names'),
  } as const;
  if (!isLocked(player, false)) {
    return {
      ...unnamed,
      finding: say('prodjlink.titles-player-unknown-unsupported-model-uses', { number, model }),
      todo: say('prodjlink.play-another-player-accept-recording-network'),
    };
  }
  const locked = {
    ...unnamed,
    finding: say('prodjlink.titles-player-unknown-reads-newer-library', { number, model }),
  };
  return answersEveryClient(player)
    ? {
        ...locked,
        todo: say('prodjlink.choose-prodjlink-metadata-auto-asks-player'),
      }
    : {
        ...locked,
        todo: say('prodjlink.give-key-library-prodjlink-key-deckcast-2'),
      };
}

export function announcedFindings(
  state: Pick<LinkState, 'link' | 'chosenInterface' | 'own'>,
): readonly Finding[] {
  const { devices, unreachable } = state.link;
  const noted = devices.flatMap((device) => {
    const rest = say('prodjlink.announces-itself', {
      name: printable(device.name),
      address: device.address,
    });
    switch (device.role) {
      case 'player':
        return [
          notWatched(
            'prodjlink',
            'devices',
            isReadable(device, false) || answersEveryClient(device)
              ? say('prodjlink.player', { number: device.number, rest })
              : say('prodjlink.player-titles-would-unknown', { number: device.number, rest }),
          ),
        ];
      case 'mixer':
        return [notWatched('prodjlink', 'devices', say('prodjlink.mixer', { rest }))];
      default:
        return [];
    }
  });
  if (unreachable.length === 0) {
    return noted;
  }
  const { finding, ...advice } = notReached(state);
  return [...noted, { ...notWatched('prodjlink', 'network', finding), ...advice }];
}

/** Network interface with devices, if the chosen one is another. */
function rightInterface({
  link,
  chosenInterface,
  own,
}: Pick<LinkState, 'link' | 'chosenInterface' | 'own'>): string | undefined {
  return chosenInterface === ''
    ? undefined
    : own.find((local) => link.unreachable.some((address) => inSubnet(address, local)))?.name;
}

function notReached(
  state: Pick<LinkState, 'link' | 'chosenInterface' | 'own'>,
): Pick<Finding, 'finding' | 'todo' | 'plain'> {
  const addresses = state.link.unreachable.join(', ');
  const right = rightInterface(state);
  return right === undefined
    ? {
        finding: say('prodjlink.not-reached', { addresses }),
        todo: say('prodjlink.let-computer-get-address-automatically-dhcp'),
        plain: say('prodjlink.players-computer-different-networks-connect'),
      }
    : {
        finding: say('prodjlink.other-interface-chosen', { addresses, right, chosen: state.chosenInterface }),
        todo: say('prodjlink.set-interface-to', { name: right }),
      };
}

/** A missing network explains all: neither a firewall nor a switched-off player can then be the reason. */
function withoutNetwork(state: LinkState): readonly Finding[] {
  const { link, players, chosenInterface } = state;
  if (players.length > 0 || link.addresses.some((one) => chosenInterface !== '' || !isTunnel(one))) {
    return [];
  }
  const missing = networkFindings({ addresses: [] }, false);
  if (chosenInterface === '') {
    return missing;
  }
  const right = rightInterface(state);
  return missing.map((finding) => ({
    ...finding,
    finding: say('hwdevice.no-interface-called-ipv4-address', { name: chosenInterface }),
    todo:
      right === undefined
        ? say('prodjlink.plug-its-cable-correct-interface')
        : say('prodjlink.set-interface-to', { name: right }),
    plain: say('prodjlink.chosen-network-not-connected'),
  }));
}

/** Most important first. */
export function linkProblems(state: LinkState): readonly Finding[] {
  const { link, players, isConnected, isOffered } = state;
  const { guest, ports, unreachable } = link;
  const isSilent = (why: string): boolean => guest.kind === 'silent' && guest.why === why;
  const isHeld = (port: 'timing' | 'status'): boolean => ports[port].kind === 'failed';
  const holder = isBlank(state.holders) ? say('computer.another-program') : state.holders;
  const offline = withoutNetwork(state);
  const problems: readonly (Omit<Finding, 'severity'> | false)[] = [
    (isHeld('timing') || isHeld('status')) && {
      area: 'ports',
      finding:
        isHeld('timing') && isHeld('status')
          ? say('prodjlink.udp-ports-cannot-opened-holds-players', {
              first: TIMING_PORT,
              second: STATUS_PORT,
              program: holder,
            })
          : say('prodjlink.udp-port-cannot-opened-holds-players', {
              port: isHeld('timing') ? TIMING_PORT : STATUS_PORT,
              program: holder,
            }),
      means: say('prodjlink.until-then-nothing-players-arrives'),
      todo: say('prodjlink.close-program-rekordbox-pro-dj-link'),
      plain: say('prodjlink.another-program-computer-takes-players-say'),
    },
    isSilent('fragile-device') && {
      area: 'devices',
      finding: say('prodjlink.xdj-rx-network-reports-say-freezes'),
      means: say('prodjlink.nothing-announced-so-players-load-unknown'),
      todo: say('prodjlink.take-off-network-if-not-needed'),
    },
    isSilent('no-number') && {
      area: 'devices',
      finding: say('prodjlink.every-number-7-15-taken-other'),
      means: say('prodjlink.nothing-announced-so-players-load-unknown'),
      todo: say('prodjlink.end-one-them'),
    },
    unreachable.length > 0 &&
      players.length === 0 &&
      offline.length === 0 && {
        area: 'network',
        means: say('prodjlink.they-play-unknown'),
        ...notReached(state),
      },
    players.length === 0 &&
      unreachable.length === 0 &&
      offline.length === 0 && {
        area: 'devices',
        finding:
          state.chosenInterface === ''
            ? say('prodjlink.no-player-found')
            : say('prodjlink.no-player-found-2', { interface: state.chosenInterface }),
        means: say('prodjlink.nothing-shown'),
        todo: say('prodjlink.connect-computer-switch-players-firewall', {
          own: describeAddresses(link.addresses.filter((one) => !isTunnel(one))),
        }),
        plain: say('prodjlink.no-player-found-connect-computer-switch'),
        waits: true,
      },
    isOffered &&
      !isConnected && {
        area: 'network',
        finding: say('prodjlink.mixer-takes-computer-player-wants-give'),
        means: say('prodjlink.deckcast-takes-no-number-players-do'),
        todo: say('prodjlink.use-another-port-mixer-switch'),
      },
    players.length > 0 &&
      !isConnected &&
      guest.kind === 'announced' && {
        area: 'firewall',
        finding: say('prodjlink.players-send-no-state'),
        means: say('prodjlink.they-play-unknown'),
        todo: say('prodjlink.let-udp-50001-50002-through-firewall'),
        plain: say('prodjlink.players-but-firewall-computer-keeps-out'),
      },
    state.neverOpen && {
      area: 'devices',
      finding: say('prodjlink.players-play-mixer-says-none-their'),
      means: say('prodjlink.nothing-counts-audible-audience'),
      todo: say('prodjlink.give-each-player-number-channel-mixer'),
      plain: say('prodjlink.players-play-mixer-says-none-their-2'),
    },
    link.sendError !== undefined && {
      area: 'network',
      finding: say('prodjlink.announcements-cannot-sent', { reason: link.sendError }),
      means: say('prodjlink.players-do-not-send-us-they'),
      todo: say('prodjlink.look-network-connection-computer'),
    },
  ];
  const severity = isConnected ? 'warning' : 'fault';
  return [
    ...offline,
    ...problems.flatMap((problem) => (problem === false ? [] : ([{ ...problem, severity }] as const))),
  ];
}
