/** Reads Engine libraries from files on this computer. Opens no sockets. */
export { EngineLibrary, type LibraryTrack } from './library.ts';
export { type FilePath, libraryPaths, parseTrackPath, type TrackPath, transferPath } from './network-path.ts';
