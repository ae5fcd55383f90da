/** The library that rekordbox writes to a medium, `export.pdb`. Knows bytes; knows nothing of files or sockets. */
export { LibraryError } from './errors.ts';
export { RekordboxLibrary, type RekordboxTrack } from './library.ts';
export { type WrittenTrack, writeLibrary } from './writer.ts';
