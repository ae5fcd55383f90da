/** The path of a loaded track as a device reports it (`TrackNetworkPath`), and as its library stores it. */

/** A file on a medium. */
export interface FilePath {
  readonly kind: 'file';
  /** UUID of the device with the medium, which may be another than the one that plays. */
  readonly holder: string;
  /** Name of the medium: `DJ2 (USB 1)`. */
  readonly medium: string;
  /** Path on the medium, without a leading slash. */
  readonly path: string;
}

/** A track that the device plays from a streaming service, not from a medium. */
export interface StreamPath {
  readonly kind: 'stream';
  readonly holder: string;
  /** `streaming://…`, as in the device's own library. */
  readonly uri: string;
}

export type TrackPath = FilePath | StreamPath;

/** The library's folder at the root of a medium. */
const LIBRARY_FOLDER = 'Engine Library';

const NETWORK_PATH = /^net:\/\/([^/]+)\/([^/]*)\/(.+)$/s;
const STREAM = /streaming:\/\/.*$/s;

/** Undefined for anything but a network path. */
export function parseTrackPath(text: string): TrackPath | undefined {
  const [, holder = '', medium = '', path = ''] = NETWORK_PATH.exec(text) ?? [];
  if (path === '') {
    return undefined;
  }
  const [uri] = STREAM.exec(path) ?? [];
  return uri === undefined ? { kind: 'file', holder, medium, path } : { kind: 'stream', holder, uri };
}

/** The file's path for FileTransfer. */
export function transferPath({ medium, path }: FilePath): string {
  return `/${medium}/${path}`;
}

/** Names of the library on a medium for FileTransfer: Engine 2 and later, then Engine 1. */
export function libraryPaths(medium: string): string[] {
  return [`/${medium}/${LIBRARY_FOLDER}/Database2/m.db`, `/${medium}/${LIBRARY_FOLDER}/m.db`];
}

/**
 * Possible paths of the file in the library, the likeliest first. They are relative to the library's folder, so files
 * beside it begin with `../`. Some libraries omit the leading `Music/`.
 */
export function rowPaths({ path }: FilePath): string[] {
  const inside = `${LIBRARY_FOLDER}/`;
  const within = path.startsWith(inside) ? path.slice(inside.length) : undefined;
  const paths = [within, `../${path}`, (within ?? path).replace(/^Music\//, '')];
  return [...new Set(paths.filter((candidate) => candidate !== undefined))];
}

/** The last part of the path. */
export function fileName({ path }: FilePath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
