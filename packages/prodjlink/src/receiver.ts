import { guarded } from '@deckcast/wire-kit';
import type { LinkDevice, LinkDeviceEvent } from './device-table.ts';
import type { GuestState } from './guest.ts';
import type { MediaAnswer, MixerStatus, PlayerStatus } from './messages/status.ts';
import type { BeatPacket, OnAirPacket, PositionPacket } from './messages/timing.ts';

/**
 * Callbacks of a network, called synchronously and in order, for a device only between `found` and `gone`. An exception
 * is a bug of the program and is raised as uncaught.
 */
export interface LinkReceiver {
  /** Called when a device was found, has moved or has gone. */
  device?(event: LinkDeviceEvent): void;
  /** Called only while we are announced: about 5 times a second for each player, 30 for a CDJ-3000. */
  status?(device: LinkDevice, status: PlayerStatus): void;
  mixerStatus?(device: LinkDevice, status: MixerStatus): void;
  /** Also called while we only listen. A mixer sends beats all the time, even if nothing plays. */
  beat?(device: LinkDevice, beat: BeatPacket): void;
  /** Called for a CDJ-3000 only, about 33 times a second, while we are announced. */
  position?(device: LinkDevice, position: PositionPacket): void;
  /**
   * Called with the channels on air about every 300 ms, even while we only listen. Programs that replace a mixer use
   * any name and number, so the sender's address stands for the device.
   */
  onAir?(message: OnAirPacket, address: string): void;
  /** Called with the answer to `queryMedium`. */
  medium?(device: LinkDevice, answer: MediaAnswer): void;
  /** Called with our number, or the reason why we are not announced. */
  guest?(state: GuestState): void;
  /**
   * Called once for each address if a mixer wants to assign a number to us, because the computer is connected to one of
   * its ports for players.
   */
  assignmentOffered?(address: string): void;
}

export function guardedReceiver(receiver: LinkReceiver): Required<LinkReceiver> {
  return {
    device: guarded((event) => receiver.device?.(event)),
    status: guarded((device, status) => receiver.status?.(device, status)),
    mixerStatus: guarded((device, status) => receiver.mixerStatus?.(device, status)),
    beat: guarded((device, beat) => receiver.beat?.(device, beat)),
    position: guarded((device, position) => receiver.position?.(device, position)),
    onAir: guarded((message, address) => receiver.onAir?.(message, address)),
    medium: guarded((device, answer) => receiver.medium?.(device, answer)),
    guest: guarded((state) => receiver.guest?.(state)),
    assignmentOffered: guarded((address) => receiver.assignmentOffered?.(address)),
  };
}
