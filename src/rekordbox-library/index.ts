/** The library that rekordbox writes to a medium, `export.pdb`. Knows bytes; knows nothing of files or sockets. */
export { LibraryError, type LibraryErrorCode } from './errors.ts';
export { RekordboxLibrary, type RekordboxTrack } from './library.ts';
export type { LibraryFile } from './pages.ts';
export { type WriterOptions, type WrittenTrack, writeLibrary } from './writer.ts';
