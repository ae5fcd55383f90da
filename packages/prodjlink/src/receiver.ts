import { guarded } from '@deckcast/wire-kit';
import type { LinkDevice, LinkDeviceEvent } from './device-table.ts';
import type { GuestState } from './guest.ts';
import type { MediaAnswer, MixerStatus, PlayerStatus } from './messages/status.ts';
import type { BeatPacket, OnAirPacket, PositionPacket } from './messages/timing.ts';

/**
 * Callbacks of a network, synchronous and in order; for a device only between `found` and `gone`. Exceptions
 * are bugs of the program, raised as uncaught.
 */
export interface LinkReceiver {
  device?(event: LinkDeviceEvent): void;
  /** Only while we are announced: about 5 times a second for each player, 30 for a CDJ-3000. */
  status?(device: LinkDevice, status: PlayerStatus): void;
  mixerStatus?(device: LinkDevice, status: MixerStatus): void;
  /** Also called while we only listen. A mixer sends beats all the time, even if nothing plays. */
  beat?(device: LinkDevice, beat: BeatPacket): void;
  /** Only from a CDJ-3000 while we are announced, about 33 times a second. */
  position?(device: LinkDevice, position: PositionPacket): void;
  /**
   * About every 300 ms, even while we only listen. Programs that replace a mixer use any name and number, so
   * the sender's address stands for the device.
   */
  onAir?(message: OnAirPacket, address: string): void;
  /** Answers `queryMedium`. */
  medium?(device: LinkDevice, answer: MediaAnswer): void;
  /** Our number, or why we are not announced. */
  guest?(state: GuestState): void;
  /**
   * A mixer offers us a number, because the computer is connected to one of its ports for players. Once for
   * each address.
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
