/** Reads a device's library and audio files. Works on files and bytes, not on sockets. */
export { EngineLibrary, type LibraryTrack } from './library.ts';
export { type FilePath, libraryPaths, parseTrackPath, type TrackPath, transferPath } from './network-path.ts';
