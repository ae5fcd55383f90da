/** The names of tracks in an Ogg stream: Vorbis, Opus and FLAC, one stream after another. Pure; stands alone. */
export type { OggComment } from './comments.ts';
export { OggTagReader } from './tag-reader.ts';
export { type OggCodec, OggStreamWriter } from './writer.ts';
