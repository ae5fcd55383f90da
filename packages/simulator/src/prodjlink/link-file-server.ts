import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import {
  FILE_TYPE,
  type FileAttributes,
  type FileCall,
  type FileResultBody,
  fileCallCodec,
  fileResultCodec,
  HANDLE_BYTES,
  MOUNT,
  messageIn,
  NFS_STATUS,
} from '@deckcast/prodjlink';
import { bound } from '../network.ts';

const NO_ATTRIBUTES: FileAttributes = { type: 0, size: 0, fileId: 0, modified: 0 };

export interface FileFaults {
  lose?: number;
  /** Sends an answer with a foreign id first. */
  duplicate?: boolean;
  stale?: boolean;
  refuse?: boolean;
  /** Bytes of an answer at most. */
  shortReads?: number;
  silent?: boolean;
  delayMs?: number;
  /** Byte of each file that a read fails at. */
  defectAt?: number;
  replaced?: boolean;
}

/** `{ '/C/': { 'PIONEER/rekordbox/export.pdb': … } }`. */
export type LinkExports = Record<string, Readonly<Record<string, Uint8Array>>>;

const MAX_CALLS = 20_000;

/** Portmapper, mount and NFS have a socket each. */
export class LinkFileServer {
  readonly faults: FileFaults = {};
  /** The latest, in order. A repeated call counts again. */
  readonly calls: string[] = [];
  onAnswer: (kind: FileCall['kind'], call: Uint8Array, answer: Uint8Array) => void = () => undefined;
  /** Calls that ever waited at once. */
  mostInFlight = 0;
  readonly #exports: LinkExports;
  readonly #nodes: { readonly path: string; readonly exported: string; readonly generation: number }[] = [];
  readonly #answers = new Set<NodeJS.Timeout>();
  #sockets: readonly Socket[] = [];
  #inFlight = 0;
  #generation = 0;

  constructor(exports: LinkExports) {
    this.#exports = exports;
  }

  /** Resolves with the port of the portmapper. */
  async open(portmapPort = 0, address = '127.0.0.1'): Promise<number> {
    this.#sockets = Array.from({ length: 3 }, () => {
      const socket = createSocket('udp4');
      socket.on('message', (bytes, from) => this.#receive(socket, bytes, from));
      return socket;
    });
    await Promise.all(
      this.#sockets.map((socket, index) => bound(socket, index === 0 ? portmapPort : 0, address)),
    );
    return this.#port(0);
  }

  /** Handles given out so far become invalid. */
  reinsert(): void {
    this.#generation++;
  }

  close(): void {
    this.#answers.forEach(clearTimeout);
    for (const socket of this.#sockets) {
      socket.close();
    }
    this.#sockets = [];
  }

  #port(index: number): number {
    return this.#sockets[index]?.address().port ?? 0;
  }

  #receive(socket: Socket, bytes: Buffer, from: RemoteInfo): void {
    const call = messageIn(fileCallCodec, bytes);
    if (call === undefined) {
      return;
    }
    this.calls.push(call.kind);
    this.calls.splice(0, this.calls.length - MAX_CALLS);
    this.mostInFlight = Math.max(this.mostInFlight, ++this.#inFlight);
    const answer = setTimeout(() => {
      this.#answers.delete(answer);
      this.#inFlight--;
      this.#reply(socket, call, bytes, from);
    }, this.faults.delayMs ?? 0);
    this.#answers.add(answer);
  }

  #reply(socket: Socket, call: FileCall, bytes: Uint8Array, from: RemoteInfo): void {
    const { faults } = this;
    if (faults.silent === true) {
      return;
    }
    if (faults.lose !== undefined && faults.lose > 0) {
      faults.lose--;
      return;
    }
    const send = (xid: number) => {
      const codec = fileResultCodec(call.kind);
      // The body is of the call's kind.
      const answer = codec.encode({ xid, ...this.#answer(call) } as never);
      this.onAnswer(call.kind, bytes, answer);
      socket.send(answer, from.port, from.address);
    };
    if (faults.duplicate === true) {
      send((call.xid + 1) >>> 0);
      send(call.xid);
    }
    send(call.xid);
  }

  #answer(call: FileCall): FileResultBody {
    const status = this.faults.refuse === true ? NFS_STATUS.noAccess : NFS_STATUS.ok;
    switch (call.kind) {
      case 'port':
        return { kind: 'port', port: this.#port(call.program === MOUNT.program ? 1 : 2) };
      case 'mount':
        if (status !== NFS_STATUS.ok || this.#exports[call.path] === undefined) {
          return { kind: 'mount', status: status === NFS_STATUS.ok ? NFS_STATUS.noEntry : status };
        }
        return { kind: 'mount', status, handle: this.#handle(call.path, '') };
      case 'unmount':
        return { kind: 'unmount' };
      case 'exports':
        return {
          kind: 'exports',
          exports: Object.keys(this.#exports).map((path) => ({ path, groups: [] })),
        };
      default:
        return this.#answerNfs(call);
    }
  }

  #answerNfs(call: Extract<FileCall, { readonly handle: Uint8Array }>): FileResultBody {
    const { kind } = call;
    // Players leave garbage after twelve bytes.
    const node = this.#nodes[Buffer.from(call.handle).readUInt32BE(0)];
    if (node === undefined || node.generation !== this.#generation || this.faults.stale === true) {
      return { kind, status: NFS_STATUS.stale };
    }
    const files = this.#exports[node.exported] ?? {};
    switch (kind) {
      case 'attributes':
        return { kind, status: 0, attributes: this.#attributes(node.path, files) };
      case 'lookup': {
        const wanted = (node.path === '' ? call.name : `${node.path}/${call.name}`).toLowerCase();
        const path = Object.keys(files).find((file) => `${file}/`.toLowerCase().startsWith(`${wanted}/`));
        if (path === undefined) {
          return { kind, status: NFS_STATUS.noEntry };
        }
        const found = path.slice(0, wanted.length);
        const handle = this.#handle(node.exported, found);
        return { kind, status: 0, handle, attributes: this.#attributes(found, files) };
      }
      case 'read': {
        const data = files[node.path] ?? Buffer.alloc(0);
        const count = Math.min(call.count, this.faults.shortReads ?? call.count);
        const { defectAt } = this.faults;
        if (defectAt !== undefined && call.offset <= defectAt && defectAt < call.offset + count) {
          return { kind, status: NFS_STATUS.ioError };
        }
        const fileId = this.#idOf(node.path, files) + (this.faults.replaced === true ? 1 : 0);
        return {
          kind,
          status: 0,
          attributes: { ...NO_ATTRIBUTES, fileId },
          data: data.subarray(call.offset, call.offset + count),
        };
      }
    }
  }

  #handle(exported: string, path: string): Uint8Array {
    const handle = Buffer.alloc(HANDLE_BYTES);
    handle.writeUInt32BE(this.#nodes.length, 0);
    this.#nodes.push({ exported, path, generation: this.#generation });
    return handle;
  }

  #attributes(path: string, files: Readonly<Record<string, Uint8Array>>): FileAttributes {
    const file = files[path];
    return {
      ...NO_ATTRIBUTES,
      type: file === undefined ? FILE_TYPE.folder : FILE_TYPE.file,
      size: file?.length ?? 0,
      fileId: this.#idOf(path, files),
      modified: 1_672_531_200,
    };
  }

  #idOf(path: string, files: Readonly<Record<string, Uint8Array>>): number {
    return Object.keys(files).indexOf(path) + 1;
  }
}
