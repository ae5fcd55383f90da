/** Paths of a loaded track, as the device reports it (`TrackNetworkPath`) and as its library stores it. */

export interface FilePath {
  readonly kind: 'file';
  /** UUID of the device with the medium, perhaps not the one playing. */
  readonly holder: string;
  /** `DJ2 (USB 1)`. */
  readonly medium: string;
  /** Path from the root of the medium. */
  readonly path: string;
}

export interface StreamPath {
  readonly kind: 'stream';
  readonly holder: string;
  /** `streaming://…`, as in the device's library. */
  readonly uri: string;
}

export type TrackPath = FilePath | StreamPath;

const LIBRARY_FOLDER = 'Engine Library';

const NETWORK_PATH = /^net:\/\/([^/]+)\/([^/]*)\/(.+)$/s;
const STREAM = /streaming:\/\/.*$/s;

/** Undefined unless a network path. */
export function parseTrackPath(text: string): TrackPath | undefined {
  const [, holder = '', medium = '', path = ''] = NETWORK_PATH.exec(text) ?? [];
  if (path === '') {
    return undefined;
  }
  const [uri] = STREAM.exec(path) ?? [];
  return uri === undefined ? { kind: 'file', holder, medium, path } : { kind: 'stream', holder, uri };
}

export function transferPath({ medium, path }: FilePath): string {
  return `/${medium}/${path}`;
}

/** FileTransfer paths of a library: Engine 2 and later, then Engine 1. */
export function libraryPaths(medium: string): string[] {
  return [`/${medium}/${LIBRARY_FOLDER}/Database2/m.db`, `/${medium}/${LIBRARY_FOLDER}/m.db`];
}

/** Likeliest first, from the library's folder. Some libraries omit the leading `Music/`. */
export function rowPaths({ path }: FilePath): string[] {
  const inside = `${LIBRARY_FOLDER}/`;
  const within = path.startsWith(inside) ? path.slice(inside.length) : undefined;
  const paths = [within, `../${path}`, (within ?? path).replace(/^Music\//, '')];
  return [...new Set(paths.filter((candidate) => candidate !== undefined))];
}

export function fileName({ path }: FilePath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
