import type { DeviceInfo, IgnoreReason } from './announcer-table.ts';
import type { StagelinqError } from './errors.ts';
import type { Beat } from './messages/beat-info.ts';
import type { LibraryChange } from './messages/broadcast.ts';
import type { StateMessage } from './messages/state-map.ts';
import type { StateValue } from './messages/state-value.ts';
import type { TimeComparison } from './time-sync.ts';

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
  connected?(device: DeviceInfo): void;
  /**
   * The ports of all that a connected device offers, by name: once its list is complete, which its states do not
   * wait for. Not for a device that connected to us, nor for one that was lost before.
   */
  services?(device: DeviceInfo, services: ReadonlyMap<string, number>): void;
  state?(device: DeviceInfo, path: string, value: StateValue): void;
  /** A value that can't be read; the connection goes on. */
  badState?(device: DeviceInfo, path: string, error: StagelinqError): void;
  /** The device subscribes to something of ours, writes to it, or says what is not known. Nothing has to be done. */
  request?(device: DeviceInfo, message: StateMessage): void;
  /** About 30 times a second and device, also while nothing plays. */
  beat?(device: DeviceInfo, beat: Beat): void;
  /** The device's clock beside ours, every ten seconds; only asked for when this is there. */
  clockCompared?(device: DeviceInfo, comparison: TimeComparison): void;
  /** A row of the device's library changed. */
  libraryChanged?(device: DeviceInfo, change: LibraryChange): void;
  /** A file changed, or a medium was removed, on a device whose files were asked for: what was read may be out of date. */
  filesChanged?(device: DeviceInfo): void;
  /** A connected device is no longer, for any reason. */
  lost?(device: DeviceInfo, reason: StagelinqError): void;
  /** The device said good-bye, or its announcements stopped. */
  gone?(device: DeviceInfo, reason: StagelinqError): void;
}
