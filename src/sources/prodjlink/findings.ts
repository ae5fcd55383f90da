/** Why nothing, or not all, is known of the players, and what to do about it. Pure. */
import {
  answersEveryClient,
  type LinkDevice,
  type LinkStatus,
  STATUS_PORT,
  TIMING_PORT,
} from '@deckcast/prodjlink';
import { type Finding, unused, well } from '../../core/finding.ts';
import { printable } from '../../core/printable.ts';
import type { MediumProblem } from './export-library.ts';
import { isLocked, isReadable, type PlayerModel } from './models.ts';

/** What is known of the booth. */
export interface LinkBoothEvidence {
  readonly players: readonly LinkDevice[];
  /** Those of them whose tracks have no names, because nothing that we may query knows their numbers. */
  readonly unnamed: readonly (PlayerModel & LinkDevice)[];
  /** Some of them sends its state. */
  readonly isConnected: boolean;
  readonly mixers: readonly LinkDevice[];
  /** A mixer reports which channels are open. */
  readonly reportsOnAir: boolean;
  /** Players have played for half a minute, and no channel of theirs was ever open. */
  readonly neverOpen: boolean;
  readonly unreadable: readonly MediumProblem[];
  /** A mixer took this computer for a player. */
  readonly isOffered: boolean;
}

export interface LinkState extends LinkBoothEvidence {
  readonly link: LinkStatus;
  /** `--prodjlink.interface`, empty for any. */
  readonly chosenInterface: string;
  /** Words for the programs that hold our ports; empty while they are free, or it is unknown. */
  readonly holders: string;
}

export function linkFindings(state: LinkState): readonly Finding[] {
  const { players, unnamed, unreadable, mixers, reportsOnAir } = state;
  return [
    ...linkProblems(state),
    ...players.map(({ name, number }) =>
      well('devices', `player ${number} (${printable(name)}) is on the network`),
    ),
    ...mixers.map(({ name }) =>
      reportsOnAir
        ? well('devices', `${printable(name)} reports which channels are open`)
        : well('devices', `${printable(name)} is on the network`),
    ),
    ...unreadable.map(aboutMedium),
    ...unnamed.map(withoutNames),
  ];
}

/** Why titles from a medium are unknown, and what to do. */
export function aboutMedium({ medium, isPartial, finding, todo }: MediumProblem): Finding {
  const about = { area: 'devices', severity: 'warning', todo } as const;
  return isPartial
    ? {
        ...about,
        finding: `some titles from ${medium} are unknown: ${finding}`,
        means: 'tracks whose titles are unknown are shown without names',
      }
    : {
        ...about,
        finding: `titles from ${medium} are unknown: ${finding}`,
        means: 'what is played from it is shown without names',
      };
}

/** Why the titles of a player are unknown, and what to do. */
export function withoutNames(player: PlayerModel & LinkDevice): Finding {
  const { number } = player;
  const model = printable(player.name);
  const unnamed = {
    area: 'devices',
    severity: 'warning',
    means: 'what it plays is shown without names',
  } as const;
  if (!isLocked(player, false)) {
    return {
      ...unnamed,
      finding: `titles of player ${number} (${model}) are unknown: unsupported model, or it uses a newer library`,
      todo: 'play from another player, or accept it; a recording of its network traffic helps us (help page: /help/cdj)',
    };
  }
  const locked = {
    ...unnamed,
    finding: `titles of player ${number} (${model}) are unknown: it reads the newer library (OneLibrary), which is encrypted`,
  };
  return answersEveryClient(player)
    ? {
        ...locked,
        todo: 'choose --prodjlink.metadata=auto, which asks the player, or give the key of that library with --prodjlink.key (help page: /help/cdj)',
      }
    : {
        ...locked,
        todo: 'give the key of that library with --prodjlink.key, which deckcast does not know (help page: /help/cdj)',
      };
}

/** Devices that were heard while the source is not chosen. */
export function heardFindings({
  devices,
  unreachable,
}: Pick<LinkStatus, 'devices' | 'unreachable'>): readonly Finding[] {
  const noted = devices.flatMap((device) => {
    const at = `(${printable(device.name)}) announces itself at ${device.address}`;
    switch (device.role) {
      case 'player':
        return [
          unused(
            'prodjlink',
            'devices',
            isReadable(device, false) || answersEveryClient(device)
              ? `player ${device.number} ${at}`
              : `player ${device.number} ${at}, and its titles would be unknown`,
          ),
        ];
      case 'mixer':
        return [unused('prodjlink', 'devices', `a mixer ${at}`)];
      default:
        return [];
    }
  });
  return unreachable.length === 0
    ? noted
    : [
        ...noted,
        {
          ...unused('prodjlink', 'network', notReached(unreachable)),
          todo: SAME_NETWORK,
          plain: OTHER_NETWORK,
        },
      ];
}

const OTHER_NETWORK =
  'players and this computer are on different networks. Connect this computer to their switch, and restart players that were on before';

const SAME_NETWORK =
  'let this computer get its address automatically (DHCP), as the players do; restart players that were on before the router';

function notReached(addresses: readonly string[]): string {
  return `devices at ${addresses.join(', ')} announce themselves, but this computer has no address in their network`;
}

/** Why nothing is known of the players, or less than could be; the most important first. */
export function linkProblems(state: LinkState): readonly Finding[] {
  const { link, players, isConnected, isOffered } = state;
  const { guest, ports, unreachable } = link;
  const isSilent = (why: string): boolean => guest.kind === 'silent' && guest.why === why;
  const isHeld = (port: 'timing' | 'status'): boolean => ports[port].kind === 'failed';
  const holder = state.holders || 'another program';
  const problems: readonly (Omit<Finding, 'severity'> | false)[] = [
    (isHeld('timing') || isHeld('status')) && {
      area: 'ports',
      finding:
        isHeld('timing') && isHeld('status')
          ? `UDP ports ${TIMING_PORT} and ${STATUS_PORT} cannot be opened: ${holder} holds what players send to`
          : `UDP port ${isHeld('timing') ? TIMING_PORT : STATUS_PORT} cannot be opened: ${holder} holds what players send to`,
      means: 'until then nothing of the players arrives',
      todo: 'close that program: rekordbox, PRO DJ LINK Bridge, ShowKontrol, Beat Link Trigger and other copies of deckcast need the same ports; they are tried again every 10 s',
      plain:
        'another program on this computer takes what players say. Close rekordbox, PRO DJ LINK Bridge, ShowKontrol and Beat Link Trigger',
    },
    isSilent('fragile-device') && {
      area: 'devices',
      finding: 'an XDJ-RX is on the network, and reports say that it freezes when a program announces itself',
      means: 'nothing is announced, so what players load is unknown',
      todo: 'take it off the network, if it is not needed',
    },
    isSilent('no-number') && {
      area: 'devices',
      finding: 'every number from 7 to 15 is taken by other programs on the network',
      means: 'nothing is announced, so what players load is unknown',
      todo: 'end one of them',
    },
    unreachable.length > 0 &&
      players.length === 0 && {
        area: 'network',
        finding: notReached(unreachable),
        means: 'what they play is unknown',
        todo: SAME_NETWORK,
        plain: OTHER_NETWORK,
      },
    players.length === 0 &&
      unreachable.length === 0 && {
        area: 'devices',
        finding:
          state.chosenInterface === ''
            ? 'no player is found'
            : `no player is found on ${state.chosenInterface}`,
        means: 'nothing is shown',
        todo: 'connect this computer to the switch that the players are on; a firewall must let in UDP 50000 to 50002',
        plain:
          'no player is found. Connect this computer to the switch that the players are on. If it is, allow deckcast (Node.js) in the firewall of this computer',
        waits: true,
      },
    isOffered &&
      !isConnected && {
        area: 'network',
        finding: 'a mixer takes this computer for a player and wants to give it a number',
        means: 'deckcast takes no number from it, and players do not send their state to that port',
        todo: 'use another port of the mixer, or a switch',
      },
    players.length > 0 &&
      !isConnected &&
      guest.kind === 'announced' && {
        area: 'firewall',
        finding: 'players are there, and send no state',
        means: 'what they play is unknown',
        todo: 'let UDP 50001 and 50002 in through the firewall of this computer',
        plain:
          'players are there, but the firewall of this computer keeps out what they say. Allow deckcast (Node.js) in it',
      },
    state.neverOpen && {
      area: 'devices',
      finding: 'players play, and the mixer says that none of their channels was ever open',
      means: 'nothing counts as audible to the audience',
      todo: 'give each player the number of its channel on the mixer, or use --detection.algorithm=lead',
      plain:
        'players play, and the mixer says that none of their channels was ever open. Give each player the number of its channel, or choose “lead” in the settings',
    },
    link.sendError !== undefined && {
      area: 'network',
      finding: `announcements cannot be sent (${link.sendError})`,
      means: 'players do not send us what they play',
      todo: 'look at the network connection of this computer',
    },
  ];
  const severity = isConnected ? 'warning' : 'fault';
  return problems.flatMap((problem) => (problem === false ? [] : [{ ...problem, severity }]));
}
