export { type Fail, WireReader, WireWriter } from './bytes.ts';
export {
  broadcastAddress,
  inSubnet,
  type LocalAddress,
  listLocalAddresses,
  nearestTo,
} from './interfaces.ts';
export { closeServer, type ListenAt, openServer, type TcpServer } from './listening.ts';
export { silentLogger, systemClock, type WireClock, type WireLogFields, type WireLogger } from './tools.ts';
export { pause, sleep, Timer, within } from './waiting.ts';
