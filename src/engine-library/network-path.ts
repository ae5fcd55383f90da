/** Where a device says that a loaded track lies (`TrackNetworkPath`), and how its library calls the same file. */

/** A file on a medium. */
export interface FilePath {
  readonly kind: 'file';
  /** UUID of the device that holds the medium; it may be another than the one that plays. */
  readonly holder: string;
  /** Name of the medium: `DJ2 (USB 1)`. */
  readonly medium: string;
  /** Path on the medium, without a leading slash. */
  readonly path: string;
}

/** A track that the device plays from a streaming service: no medium holds it. */
export interface StreamPath {
  readonly kind: 'stream';
  readonly holder: string;
  /** `streaming://…`, as the device's own library calls it. */
  readonly uri: string;
}

export type TrackPath = FilePath | StreamPath;

/** The folder at the root of a medium that holds the library. */
export const LIBRARY_FOLDER = 'Engine Library';

const NETWORK_PATH = /^net:\/\/([^/]+)\/([^/]*)\/(.+)$/s;
const STREAM = /streaming:\/\/.*$/s;

/** Undefined for everything that is no network path. */
export function parseTrackPath(text: string): TrackPath | undefined {
  const [, holder = '', medium = '', path = ''] = NETWORK_PATH.exec(text) ?? [];
  if (path === '') {
    return undefined;
  }
  const [uri] = STREAM.exec(path) ?? [];
  return uri === undefined ? { kind: 'file', holder, medium, path } : { kind: 'stream', holder, uri };
}

/** How FileTransfer calls the file. */
export function transferPath({ medium, path }: FilePath): string {
  return `/${medium}/${path}`;
}

/** Names of the library on a medium for FileTransfer: Engine 2 and later, then Engine 1. */
export function libraryPaths(medium: string): string[] {
  return [`/${medium}/${LIBRARY_FOLDER}/Database2/m.db`, `/${medium}/${LIBRARY_FOLDER}/m.db`];
}

/**
 * How the library may call the file: paths are relative to the library's folder, so what lies beside it begins
 * with `../`. Some libraries leave out the leading `Music/`. The likeliest first.
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
