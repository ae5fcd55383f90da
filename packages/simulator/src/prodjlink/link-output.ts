import type { PresenceMessage, StatusMessage, TimingMessage } from '@deckcast/prodjlink';

export interface LinkOutput {
  readonly address: string;
  readonly deviceCount: number;
  presence(message: PresenceMessage): void;
  timing(message: TimingMessage): void;
  status(message: StatusMessage): void;
}

export interface LinkCadence {
  readonly keepAliveMs: number;
  readonly statusMs: number;
  readonly onAirMs: number;
  readonly startMs: number;
}

export const HARDWARE_CADENCE: LinkCadence = {
  keepAliveMs: 2_000,
  statusMs: 200,
  onAirMs: 300,
  startMs: 300,
};
