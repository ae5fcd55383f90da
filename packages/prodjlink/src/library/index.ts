/** Library that rekordbox writes to a medium, `export.pdb`. Decodes bytes; does no I/O. */
export { LibraryError } from './errors.ts';
export { RekordboxLibrary, type RekordboxTrack } from './library.ts';
export { type WrittenTrack, writeLibrary } from './writer.ts';
