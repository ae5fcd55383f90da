export { EngineLibrary, type LibraryTrack } from './library.ts';
export { type FilePath, libraryPaths, parseTrackPath, type TrackPath, transferPath } from './network-path.ts';
