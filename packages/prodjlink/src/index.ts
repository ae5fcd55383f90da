export { DatabaseClient, type DatabaseClientOptions } from './database-client.ts';
export { databaseNumber } from './database-number.ts';
export type { LinkDevice, LinkDeviceEvent } from './device-table.ts';
export { linkErrorCode, ProDjLinkError } from './errors.ts';
export type { BeatPacket } from './messages/beat.ts';
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
export { type DatabaseTrack, MENU_ITEM } from './messages/database-queries.ts';
export { type FileCall, type FileResultBody, fileCallCodec, fileResultCodec } from './messages/file-calls.ts';
export { ROLE } from './messages/head.ts';
export { messageIn } from './messages/link-codec.ts';
export { LIBRARY, type MediaAnswer, type MediaQuery } from './messages/media.ts';
export { EXPORT_OF_SLOT, HANDLE_BYTES, MOUNT } from './messages/mount.ts';
export { FILE_TYPE, type FileAttributes, NFS_STATUS } from './messages/nfs.ts';
export type { OnAirPacket } from './messages/on-air.ts';
export {
  FLAG,
  MEDIUM,
  PLAY_STATE,
  type PlayerStatus,
  SLOT,
  TEMPO,
  TRACK_TYPE,
} from './messages/player-status.ts';
export { PORTMAP_PORT, REKORDBOX_PORTMAP_PORT } from './messages/portmap.ts';
export { PRESENCE_PORT, type PresenceMessage, presenceCodec } from './messages/presence.ts';
export { STATUS_PORT, type StatusMessage, statusCodec } from './messages/status.ts';
export { TIMING_PORT, type TimingMessage, timingCodec } from './messages/timing.ts';
export { type LinkStatus, ProDjLinkNetwork } from './network.ts';
export type { LinkOptions, LinkPorts, ReceivedDatagram } from './options.ts';
export { isPlaying, isTempoMaster } from './play-state.ts';
export { type PlayerFile, PlayerFiles, type PlayerFilesOptions } from './player-files.ts';
export type { LinkReceiver } from './receiver.ts';
export { Sender } from './sender.ts';
