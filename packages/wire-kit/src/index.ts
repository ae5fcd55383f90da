export { type Fail, WireReader, WireWriter } from './bytes.ts';
export {
  broadcastAddress,
  inSubnet,
  type LocalAddress,
  listLocalAddresses,
  nearestTo,
} from './interfaces.ts';
export {
  ascii,
  at,
  flag,
  mapped,
  orNull,
  type Places,
  u8,
  u16,
  u32,
  utf16,
  type ValuesAt,
  type WireField,
  type WirePlace,
} from './layout.ts';
export { closeServer, type ListenAt, openServer, type TcpServer } from './listening.ts';
export { silentLogger, systemClock, type WireClock, type WireLogFields, type WireLogger } from './tools.ts';
export { pause, sleep, Timer, within } from './waiting.ts';
