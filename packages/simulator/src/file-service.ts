import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { FILE_TRANSFER, type FileBody, type FileRequest, fileCodec } from '@deckcast/stagelinq';
import { Turns } from '@deckcast/wire-kit';
import type { ClientConnection } from './client-connection.ts';
import type { MediumFile } from './device-spec.ts';
import type { ServiceSession, SimulatedService } from './endpoint.ts';

export interface Stat {
  readonly exists: boolean;
  readonly isFolder: boolean;
  /** 0 for a folder or a missing file. */
  readonly size: number;
}

const MISSING: Stat = { exists: false, isFolder: false, size: 0 };

/** A file removed from this computer's disk is missing on the device. */
export class Medium {
  readonly #files = new Map<string, MediumFile>();

  constructor(files: readonly MediumFile[]) {
    for (const file of files) {
      this.put(file);
    }
  }

  put(file: MediumFile): void {
    this.#files.set(file.path, file);
  }

  clear(): void {
    this.#files.clear();
  }

  /** The empty path lists the sources, which are folders. Files are left out beside folders. */
  list(path: string): { readonly names: readonly string[]; readonly areFolders: boolean } {
    const inside = path === '' ? '/' : `${path.replace(/\/$/, '')}/`;
    const below = [...this.#files.keys()]
      .filter((file) => file.startsWith(inside))
      .map((file) => file.slice(inside.length).split('/'));
    const folders = [...new Set(below.filter((parts) => parts.length > 1).map(([first = '']) => first))];
    const files = below.filter((parts) => parts.length === 1).map(([first = '']) => first);
    const areFolders = folders.length > 0 || path === '';
    return { names: areFolders ? folders : files, areFolders };
  }

  stat(path: string): Stat {
    const file = this.#files.get(path);
    if (file === undefined) {
      const isFolder = this.list(path).names.length > 0;
      return { exists: isFolder, isFolder, size: 0 };
    }
    try {
      const size = 'disk' in file.content ? statSync(file.content.disk).size : this.#made(file).length;
      return { exists: true, isFolder: false, size };
    } catch {
      return MISSING;
    }
  }

  /** Empty behind the end. */
  read(path: string, offset: number, length: number): Uint8Array {
    const file = this.#files.get(path);
    if (file === undefined) {
      return new Uint8Array();
    }
    return 'disk' in file.content
      ? readDisk(file.content.disk, offset, length)
      : this.#made(file).subarray(offset, offset + length);
  }

  #made({ path, content }: MediumFile): Uint8Array {
    if (!('make' in content)) {
      return content instanceof Uint8Array ? content : new Uint8Array();
    }
    const made = content.make();
    this.put({ path, content: made });
    return made;
  }
}

function readDisk(path: string, offset: number, length: number): Uint8Array {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
    } finally {
      closeSync(file);
    }
  } catch {
    return new Uint8Array();
  }
}

/** Devices allow one open file per connection. */
const HANDLE = 1;
/** Recorded from hardware. */
const OWN_TRANSFER = 0x66;
const FOLDER_PERMISSIONS = 0x7755;
const FILE_PERMISSIONS = 0x6644;
const SOME_TIME = { julianDay: 2_460_000n, milliseconds: 0, spec: 1 };

export class FileService implements SimulatedService {
  readonly name = FILE_TRANSFER;
  readonly #medium: Medium;
  readonly #chunkSize: number;
  readonly #connections = new Set<ClientConnection>();

  constructor(medium: Medium, chunkSize: number) {
    this.#medium = medium;
    this.#chunkSize = chunkSize;
  }

  open(connection: ClientConnection): ServiceSession {
    this.#connections.add(connection);
    const file = { path: '', size: 0 };
    const turns = new Turns();
    const send = (transfer: number, body: FileBody) => connection.send(fileCodec.encode({ transfer, body }));
    send(0, { kind: 'greeting', text: '1' });
    send(OWN_TRANSFER, { kind: 'list', path: '' });
    return {
      message: (frame) => {
        const { transfer, body } = fileCodec.decode(frame);
        if (body.kind === 'read') {
          const { first, last } = body;
          void turns.run(() => this.#sendChunks(connection, transfer, file, first, last));
        } else if (isRequest(body)) {
          void turns.run(() => {
            for (const answer of this.#answers(body, file)) {
              send(transfer, answer);
            }
          });
        }
      },
      close: () => this.#connections.delete(connection),
    };
  }

  announce(kind: 'changed' | 'ejected'): void {
    const frame = fileCodec.encode({ transfer: 0, body: { kind, rest: new Uint8Array() } });
    for (const connection of this.#connections) {
      connection.send(frame);
    }
  }

  #answers(request: QuickRequest, file: { path: string; size: number }): readonly FileBody[] {
    switch (request.kind) {
      case 'stat': {
        const { exists, isFolder: directory, size } = this.#medium.stat(request.path);
        const permissions = directory ? FOLDER_PERMISSIONS : FILE_PERMISSIONS;
        const times = [SOME_TIME, SOME_TIME, SOME_TIME];
        return [{ kind: 'status', exists, directory, permissions, times, size }, { kind: 'end' }];
      }
      case 'list': {
        const { names, areFolders: directories } = this.#medium.list(request.path);
        return [{ kind: 'listing', names, first: true, last: true, directories }, { kind: 'end' }];
      }
      case 'open':
        file.path = request.path;
        file.size = this.#medium.stat(request.path).size;
        return [{ kind: 'opened', size: file.size, handle: HANDLE }];
      case 'close':
        file.size = 0;
        return [];
      case 'endInquiry':
        return [];
    }
  }

  async #sendChunks(
    connection: ClientConnection,
    transfer: number,
    { path, size }: { readonly path: string; readonly size: number },
    first: number,
    last: number,
  ): Promise<void> {
    const end = Math.min((last + 1) * this.#chunkSize, size);
    for (let offset = first * this.#chunkSize; offset < end && connection.open; offset += this.#chunkSize) {
      const data = this.#medium.read(path, offset, this.#chunkSize);
      connection.send(fileCodec.encode({ transfer, body: { kind: 'chunk', offset, data } }));
      await connection.drained();
    }
  }
}

type QuickRequest = Exclude<FileRequest, { kind: 'read' }>;

function isRequest(body: FileBody): body is QuickRequest {
  return ['stat', 'list', 'endInquiry', 'open', 'close'].includes(body.kind);
}
