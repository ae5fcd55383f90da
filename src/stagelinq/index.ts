export type { AnnouncerEvent, DeviceInfo, IgnoreReason } from './announcer-table.ts';
export { ByteReader, ByteWriter, type Codec, MAX_STRING_BYTES } from './bytes.ts';
export { DEFAULT_LIMITS, DEFAULT_TIMEOUTS, type Limits, type Timeouts } from './context.ts';
export {
  type AnnouncedIdentity,
  Discovery,
  type DiscoveryOptions,
  type DiscoveryStatus,
} from './discovery.ts';
export { StagelinqError, type StagelinqErrorCode } from './errors.ts';
export { FileTransfer, type FolderListing, type ReadOptions } from './file-transfer.ts';
export {
  MAX_FRAME_BYTES,
  type Measure,
  measureFirst,
  measureFrames,
  type OnMessage,
  Splitter,
} from './framing.ts';
export { announceAddresses, inSubnet, type LocalAddress, listLocalAddresses } from './interfaces.ts';
export {
  BEAT_INFO,
  type Beat,
  type BeatMessage,
  beatCodec,
  type DeckBeat,
} from './messages/beat-info.ts';
export {
  BROADCAST,
  type BroadcastMessage,
  broadcastCodec,
  formatLibraryChange,
  type LibraryChange,
  parseLibraryChange,
} from './messages/broadcast.ts';
export {
  type DirectoryMessage,
  directoryCodec,
  measureDirectory,
  NO_TOKEN,
  type ServiceMessage,
} from './messages/directory.ts';
export { type Announcement, announcementCodec, DISCOVERY_PORT } from './messages/discovery.ts';
export {
  FILE_TRANSFER,
  type FileBody,
  type FileListing,
  type FileMessage,
  type FileReply,
  type FileRequest,
  type FileStatus,
  type FileTime,
  fileCodec,
  type UnknownFileBody,
} from './messages/file-transfer.ts';
export { StateDecoder, type StateReceiver } from './messages/state-decoder.ts';
export { STATE_MAP, type StateMessage, stateCodec } from './messages/state-map.ts';
export { formatStateValue, NO_VALUE, parseStateValue, type StateValue } from './messages/state-value.ts';
export { type NetworkOptions, StagelinqNetwork } from './network.ts';
export type { NetworkReceiver } from './network-receiver.ts';
export { channelPath, deckPath, devicePath, everyPath } from './paths.ts';
export { DEFAULT_TOKEN, randomToken, tokenFromUuid, uuidFromToken } from './token.ts';
export type { StagelinqClock, StagelinqLogger } from './tools.ts';
