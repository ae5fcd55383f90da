export { FieldReader, FieldWriter, PacketView, PacketWriter } from './bytes.ts';
export { DatabaseClient, type DatabaseClientOptions } from './database-client.ts';
export { databaseNumber } from './database-number.ts';
export type { LinkDevice, LinkDeviceEvent, LinkDeviceRole } from './device-table.ts';
export { ProDjLinkError, type ProDjLinkErrorCode } from './errors.ts';
export type { GuestState, SilentReason } from './guest.ts';
export { broadcastAddress, isSelfAssigned, type LinkInterface, listLinkInterfaces } from './interfaces.ts';
export type { PortState } from './link-socket.ts';
export type { BeatPacket } from './messages/beat.ts';
export {
  DATABASE,
  DATABASE_LIMITS,
  DATABASE_PORT_QUERY_PORT,
  type DatabaseArgument,
  type DatabaseLimits,
  type DatabaseMessage,
  databaseCodec,
  GREETING,
  PORT_ANSWER_BYTES,
  PORT_QUERY,
  readDatabaseMessage,
  readPortAnswer,
  writePortAnswer,
} from './messages/database.ts';
export {
  artworkQuery,
  type DatabaseQuery,
  type DatabaseSubject,
  type DatabaseTrack,
  goodbyeMessage,
  MENU_ITEM,
  type MenuItem,
  metadataQuery,
  readMenuItem,
  renderQuery,
  SESSION_TRANSACTION,
  setUpMessage,
  trackFromItems,
  trackInfoQuery,
} from './messages/database-queries.ts';
export {
  type FileCall,
  type FileCallBody,
  type FileResult,
  type FileResultBody,
  fileCallCodec,
  fileResultCodec,
} from './messages/file-calls.ts';
export { type DeckHead, type PresenceHead, ROLE } from './messages/head.ts';
export type { KeepAlive } from './messages/keep-alive.ts';
export type { LinkCodec } from './messages/link-codec.ts';
export { LIBRARY, type MediaAnswer, type MediaQuery } from './messages/media.ts';
export type { MixerStatus } from './messages/mixer-status.ts';
export { EXPORT_OF_SLOT, type ExportedFolder, HANDLE_BYTES, MOUNT } from './messages/mount.ts';
export { FILE_TYPE, type FileAttributes, MAX_READ_BYTES, NFS, NFS_STATUS } from './messages/nfs.ts';
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
export type { ExtendedStatus } from './messages/player-status-extension.ts';
export { PORTMAP_PORT, PROTOCOL_UDP, REKORDBOX_PORTMAP_PORT } from './messages/portmap.ts';
export type { PositionPacket } from './messages/position.ts';
export {
  PRESENCE_PORT,
  type PresenceMessage,
  presenceCodec,
  type UnknownPresence,
} from './messages/presence.ts';
export { replyId } from './messages/rpc.ts';
export { STATUS_PORT, type StatusMessage, statusCodec } from './messages/status.ts';
export {
  SYNC_COMMAND,
  TIMING_PORT,
  type TimingMessage,
  timingCodec,
  type UnknownDeckMessage,
} from './messages/timing.ts';
export { type LinkStatus, ProDjLinkNetwork } from './network.ts';
export type { LinkOptions, LinkPorts, ReceivedDatagram } from './options.ts';
export { classifyOutgoing, OBSERVER_NUMBERS, type OutgoingChannel, type OutgoingKind } from './outgoing.ts';
export { effectiveBpm, isOnAir, isPlaying, isTempoMaster, trackBpm } from './play-state.ts';
export { type PlayerFile, PlayerFiles, type PlayerFilesOptions } from './player-files.ts';
export type { LinkReceiver } from './receiver.ts';
export { Sender, type SentPacket } from './sender.ts';
export type { ProDjLinkClock, ProDjLinkLogger } from './tools.ts';
