import { raise } from '@deckcast/wire-kit';
import type { DeviceInfo, IgnoreReason } from './announcer-table.ts';
import type { StagelinqError } from './errors.ts';
import type { FileTransfer } from './file-transfer.ts';
import type { Beat } from './messages/beat-info.ts';
import type { LibraryChange } from './messages/broadcast.ts';
import type { StateValue } from './messages/state-value.ts';

/**
 * Callbacks in the order of events. Each must return soon; its exceptions become uncaught errors and end
 * nothing. A device is `found`, then `failed` for every failed attempt, `connected`, sends states, is `lost`,
 * and so on until `gone`. One that moved to another port is lost, and found there.
 */
export interface NetworkReceiver {
  found?(device: DeviceInfo): void;
  /** Once for each device and reason. */
  ignored?(device: DeviceInfo, reason: IgnoreReason): void;
  /** An attempt to connect failed; the next follows after a pause. `attempt` counts from 1, and on after a short connection. */
  failed?(device: DeviceInfo, error: StagelinqError, attempt: number): void;
  /** @param files opens the device's files; rejects with `closed` once the device is lost */
  connected?(device: DeviceInfo, files: () => Promise<FileTransfer>): void;
  /** Ports by name, once the list of a connected device is complete, possibly after its first states. */
  services?(device: DeviceInfo, services: ReadonlyMap<string, number>): void;
  state?(device: DeviceInfo, path: string, value: StateValue): void;
  /** A value can't be read; the connection goes on. */
  badState?(device: DeviceInfo, path: string, error: StagelinqError): void;
  /**
   * Called about 30 times a second and device, even while nothing plays; `StagelinqNetwork.readBeats` switches it. Without
   * any receiver, beats are not read.
   */
  beat?(device: DeviceInfo, beat: Beat): void;
  /** A row of the device's library changed. */
  libraryChanged?(device: DeviceInfo, change: LibraryChange): void;
  /** A file changed or a medium was removed, on a device whose files were used: read data may be stale. */
  filesChanged?(device: DeviceInfo): void;
  /** A connected device is lost for any reason. */
  lost?(device: DeviceInfo, reason: StagelinqError): void;
  /** The device said goodbye or its announcements stopped. */
  gone?(device: DeviceInfo, reason: StagelinqError): void;
}

/**
 * Calls each receiver that has the event's function, in order. Exceptions are the program's mistakes and stop
 * neither the others nor a connection.
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

/** `toAll` for the states of one device, which come by the hundred. */
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
