import type { PresenceMessage, StatusMessage, TimingMessage } from '@deckcast/prodjlink';

export interface LinkOutput {
  /** Sender's IPv4 address. */
  readonly address: string;
  readonly deviceCount: number;
  /** Broadcast. */
  presence(message: PresenceMessage): void;
  timing(message: TimingMessage): void;
  /** Sent to each program that has announced itself. */
  status(message: StatusMessage): void;
}

export interface LinkCadence {
  readonly keepAliveMs: number;
  readonly statusMs: number;
  readonly onAirMs: number;
  /** Messages of a device that starts. */
  readonly startMs: number;
}

export const HARDWARE_CADENCE: LinkCadence = {
  keepAliveMs: 2_000,
  statusMs: 200,
  onAirMs: 300,
  startMs: 300,
};
