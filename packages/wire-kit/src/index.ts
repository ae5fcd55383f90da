export { type Fail, WireReader, WireWriter } from './bytes.ts';
export { guarded, raise } from './faults.ts';
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
  block,
  flag,
  mapped,
  orNull,
  type Places,
  readPlaces,
  u8,
  u16,
  u16le,
  u32,
  u32le,
  utf16,
  type ValuesAt,
  type WireField,
  type WirePlace,
  writePlaces,
} from './layout.ts';
export { closeServer, type ListenAt, openServer, type TcpServer } from './listening.ts';
export {
  bytesOf,
  type Coded,
  type CodedKinds,
  type CodedMessage,
  coded,
  inOrder,
  type Parts,
  padded,
  partOf,
  readCoded,
  rest,
  type ValuesOf,
  type WirePart,
  writeCoded,
} from './sequence.ts';
export { silentLogger, systemClock, type WireClock, type WireLogFields, type WireLogger } from './tools.ts';
export { Turns, type TurnsLimit } from './turns.ts';
export { afterReading, pause, sleep, type TimeLimit, Timer, within } from './waiting.ts';
