import type { DeviceInfo, StagelinqNetwork } from '@deckcast/stagelinq';

/** A Prime 4 as it announces itself. */
export const PRIME_4: DeviceInfo = {
  token: '828beb02da1f4e68a6afb0b167eaf0a2',
  source: 'prime4',
  software: 'JC11',
  version: '4.3.0',
  port: 35_043,
  address: '192.168.1.20',
};

/** Its network interface, which received only our own announcements. */
export const ETH0 = {
  name: 'eth0',
  address: '192.168.1.7',
  netmask: '255.255.255.0',
  internal: false,
  sent: 6,
  received: 0,
  returned: 6,
  error: undefined,
};

export const QUIET: ReturnType<StagelinqNetwork['status']> = {
  listening: true,
  interfaces: [ETH0],
  dropped: 0,
  leftOut: 0,
  ignored: [],
};
