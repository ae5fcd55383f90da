/** Ogg streams: pages, and the track names in them (Vorbis, Opus and FLAC). */
export type { OggComment } from './comments.ts';
export { MAX_SEGMENTS, type OggPage, writePage } from './page.ts';
export { PageReader } from './page-reader.ts';
export { OggTagReader } from './tag-reader.ts';
