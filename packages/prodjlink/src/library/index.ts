/** Decodes `export.pdb`, the library that rekordbox writes to a medium. Pure. */
export { LibraryError } from './errors.ts';
export { RekordboxLibrary, type RekordboxTrack } from './library.ts';
export { type WrittenTrack, writeLibrary } from './writer.ts';
