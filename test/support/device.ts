import type { DeviceInfo } from '@deckcast/stagelinq';

/** A Prime 4 as it announces itself. */
export const PRIME_4: DeviceInfo = {
  token: '828beb02da1f4e68a6afb0b167eaf0a2',
  source: 'prime4',
  software: 'JC11',
  version: '4.3.0',
  port: 35_043,
  address: '192.168.1.20',
};
