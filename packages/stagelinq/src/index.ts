export type { DeviceInfo, IgnoredDevice, IgnoreReason } from './announcer-table.ts';
export { StagelinqError } from './errors.ts';
export { FileTransfer } from './file-transfer.ts';
export { type Measure, measureFirst, measureFrames, Splitter } from './framing.ts';
export { announceAddresses } from './interfaces.ts';
export { listenForDevices } from './listen.ts';
export { BEAT_INFO, beatCodec, type DeckBeat } from './messages/beat-info.ts';
export { BROADCAST, broadcastCodec, formatLibraryChange } from './messages/broadcast.ts';
export { directoryCodec, measureDirectory, NO_TOKEN } from './messages/directory.ts';
export { type Announcement, announcementCodec, DISCOVERY_PORT } from './messages/discovery.ts';
export { FILE_TRANSFER, type FileBody, type FileRequest, fileCodec } from './messages/file-transfer.ts';
export { StateDecoder } from './messages/state-decoder.ts';
export { STATE_MAP, stateCodec } from './messages/state-map.ts';
export { formatStateValue, type StateValue } from './messages/state-value.ts';
export { type NetworkOptions, StagelinqNetwork } from './network.ts';
export type { NetworkReceiver } from './network-receiver.ts';
export { channelPath, deckPath, devicePath, everyPath } from './paths.ts';
/** @public For programs that use the library; the README shows how. */
export { DEFAULT_TOKEN, randomToken, tokenFromUuid, uuidFromToken } from './token.ts';
