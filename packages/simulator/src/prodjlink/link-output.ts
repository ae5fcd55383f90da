import type { PresenceMessage, StatusMessage, TimingMessage } from '@deckcast/prodjlink';

export interface LinkOutput {
  /** IPv4 address of the sender. */
  readonly address: string;
  readonly deviceCount: number;
  /** Broadcasts a message. */
  presence(message: PresenceMessage): void;
  timing(message: TimingMessage): void;
  /** Sends a message to each program that has announced itself. */
  status(message: StatusMessage): void;
}

/** Intervals of repeated messages, in milliseconds. */
export interface LinkCadence {
  readonly keepAliveMs: number;
  readonly statusMs: number;
  readonly onAirMs: number;
  /** Interval between the messages of a device that starts. */
  readonly startMs: number;
}

export const HARDWARE_CADENCE: LinkCadence = {
  keepAliveMs: 2_000,
  statusMs: 200,
  onAirMs: 300,
  startMs: 300,
};
