import { raise } from '@deckcast/wire-kit';
import type { DeviceInfo, IgnoreReason } from './announcer-table.ts';
import type { StagelinqError } from './errors.ts';
import type { FileTransfer } from './file-transfer.ts';
import type { Beat } from './messages/beat-info.ts';
import type { LibraryChange } from './messages/broadcast.ts';
import type { StateValue } from './messages/state-value.ts';

/**
 * Callbacks of the network, in the order of events. Each must return soon; its exceptions are raised as uncaught errors
 * and end nothing. For one device: `found`, then `failed` for every failed attempt, `connected`, its states, `lost`,
 * and so on until `gone`. A device that moved to another port is lost, and found at the new one.
 */
export interface NetworkReceiver {
  found?(device: DeviceInfo): void;
  /** Called once for each device and reason. */
  ignored?(device: DeviceInfo, reason: IgnoreReason): void;
  /** Called when an attempt to connect failed; the next one follows after a pause. `attempt` counts from 1. */
  failed?(device: DeviceInfo, error: StagelinqError, attempt: number): void;
  /** @param files opens the device's files; rejects with `closed` once the device is lost */
  connected?(device: DeviceInfo, files: () => Promise<FileTransfer>): void;
  /**
   * Called with the ports of all services of a connected device, by name, once its list is complete, possibly after its
   * first states. Not called if the device is lost before.
   */
  services?(device: DeviceInfo, services: ReadonlyMap<string, number>): void;
  state?(device: DeviceInfo, path: string, value: StateValue): void;
  /** Called for a value that can't be read; the connection goes on. */
  badState?(device: DeviceInfo, path: string, error: StagelinqError): void;
  /**
   * Called about 30 times a second and device, even while nothing plays; `StagelinqNetwork.readBeats` switches it. Without
   * any receiver, beats are not read.
   */
  beat?(device: DeviceInfo, beat: Beat): void;
  /** Called when a row of the device's library changed. */
  libraryChanged?(device: DeviceInfo, change: LibraryChange): void;
  /**
   * Called when a file changed or a medium was removed, on a device whose files were used: data read before may be
   * stale.
   */
  filesChanged?(device: DeviceInfo): void;
  /** Called when a connected device is lost for any reason. */
  lost?(device: DeviceInfo, reason: StagelinqError): void;
  /** Called when the device said goodbye or its announcements stopped. */
  gone?(device: DeviceInfo, reason: StagelinqError): void;
}

/**
 * Combines receivers: each event calls those that have its function, in order. An exception is the program's mistake:
 * the others are called all the same, and no connection ends.
 */
export function toAll(receivers: readonly NetworkReceiver[]): Required<Omit<NetworkReceiver, 'state'>> {
  const to = <Event extends keyof NetworkReceiver>(event: Event): Required<NetworkReceiver>[Event] => {
    const calls = receivers.flatMap((receiver) => {
      const call = receiver[event] as ((...args: readonly unknown[]) => void) | undefined;
      return call === undefined ? [] : [call.bind(receiver)];
    });
    const callEach = (...args: readonly unknown[]): void => {
      for (const call of calls) {
        try {
          call(...args);
        } catch (fault) {
          raise(fault);
        }
      }
    };
    // Each call gets the arguments of the event.
    return callEach as Required<NetworkReceiver>[Event];
  };
  return {
    found: to('found'),
    ignored: to('ignored'),
    failed: to('failed'),
    connected: to('connected'),
    services: to('services'),
    badState: to('badState'),
    beat: to('beat'),
    libraryChanged: to('libraryChanged'),
    filesChanged: to('filesChanged'),
    lost: to('lost'),
    gone: to('gone'),
  };
}

/** Combines receivers for the states of one device, which come by the hundred. */
export function statesTo(
  receivers: readonly NetworkReceiver[],
  device: DeviceInfo,
): (path: string, value: StateValue) => void {
  const concerned = receivers.filter(({ state }) => state !== undefined);
  return function stateTo(path, value) {
    for (const receiver of concerned) {
      try {
        receiver.state?.(device, path, value);
      } catch (fault) {
        raise(fault);
      }
    }
  };
}
