export {
  broadcastAddress,
  inSubnet,
  type LocalAddress,
  listLocalAddresses,
  nearestTo,
} from './interfaces.ts';
export { silentLogger, systemClock, type WireClock, type WireLogFields, type WireLogger } from './tools.ts';
export { pause, within } from './waiting.ts';
