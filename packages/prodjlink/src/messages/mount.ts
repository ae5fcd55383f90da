import type { WireWriter } from '@deckcast/wire-kit';
import type { FieldReader } from '../bytes.ts';
import { ProDjLinkError } from '../errors.ts';
import { path, plainText, writePath, writePlainText } from './rpc.ts';

/**
 * The mount protocol, version 1.
 *
 * | procedure | arguments | results |
 * |---|---|---|
 * | 1 `mount` | path | status, handle (32 bytes) if it is 0 |
 * | 3 `unmount` | path | - |
 * | 5 `exports` | - | list of path and list of groups, each with a 1 in front and a 0 at the end |
 *
 * Players export `/B/` (SD) and `/C/` (USB).
 */
export type MountCall =
  | { readonly kind: 'mount'; readonly path: string }
  | { readonly kind: 'unmount'; readonly path: string }
  | { readonly kind: 'exports' };

export type MountResult =
  | { readonly kind: 'mount'; readonly status: number; readonly handle?: Uint8Array }
  | { readonly kind: 'unmount' }
  | { readonly kind: 'exports'; readonly exports: readonly ExportedFolder[] };

export interface ExportedFolder {
  readonly path: string;
  /** Who may mount it, such as `169.254.0.0/255.255.0.0`; an empty list means any host. */
  readonly groups: readonly string[];
}

export const MOUNT = { program: 100_005, version: 1, mount: 1, unmount: 3, exports: 5 } as const;

/** Paths of the exports of a player, by slot; on XDJ-XZ and XDJ-AZ the same two are USB 1 and USB 2. */
export const EXPORT_OF_SLOT: Readonly<Record<number, string>> = { 2: '/B/', 3: '/C/' };

/** Bytes of a file handle. Their content is opaque. */
export const HANDLE_BYTES = 32;

const MAX_EXPORTS = 64;

export function readMountCall(procedure: number, reader: FieldReader): MountCall | undefined {
  switch (procedure) {
    case MOUNT.mount:
      return { kind: 'mount', path: path(reader) };
    case MOUNT.unmount:
      return { kind: 'unmount', path: path(reader) };
    case MOUNT.exports:
      return { kind: 'exports' };
    default:
      return undefined;
  }
}

export function writeMountCall(writer: WireWriter, call: MountCall): void {
  if (call.kind !== 'exports') {
    writePath(writer, call.path);
  }
}

export function readMountResult(kind: MountResult['kind'], reader: FieldReader): MountResult {
  switch (kind) {
    case 'mount': {
      const status = reader.u32();
      return { kind, status, ...(status === 0 && { handle: reader.bytes(HANDLE_BYTES) }) };
    }
    case 'unmount':
      return { kind };
    case 'exports':
      return {
        kind,
        exports: list(reader, () => ({ path: path(reader), groups: list(reader, () => plainText(reader)) })),
      };
  }
}

export function writeMountResult(writer: WireWriter, result: MountResult): void {
  if (result.kind === 'mount') {
    writer.u32(result.status);
    if (result.handle !== undefined) {
      writer.bytes(result.handle);
    }
  } else if (result.kind === 'exports') {
    for (const { path: exported, groups } of result.exports) {
      writePath(writer.u32(1), exported);
      for (const group of groups) {
        writePlainText(writer.u32(1), group);
      }
      writer.u32(0);
    }
    writer.u32(0);
  }
}

/** Entries with a 1 in front of each and a 0 after the last. */
function list<Entry>(reader: FieldReader, read: () => Entry): Entry[] {
  const entries: Entry[] = [];
  while (reader.u32() !== 0) {
    if (entries.length >= MAX_EXPORTS) {
      throw new ProDjLinkError('too-large', 'more exports than a player has');
    }
    entries.push(read());
  }
  return entries;
}
