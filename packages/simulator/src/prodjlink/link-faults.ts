import { presenceCodec, ROLE, statusCodec } from '@deckcast/prodjlink';
import { sleep, type WireClock } from '@deckcast/wire-kit';
import { inBursts, junk } from '../faults.ts';
import type { LinkPlayer } from './link-player.ts';
import type { LinkAction } from './link-script.ts';
import { ejectMedium, type LinkUnit, switchOff, switchOn } from './link-unit.ts';

export type LinkFault = Extract<
  LinkAction,
  {
    do:
      | 'drop'
      | 'silence'
      | 'reboot'
      | 'leave'
      | 'arrive'
      | 'split'
      | 'flood'
      | 'junk'
      | 'eject'
      | 'lie'
      | 'lose'
      | 'slow'
      | 'refuse'
      | 'changed'
      | 'claim'
      | 'offer'
      | 'bystanders';
  }
>;

export interface LinkFaultTools {
  readonly units: readonly LinkUnit[];
  readonly clock: WireClock;
  /** 0 to below 1. */
  readonly random: () => number;
  readonly signal: AbortSignal;
}

const MAGIC = 'Qspt1WmJOL';
const PORTS = ['presence', 'timing', 'status'] as const;
const FOREIGN_MAC = '02:00:00:00:99:99';

/** Resolves when the fault is over: the device is back, the flood sent, the slot empty. */
export async function inflictOnLink(fault: LinkFault, tools: LinkFaultTools): Promise<void> {
  const { units, clock, random, signal } = tools;
  const only = 'device' in fault ? fault.device : undefined;
  const targets = units.filter(({ spec }) => only === undefined || only === spec.id);
  const hosts = targets.map(({ host }) => host);
  const [anybody] = units;
  switch (fault.do) {
    case 'drop':
      for (const { database } of hosts) {
        database.drop();
      }
      return;
    case 'silence':
      for (const player of targets.flatMap(({ players }) => players)) {
        player.silence();
      }
      return;
    case 'reboot':
      targets.forEach(switchOff);
      await Promise.all(hosts.map((host) => host.power(false)));
      await sleep(clock, fault.seconds * 1_000, signal);
      await Promise.all(hosts.map((host) => host.power(true)));
      for (const unit of targets) {
        switchOn(unit, true);
      }
      return;
    case 'leave':
      targets.forEach(switchOff);
      await Promise.all(hosts.map((host) => host.power(false)));
      return;
    case 'arrive':
      await Promise.all(hosts.map((host) => host.power(true)));
      for (const unit of targets) {
        switchOn(unit, true);
      }
      return;
    case 'split':
      for (const { database } of hosts) {
        database.faults.splitBytes = fault.bytes;
      }
      return;
    case 'flood': {
      const players = targets.flatMap(({ players: own }) => own);
      return inBursts(fault, tools, (count) => {
        for (let sent = 0; sent < count; sent += 1) {
          players[sent % players.length]?.set({});
        }
      });
    }
    case 'junk':
      return inBursts(fault, tools, (count) => {
        for (let sent = 0; sent < count; sent += 1) {
          anybody?.host.send(PORTS[sent % PORTS.length] ?? 'timing', junk(random, MAGIC));
        }
      });
    case 'eject': {
      const everywhere = (): readonly LinkPlayer[] => units.flatMap(({ players }) => players);
      await Promise.all(
        targets.flatMap((unit) =>
          (['usb', 'sd', 'usb2'] as const).map((slot) => ejectMedium(unit, slot, everywhere)),
        ),
      );
      return;
    }
    case 'lie':
      for (const { host, players } of targets) {
        for (const { status } of players) {
          host.send('status', withFalseLengths(statusCodec.encode(status), fault.how));
        }
      }
      return;
    case 'lose':
      for (const { files } of hosts) {
        files.faults.lose = fault.answers;
      }
      return;
    case 'slow':
      for (const { files } of hosts) {
        files.faults.delayMs = fault.ms;
      }
      return;
    case 'refuse':
      for (const { files, database } of hosts) {
        files.faults.refuse = fault.on;
        database.faults.refuse = fault.on;
      }
      return;
    case 'changed':
      for (const { files } of hosts) {
        files.reinsert();
      }
      return;
    case 'claim':
      anybody?.host.presence({
        kind: 'claim-number',
        name: 'CDJ-2000nexus',
        format: 2,
        number: fault.number,
      });
      return;
    case 'offer':
      anybody?.host.presence({
        kind: 'assignment-offer',
        name: 'DJM-2000nexus',
        format: 2,
        ip: anybody.host.address,
        mac: FOREIGN_MAC,
      });
      return;
    case 'bystanders':
      for (const [name, number, role] of BYSTANDERS) {
        anybody?.host.send(
          'presence',
          presenceCodec.encode({
            kind: 'keep-alive',
            name,
            format: 3,
            number,
            first: false,
            mac: FOREIGN_MAC,
            ip: anybody.host.address,
            devices: 1,
            role,
            generation: 0,
          }),
        );
      }
      return;
  }
}

const BYSTANDERS = [
  ['rekordbox', 17, 0x04],
  ['NXS-GW', 25, 0x08],
  ['Stagehand', 154, ROLE.player | 0x04],
] as const;

function withFalseLengths(bytes: Buffer, how: 'oversized' | 'odd' | 'truncated'): Uint8Array {
  switch (how) {
    case 'oversized':
      return Buffer.concat([bytes, Buffer.alloc(600, 0xff)]);
    case 'odd': {
      const copy = Buffer.from(bytes);
      copy.writeUInt16BE(0xffff, 0x22);
      return copy;
    }
    case 'truncated':
      return bytes.subarray(0, bytes.length / 2);
  }
}
