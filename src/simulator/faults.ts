/** What goes wrong on purpose: one case for each fault, as small as what it breaks. */
import type { Clock, Logger } from '../core/tools.ts';
import { openSender } from './announcer.ts';
import type { Desk, Write } from './desk.ts';
import type { SimulatedDevice } from './device.ts';
import type { SimulationNetwork } from './network.ts';
import type { Random } from './random.ts';
import type { Fault } from './set.ts';

const MS = 1_000;
/** Floods come in bursts this far apart. */
const BURST_EVERY_MS = 10;
/** Longest datagram of junk; real announcements have about a hundred bytes. */
const MAX_JUNK_BYTES = 200;

export interface FaultTools {
  readonly devices: readonly SimulatedDevice[];
  readonly desk: Desk;
  readonly network: SimulationNetwork;
  readonly clock: Clock;
  readonly log: Logger;
  readonly random: Random;
  /** Fires when the simulation ends. */
  readonly signal: AbortSignal;
  readonly apply: (writes: readonly Write[]) => void;
}

/** Resolves when the fault is over: a reboot with the device back, a flood with its last message. */
export async function inflict(fault: Fault, tools: FaultTools): Promise<void> {
  const { devices, desk, clock, signal } = tools;
  const targets = devices.filter(
    ({ spec }) => !('device' in fault) || fault.device === undefined || fault.device === spec.id,
  );
  switch (fault.do) {
    case 'drop':
      for (const line of targets.flatMap(({ lines }) => lines)) {
        line.drop();
      }
      return;
    case 'silence':
      for (const line of targets.flatMap(({ lines }) => lines)) {
        line.silence();
      }
      return;
    case 'reboot':
      await Promise.all(targets.map((device) => device.switchOff(false)));
      tools.apply(targets.flatMap(({ spec }) => desk.restart(spec.id)));
      await clock.sleep(fault.seconds * MS, signal);
      await Promise.all(targets.map((device) => device.switchOn()));
      return;
    case 'leave':
      await Promise.all(targets.map((device) => device.switchOff(true)));
      return;
    case 'arrive':
      await Promise.all(targets.map((device) => device.switchOn()));
      return;
    case 'split':
      for (const { pace } of targets) {
        pace.splitBytes = fault.bytes;
      }
      return;
    case 'gather':
      for (const { pace } of targets) {
        pace.gatherMs = fault.ms;
      }
      return;
    case 'flood':
      return inBursts(fault, tools, (count) => {
        for (const { stateMap } of targets) {
          stateMap.repeat(count);
        }
      });
    case 'junk': {
      const sender = await openSender(tools.network, tools.log);
      return inBursts(fault, tools, (count) => {
        for (let sent = 0; sent < count; sent += 1) {
          void sender.send(junk(tools.random));
        }
      }).finally(() => sender.close());
    }
    case 'changed':
      for (const { files, broadcast } of targets) {
        files.changed();
        if (fault.database !== undefined) {
          broadcast.libraryChanged(fault.database);
        }
      }
      return;
    case 'eject':
      for (const { files, medium } of targets) {
        medium.clear();
        files.ejected();
      }
      return;
    case 'lie':
      for (const { stateMap } of targets) {
        stateMap.lie(fault.how);
      }
      return;
  }
}

/** Spreads so many a second evenly over the time, whatever the timers do. */
async function inBursts(
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
  { clock, signal }: FaultTools,
  burst: (count: number) => void,
): Promise<void> {
  const startedAt = clock.monotonic();
  const total = Math.round(perSecond * seconds);
  let sent = 0;
  while (sent < total) {
    const due = Math.min(total, Math.ceil(((clock.monotonic() - startedAt) / MS) * perSecond));
    burst(due - sent);
    sent = Math.max(sent, due);
    await clock.sleep(BURST_EVERY_MS, signal);
  }
}

/** Noise, sometimes with the four letters that announcements begin with. */
function junk(random: Random): Uint8Array {
  const noise = random.bytes(random.below(MAX_JUNK_BYTES));
  return random.next() < 0.5 ? noise : Buffer.concat([Buffer.from('airD', 'latin1'), noise]);
}
