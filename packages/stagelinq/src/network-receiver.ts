import { raise } from '@deckcast/wire-kit';
import type { DeviceInfo, IgnoreReason } from './announcer-table.ts';
import type { StagelinqError } from './errors.ts';
import type { FileTransfer } from './file-transfer.ts';
import type { Beat } from './messages/beat-info.ts';
import type { LibraryChange } from './messages/broadcast.ts';
import type { StateValue } from './messages/state-value.ts';

/**
 * What happens on the network, in the order in which it happens. Each call has to return soon; what it throws is
 * raised as an uncaught error and ends nothing. For one device:
 * `found`, then `failed` for every attempt that did not succeed, `connected`, its states, `lost`, and so on until
 * `gone`. A device that moved to another port is lost, and found at the new one.
 */
export interface NetworkReceiver {
  found?(device: DeviceInfo): void;
  /** Once for each device and reason. */
  ignored?(device: DeviceInfo, reason: IgnoreReason): void;
  /** An attempt to connect failed; the next one follows after a pause. `attempt` counts from 1. */
  failed?(device: DeviceInfo, error: StagelinqError, attempt: number): void;
  /** @param files gives access to the device's files; rejects with `closed` once the device is lost */
  connected?(device: DeviceInfo, files: () => Promise<FileTransfer>): void;
  /**
   * The ports of all services of a connected device, by name: once its list is complete, possibly after its first
   * states. Not for a device that was lost before.
   */
  services?(device: DeviceInfo, services: ReadonlyMap<string, number>): void;
  state?(device: DeviceInfo, path: string, value: StateValue): void;
  /** A value that can't be read; the connection goes on. */
  badState?(device: DeviceInfo, path: string, error: StagelinqError): void;
  /** About 30 times a second and device, even while nothing plays. Where no receiver has it, beats are not read. */
  beat?(device: DeviceInfo, beat: Beat): void;
  /** A row of the device's library changed. */
  libraryChanged?(device: DeviceInfo, change: LibraryChange): void;
  /** A file changed, or a medium was removed, on a device whose files were used: what was read may be out of date. */
  filesChanged?(device: DeviceInfo): void;
  /** A connected device is no longer, for any reason. */
  lost?(device: DeviceInfo, reason: StagelinqError): void;
  /** The device said goodbye, or its announcements stopped. */
  gone?(device: DeviceInfo, reason: StagelinqError): void;
}

/**
 * Combines receivers: of each event, those that have a function for it are called, in order. An error of one is the
 * program's mistake: the others are called all the same, and no connection ends.
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
    // Each gets the arguments of the event.
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

/** The same for the states of one device, which come by the hundred. */
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
