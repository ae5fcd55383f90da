export { DatabaseClient, type DatabaseClientOptions } from './database-client.ts';
export { answersEveryClient, databaseNumber } from './database-number.ts';
export type { LinkDevice, LinkDeviceEvent } from './device-table.ts';
export { linkErrorCode, ProDjLinkError, type ProDjLinkErrorCode } from './errors.ts';
export {
  DATABASE,
  DATABASE_PORT_QUERY_PORT,
  type DatabaseMessage,
  databaseCodec,
  GREETING,
  PORT_QUERY,
  readDatabaseMessage,
  writePortAnswer,
} from './messages/database.ts';
export {
  type DatabaseTrack,
  MENU_ITEM,
  type MenuItem,
  subjectOf,
  writeMenuItem,
} from './messages/database-queries.ts';
export type { DeckHead, PresenceHead } from './messages/datagram.ts';
export {
  EXPORT_OF_SLOT,
  FILE_TYPE,
  type FileAttributes,
  type FileCall,
  type FileResultBody,
  fileCallCodec,
  fileResultCodec,
  HANDLE_BYTES,
  MOUNT,
  NFS_STATUS,
  PORTMAP_PORT,
  REKORDBOX_PORTMAP_PORT,
} from './messages/file-calls.ts';
export { type LinkCodec, messageIn } from './messages/link-codec.ts';
export { PRESENCE_PORT, type PresenceMessage, presenceCodec, ROLE } from './messages/presence.ts';
export {
  FLAG,
  LIBRARY,
  MEDIUM,
  type MediaAnswer,
  type MediaQuery,
  PLAY_STATE,
  type PlayerStatus,
  SLOT,
  STATUS_PORT,
  type StatusMessage,
  statusCodec,
  TRACK_TYPE,
} from './messages/status.ts';
export {
  type BeatPacket,
  type OnAirPacket,
  type PositionPacket,
  TIMING_PORT,
  type TimingMessage,
  timingCodec,
} from './messages/timing.ts';
export { type LinkStatus, ProDjLinkNetwork } from './network.ts';
export type { LinkOptions, LinkPorts, ReceivedDatagram } from './options.ts';
export { isPlaying, isTempoMaster } from './play-state.ts';
export { type PlayerFile, PlayerFiles, type PlayerFilesOptions } from './player-files.ts';
export type { LinkReceiver } from './receiver.ts';
export { Sender } from './sender.ts';
