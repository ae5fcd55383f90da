import { guarded } from '@deckcast/wire-kit';
import type { LinkDevice, LinkDeviceEvent } from './device-table.ts';
import type { GuestState } from './guest.ts';
import type { MediaAnswer, MixerStatus, PlayerStatus } from './messages/status.ts';
import type { BeatPacket, OnAirPacket, PositionPacket } from './messages/timing.ts';

/**
 * Callbacks of a network. They are called at once and in order, for a device only between `found` and `gone`. What they
 * throw is a bug in the program and is raised as an uncaught error.
 */
export interface LinkReceiver {
  /** A device was found, has moved or has gone. */
  device?(event: LinkDeviceEvent): void;
  /** Only while we are announced. Some 5 a second from each player, 30 from a CDJ-3000. */
  status?(device: LinkDevice, status: PlayerStatus): void;
  mixerStatus?(device: LinkDevice, status: MixerStatus): void;
  /** Also while we only listen. A mixer sends beats all the time, even when nothing plays. */
  beat?(device: LinkDevice, beat: BeatPacket): void;
  /** From CDJ-3000 only, about 33 a second, and only while we are announced. */
  position?(device: LinkDevice, position: PositionPacket): void;
  /**
   * Which channels are on air, about every 300 ms, even while we only listen. Programs that replace a mixer send it under
   * any name and number: so it comes with the sender's address instead of a device.
   */
  onAir?(message: OnAirPacket, address: string): void;
  /** Answer to `queryMedium`. */
  medium?(device: LinkDevice, answer: MediaAnswer): void;
  /** Whether we are announced, as which number, or why not. */
  guest?(state: GuestState): void;
  /**
   * A mixer wants to assign a number to us: the computer is connected to one of its ports for players. Once for each
   * address.
   */
  assignmentOffered?(address: string): void;
}

/** The receiver with every callback, whose exceptions are raised as uncaught errors. */
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
