import type { WireWriter } from '@deckcast/wire-kit';
import type { FieldReader } from '../bytes.ts';
import { HANDLE_BYTES } from './mount.ts';
import { opaque, path, writeOpaque, writePath } from './rpc.ts';

/**
 * The network file system, version 2, as far as players use it.
 *
 * | procedure | arguments | results |
 * |---|---|---|
 * | 1 `attributes` | handle | status, attributes |
 * | 4 `lookup` | handle of a folder, name | status, handle, attributes |
 * | 6 `read` | handle, offset, count, 0 | status, attributes, bytes |
 *
 * In answers to `read` players leave all attributes but the file's id zero: the size comes from `lookup`.
 */
export type NfsCall =
  | { readonly kind: 'attributes'; readonly handle: Uint8Array }
  | { readonly kind: 'lookup'; readonly handle: Uint8Array; readonly name: string }
  | {
      readonly kind: 'read';
      readonly handle: Uint8Array;
      readonly offset: number;
      readonly count: number;
    };

/** After a status other than 0 the message ends. */
export type NfsResult =
  | { readonly kind: 'attributes'; readonly status: number; readonly attributes?: FileAttributes }
  | {
      readonly kind: 'lookup';
      readonly status: number;
      readonly handle?: Uint8Array;
      readonly attributes?: FileAttributes;
    }
  | {
      readonly kind: 'read';
      readonly status: number;
      readonly attributes?: FileAttributes;
      readonly data?: Uint8Array;
    };

/** 17 numbers. Times are in seconds since 1970, with their microseconds apart. */
export interface FileAttributes {
  /** `FILE_TYPE` */
  readonly type: number;
  readonly mode: number;
  readonly links: number;
  readonly user: number;
  readonly group: number;
  /** Bytes. */
  readonly size: number;
  readonly blockSize: number;
  readonly device: number;
  readonly blocks: number;
  readonly fileSystem: number;
  readonly fileId: number;
  readonly accessed: number;
  readonly accessedMicros: number;
  readonly modified: number;
  readonly modifiedMicros: number;
  readonly changed: number;
  readonly changedMicros: number;
}

export const FILE_TYPE = { file: 1, folder: 2 } as const;

export const NFS_STATUS = { ok: 0, noEntry: 2, noAccess: 13, stale: 70 } as const;

export const NFS = { program: 100_003, version: 2, attributes: 1, lookup: 4, read: 6 } as const;

/** The most that one answer holds. */
export const MAX_READ_BYTES = 8192;

export function readNfsCall(procedure: number, reader: FieldReader): NfsCall | undefined {
  switch (procedure) {
    case NFS.attributes:
      return { kind: 'attributes', handle: reader.bytes(HANDLE_BYTES) };
    case NFS.lookup:
      return { kind: 'lookup', handle: reader.bytes(HANDLE_BYTES), name: path(reader) };
    case NFS.read: {
      const handle = reader.bytes(HANDLE_BYTES);
      const call = { kind: 'read', handle, offset: reader.u32(), count: reader.u32() } as const;
      reader.u32();
      return call;
    }
    default:
      return undefined;
  }
}

export function writeNfsCall(writer: WireWriter, call: NfsCall): void {
  writer.bytes(call.handle);
  if (call.kind === 'lookup') {
    writePath(writer, call.name);
  }
  if (call.kind === 'read') {
    writer.u32(call.offset).u32(call.count).u32(0);
  }
}

export function readNfsResult(kind: NfsResult['kind'], reader: FieldReader): NfsResult {
  const status = reader.u32();
  if (status !== NFS_STATUS.ok) {
    return { kind, status };
  }
  switch (kind) {
    case 'attributes':
      return { kind, status, attributes: readAttributes(reader) };
    case 'lookup':
      return { kind, status, handle: reader.bytes(HANDLE_BYTES), attributes: readAttributes(reader) };
    case 'read':
      return { kind, status, attributes: readAttributes(reader), data: opaque(reader, MAX_READ_BYTES) };
  }
}

export function writeNfsResult(writer: WireWriter, result: NfsResult): void {
  writer.u32(result.status);
  if (result.kind === 'lookup' && result.handle !== undefined) {
    writer.bytes(result.handle);
  }
  if (result.attributes !== undefined) {
    writeAttributes(writer, result.attributes);
  }
  if (result.kind === 'read' && result.data !== undefined) {
    writeOpaque(writer, result.data);
  }
}

function readAttributes(reader: FieldReader): FileAttributes {
  return {
    type: reader.u32(),
    mode: reader.u32(),
    links: reader.u32(),
    user: reader.u32(),
    group: reader.u32(),
    size: reader.u32(),
    blockSize: reader.u32(),
    device: reader.u32(),
    blocks: reader.u32(),
    fileSystem: reader.u32(),
    fileId: reader.u32(),
    accessed: reader.u32(),
    accessedMicros: reader.u32(),
    modified: reader.u32(),
    modifiedMicros: reader.u32(),
    changed: reader.u32(),
    changedMicros: reader.u32(),
  };
}

function writeAttributes(writer: WireWriter, is: FileAttributes): void {
  writer.u32(is.type).u32(is.mode).u32(is.links).u32(is.user).u32(is.group).u32(is.size);
  writer.u32(is.blockSize).u32(is.device).u32(is.blocks).u32(is.fileSystem).u32(is.fileId);
  writer.u32(is.accessed).u32(is.accessedMicros).u32(is.modified).u32(is.modifiedMicros);
  writer.u32(is.changed).u32(is.changedMicros);
}
