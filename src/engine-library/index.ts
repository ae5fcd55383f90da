/** What a device's own library and files say about a track. Knows files and bytes; knows nothing of sockets. */
export { EngineLibrary, type LibraryTrack } from './library.ts';
export { type FilePath, libraryPaths, parseTrackPath, type TrackPath, transferPath } from './network-path.ts';
export { readTags } from './tags.ts';
