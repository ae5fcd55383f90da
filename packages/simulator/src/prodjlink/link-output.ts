import type { PresenceMessage, StatusMessage, TimingMessage } from '@deckcast/prodjlink';

/** Where a simulated device's messages go. */
export interface LinkOutput {
  /** The address that they come from. */
  readonly address: string;
  /** Devices on the network. */
  readonly deviceCount: number;
  /** To all. */
  presence(message: PresenceMessage): void;
  timing(message: TimingMessage): void;
  /** To each program that has announced itself. */
  status(message: StatusMessage): void;
}

/** How often devices send what they repeat, in milliseconds. */
export interface LinkCadence {
  readonly keepAliveMs: number;
  readonly statusMs: number;
  readonly onAirMs: number;
  /** Between the messages of a device that starts. */
  readonly startMs: number;
}

export const HARDWARE_CADENCE: LinkCadence = {
  keepAliveMs: 2_000,
  statusMs: 200,
  onAirMs: 300,
  startMs: 300,
};
