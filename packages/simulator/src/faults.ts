import { sleep, type WireClock } from '@deckcast/wire-kit';
import type { Desk, Write } from './desk.ts';
import type { SimulatedDevice } from './device.ts';
import type { DiscoveryPort } from './network.ts';
import type { Fault } from './script.ts';

const MS = 1_000;
const BURST_EVERY_MS = 10;
/** Real announcements have about 100. */
const MAX_JUNK_BYTES = 200;

export interface FaultTools {
  readonly devices: readonly SimulatedDevice[];
  readonly desk: Desk;
  readonly discovery: DiscoveryPort;
  readonly clock: WireClock;
  /** 0 to below 1. */
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly apply: (writes: readonly Write[]) => void;
}

/** Resolves when the fault is over: the device is back, the flood sent. */
export async function inflict(fault: Fault, tools: FaultTools): Promise<void> {
  const { desk, discovery, clock, random, signal } = tools;
  const only = 'device' in fault ? fault.device : undefined;
  const targets = tools.devices.filter(({ spec }) => only === undefined || only === spec.id);
  const every = (change: (device: SimulatedDevice) => Promise<void> | void) =>
    Promise.all(targets.map(change));
  switch (fault.do) {
    case 'drop':
      for (const connection of targets.flatMap(({ connections }) => connections)) {
        connection.drop();
      }
      return;
    case 'silence':
      for (const connection of targets.flatMap(({ connections }) => connections)) {
        connection.silence();
      }
      return;
    case 'reboot':
      await every((device) => device.switchOff(false));
      tools.apply(targets.flatMap(({ spec }) => desk.restart(spec.id)));
      await sleep(clock, fault.seconds * MS, signal);
      await every((device) => device.switchOn());
      return;
    case 'leave':
      await every((device) => device.switchOff(true));
      return;
    case 'arrive':
      await every((device) => device.switchOn());
      return;
    case 'split':
      await every(({ pace }) => {
        pace.splitBytes = fault.bytes;
      });
      return;
    case 'gather':
      await every(({ pace }) => {
        pace.gatherMs = fault.ms;
      });
      return;
    case 'flood':
      return inBursts(fault, tools, (count) => every(({ stateMap }) => stateMap.repeat(count)));
    case 'junk':
      return inBursts(fault, tools, (count) => {
        for (let sent = 0; sent < count; sent += 1) {
          void discovery.send(junk(random, 'airD'));
        }
      });
    case 'changed':
      await every((device) => {
        device.files.announce('changed');
        if (fault.database !== undefined) {
          device.broadcastChange(fault.database);
        }
      });
      return;
    case 'eject':
      await every(({ files, medium }) => {
        medium.clear();
        files.announce('ejected');
      });
      return;
    case 'lie':
      await every(({ stateMap }) => stateMap.lie(fault.how));
      return;
  }
}

export async function inBursts(
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
  { clock, signal }: Pick<FaultTools, 'clock' | 'signal'>,
  burst: (count: number) => unknown,
): Promise<void> {
  const startedAt = clock.monotonic();
  const total = Math.round(perSecond * seconds);
  let sent = 0;
  while (sent < total) {
    const due = Math.min(total, Math.ceil(((clock.monotonic() - startedAt) / MS) * perSecond));
    burst(due - sent);
    sent = Math.max(sent, due);
    await sleep(clock, BURST_EVERY_MS, signal);
  }
}

/** Random bytes; half of the time they follow the protocol's first bytes, `begin`. */
export function junk(random: () => number, begin: string): Uint8Array {
  const length = Math.floor(random() * MAX_JUNK_BYTES);
  const noise = Uint8Array.from({ length }, () => Math.floor(random() * 256));
  return random() < 0.5 ? noise : Buffer.concat([Buffer.from(begin, 'latin1'), noise]);
}
