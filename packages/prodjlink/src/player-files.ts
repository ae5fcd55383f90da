import { pause, type Turns } from '@deckcast/wire-kit';
import { clientContext, requestTurns } from './client-context.ts';
import { linkErrorCode, ProDjLinkError } from './errors.ts';
import {
  FILE_TYPE,
  type FileAttributes,
  MAX_READ_BYTES,
  MOUNT,
  NFS,
  NFS_STATUS,
  PORTMAP_PORT,
  PROTOCOL_UDP,
} from './messages/file-calls.ts';
import { RpcClient, type RpcOptions } from './rpc-client.ts';

/** Options of `PlayerFiles`. */
export interface PlayerFilesOptions extends RpcOptions {
  /** Portmapper's UDP port: 111 on players, 50111 for rekordbox. */
  readonly portmapPort?: number | undefined;
  /** Bytes per read call, at most 8192. Default 1280, which no network fragments. */
  readonly readBytes?: number | undefined;
  /** Milliseconds between read calls. Default 2. */
  readonly restMs?: number | undefined;
  /** Most requests waiting for their turn. Default 64. */
  readonly maxWaiting?: number | undefined;
}

/** Open file. */
export interface PlayerFile {
  /** Bytes. */
  readonly size: number;
  /** Seconds since 1970, by the medium's clock. */
  readonly modified: number;
  /**
   * Fewer than `length` bytes only at the end of the file.
   * @throws ProDjLinkError `stale` once the file or its medium has gone, `unreadable` if the medium is
   * defective, and as every call
   */
  read(offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array>;
  /**
   * Opens another file of the same medium, never of a later one.
   * @throws ProDjLinkError `stale` once the medium has gone, and as `PlayerFiles.open`
   */
  openBeside(path: string, signal?: AbortSignal): Promise<PlayerFile>;
}

interface Found {
  readonly handle: Uint8Array;
  readonly attributes: FileAttributes;
}

/** macOS hides the folder on sticks that it formats. */
const HIDDEN: Readonly<Record<string, string>> = { PIONEER: '.PIONEER' };

/**
 * Files of a player, or of rekordbox. One call at a time for all callers, with pauses, so that playing is not
 * disturbed. Works unannounced, unless the player lists who may mount.
 */
export class PlayerFiles {
  readonly #rpc: RpcClient;
  readonly #turns: Turns;
  readonly #portmapPort: number;
  readonly #readBytes: number;
  readonly #restMs: number;
  readonly #clock: ReturnType<typeof clientContext>['clock'];
  readonly #ports = new Map<number, number>();
  readonly #mounted = new Map<string, Uint8Array>();

  constructor(options: PlayerFilesOptions) {
    this.#rpc = new RpcClient(options);
    this.#clock = clientContext(options).clock;
    this.#turns = requestTurns(options.maxWaiting ?? 64);
    this.#portmapPort = options.portmapPort ?? PORTMAP_PORT;
    this.#readBytes = Math.min(options.readBytes ?? 1280, MAX_READ_BYTES);
    this.#restMs = options.restMs ?? 2;
  }

  /**
   * @param exported `/C/` (`EXPORT_OF_SLOT`)
   * @param path in the export: `PIONEER/rekordbox/export.pdb`; ignores case
   * @throws ProDjLinkError `missing` if file or medium does not exist, `refused` if we may not read it,
   * `timeout`, `unreachable`; the signal's reason
   */
  open(exported: string, path: string, signal?: AbortSignal): Promise<PlayerFile> {
    return this.#turns.run(async () => {
      try {
        return await this.#find(this.#mount(exported, signal), path, signal);
      } catch (error) {
        if (linkErrorCode(error) !== 'stale') {
          throw error;
        }
        // Mount of an earlier medium.
        this.#mounted.delete(exported);
        return await this.#find(this.#mount(exported, signal), path, signal);
      }
    }, signal);
  }

  /** Unmounts a medium that leaves, as players do. @throws ProDjLinkError `busy` */
  async unmount(exported: string): Promise<void> {
    const port = this.#ports.get(MOUNT.program);
    if (this.#mounted.delete(exported) && port !== undefined) {
      await this.#turns.run(() => this.#rpc.send({ kind: 'unmount', path: exported }, port));
    }
  }

  /**
   * Ends reads with `closed`, except one whose last piece is on its way, unmounts every medium, and closes
   * the socket. Never rejects.
   */
  async close(): Promise<void> {
    this.#rpc.stop();
    // Players notice a missing unmount by themselves.
    await Promise.allSettled([...this.#mounted.keys()].map((exported) => this.unmount(exported)));
    // A medium that just left may still be unmounting.
    await this.#turns.idle();
    this.#rpc.close();
  }

  #forget(): void {
    this.#ports.clear();
    this.#mounted.clear();
  }

  async #find(
    medium: Uint8Array | Promise<Uint8Array>,
    path: string,
    signal?: AbortSignal,
  ): Promise<PlayerFile> {
    try {
      const root = await medium;
      let found: Found | undefined;
      let folder = root;
      for (const name of path.split('/').filter((part) => part !== '')) {
        found = await this.#lookup(folder, name, signal);
        folder = found.handle;
      }
      if (found?.attributes.type !== FILE_TYPE.file) {
        throw new ProDjLinkError('missing', 'the player has no such file');
      }
      return this.#fileOf(found, root);
    } catch (error) {
      const code = linkErrorCode(error);
      if (code === 'timeout' || code === 'unreachable') {
        this.#forget();
      }
      throw error;
    }
  }

  #fileOf({ handle, attributes }: Found, root: Uint8Array): PlayerFile {
    const { size, modified, fileId } = attributes;
    return {
      size,
      modified,
      openBeside: (path, signal) => this.#turns.run(() => this.#find(root, path, signal), signal),
      read: async (offset, length, signal) => {
        const end = Math.min(size, offset + length);
        const pieces: Uint8Array[] = [];
        for (let at = offset; at < end; ) {
          const count = Math.min(this.#readBytes, end - at);
          const piece = await this.#turns.run(() => this.#read(handle, fileId, at, count, signal), signal);
          pieces.push(piece);
          at += piece.length;
        }
        return Buffer.concat(pieces);
      },
    };
  }

  async #read(
    handle: Uint8Array,
    fileId: number,
    offset: number,
    count: number,
    signal?: AbortSignal,
  ): Promise<Uint8Array> {
    const port = await this.#portOf(NFS, signal);
    const answer = await this.#rpc.call({ kind: 'read', handle, offset, count }, port, signal);
    checkStatus(answer.status);
    const { data, attributes } = answer;
    // Players send only the id. Another one means another file's bytes.
    if (attributes !== undefined && attributes.fileId !== 0 && attributes.fileId !== fileId) {
      throw new ProDjLinkError('stale', 'another file is there now');
    }
    if (data === undefined || data.length === 0) {
      throw new ProDjLinkError('stale', 'the file is shorter than it was');
    }
    if (data.length > count) {
      throw new ProDjLinkError('malformed', `${data.length} bytes instead of ${count}`);
    }
    await pause(this.#clock, this.#restMs, signal);
    return data;
  }

  async #mount(exported: string, signal?: AbortSignal): Promise<Uint8Array> {
    const known = this.#mounted.get(exported);
    if (known !== undefined) {
      return known;
    }
    const port = await this.#portOf(MOUNT, signal);
    const { status, handle } = await this.#rpc.call({ kind: 'mount', path: exported }, port, signal);
    checkStatus(status);
    if (handle === undefined) {
      throw new ProDjLinkError('malformed', 'the answer to a mount has no handle');
    }
    this.#mounted.set(exported, handle);
    return handle;
  }

  /** The medium's library and its file system may use different Unicode forms. */
  async #lookup(folder: Uint8Array, name: string, signal?: AbortSignal): Promise<Found> {
    const port = await this.#portOf(NFS, signal);
    const forms = new Set([name, name.normalize('NFC'), name.normalize('NFD'), name.toLowerCase()]);
    const hidden = HIDDEN[name];
    for (const form of hidden === undefined ? forms : [name, hidden]) {
      const answer = await this.#rpc.call({ kind: 'lookup', handle: folder, name: form }, port, signal);
      if (answer.status === NFS_STATUS.noEntry) {
        continue;
      }
      checkStatus(answer.status);
      const { handle, attributes } = answer;
      if (handle === undefined || attributes === undefined) {
        throw new ProDjLinkError('malformed', 'the answer to a lookup has no handle');
      }
      return { handle, attributes };
    }
    // Omits the path, which may name a hidden track: errors are logged.
    throw new ProDjLinkError('missing', 'the player has no such file');
  }

  async #portOf(
    { program, version }: { readonly program: number; readonly version: number },
    signal?: AbortSignal,
  ): Promise<number> {
    const known = this.#ports.get(program);
    if (known !== undefined) {
      return known;
    }
    const { port } = await this.#rpc.call(
      { kind: 'port', program, version, protocol: PROTOCOL_UDP },
      this.#portmapPort,
      signal,
    );
    if (port === 0 || port > 0xffff) {
      throw new ProDjLinkError('missing', 'the device offers no files');
    }
    this.#ports.set(program, port);
    return port;
  }
}

function checkStatus(status: number): void {
  switch (status) {
    case NFS_STATUS.ok:
      return;
    case NFS_STATUS.noEntry:
      throw new ProDjLinkError('missing', 'the player has no such file or medium');
    case NFS_STATUS.ioError:
      throw new ProDjLinkError('unreadable', 'the player cannot read its medium here');
    case NFS_STATUS.noAccess:
      throw new ProDjLinkError('refused', 'the player does not let us read');
    case NFS_STATUS.stale:
      throw new ProDjLinkError('stale', 'the file or its medium has gone');
    default:
      throw new ProDjLinkError('refused', `the player answered with status ${status}`);
  }
}
