import { FieldReader } from '../bytes.ts';
import { ProDjLinkError } from '../errors.ts';
import type { LinkCodec } from './link-codec.ts';
import {
  MOUNT,
  type MountCall,
  type MountResult,
  readMountCall,
  readMountResult,
  writeMountCall,
  writeMountResult,
} from './mount.ts';
import {
  NFS,
  type NfsCall,
  type NfsResult,
  readNfsCall,
  readNfsResult,
  writeNfsCall,
  writeNfsResult,
} from './nfs.ts';
import {
  PORTMAP,
  type PortCall,
  type PortResult,
  readPortCall,
  readPortResult,
  writePortCall,
  writePortResult,
} from './portmap.ts';
import {
  type RpcCallHead,
  type RpcHead,
  readCallHead,
  readReplyHead,
  writeCallHead,
  writeReplyHead,
} from './rpc.ts';

/** One call about files, to any of the three programs. */
export type FileCallBody = PortCall | MountCall | NfsCall;

export type FileCall = FileCallBody & { readonly xid: number; readonly stamp: number };

/** The result of a call, of the same kind. */
export type FileResultBody = PortResult | MountResult | NfsResult;

export type FileResult = FileResultBody & RpcHead;

const PROCEDURES: Readonly<
  Record<
    FileCallBody['kind'],
    { readonly program: number; readonly version: number; readonly procedure: number }
  >
> = {
  port: { program: PORTMAP.program, version: PORTMAP.version, procedure: PORTMAP.port },
  mount: { program: MOUNT.program, version: MOUNT.version, procedure: MOUNT.mount },
  unmount: { program: MOUNT.program, version: MOUNT.version, procedure: MOUNT.unmount },
  exports: { program: MOUNT.program, version: MOUNT.version, procedure: MOUNT.exports },
  attributes: { program: NFS.program, version: NFS.version, procedure: NFS.attributes },
  lookup: { program: NFS.program, version: NFS.version, procedure: NFS.lookup },
  read: { program: NFS.program, version: NFS.version, procedure: NFS.read },
};

export const fileCallCodec: LinkCodec<FileCall> = {
  encode(call) {
    const { xid, stamp } = call;
    const writer = writeCallHead({ xid, stamp, ...PROCEDURES[call.kind] });
    switch (call.kind) {
      case 'port':
        writePortCall(writer, call);
        break;
      case 'mount':
      case 'unmount':
      case 'exports':
        writeMountCall(writer, call);
        break;
      default:
        writeNfsCall(writer, call);
    }
    return writer.finish();
  },

  decode(bytes) {
    const reader = new FieldReader(bytes);
    const head = readCallHead(reader);
    const body = readCall(head, reader);
    if (body === undefined) {
      throw new ProDjLinkError(
        'malformed',
        `no such procedure: ${head.program} ${head.version} ${head.procedure}`,
      );
    }
    reader.end();
    return { xid: head.xid, stamp: head.stamp, ...body };
  },
};

function readCall({ program, procedure }: RpcCallHead, reader: FieldReader): FileCallBody | undefined {
  switch (program) {
    case PORTMAP.program:
      return procedure === PORTMAP.port ? readPortCall(reader) : undefined;
    case MOUNT.program:
      return readMountCall(procedure, reader);
    case NFS.program:
      return readNfsCall(procedure, reader);
    default:
      return undefined;
  }
}

/** An answer does not contain its kind: the kind of the call decides its layout. */
export function fileResultCodec<Kind extends FileResultBody['kind']>(
  kind: Kind,
): LinkCodec<Extract<FileResult, { readonly kind: Kind }>> {
  return {
    encode(result) {
      const writer = writeReplyHead(result);
      writeResult(writer, result);
      return writer.finish();
    },

    decode(bytes) {
      const reader = new FieldReader(bytes);
      const { xid } = readReplyHead(reader);
      const body = readResult(kind, reader);
      reader.end();
      // Each reader returns the kind of its key.
      return { xid, ...body } as Extract<FileResult, { readonly kind: Kind }>;
    },
  };
}

function readResult(kind: FileResultBody['kind'], reader: FieldReader): FileResultBody {
  switch (kind) {
    case 'port':
      return readPortResult(reader);
    case 'mount':
    case 'unmount':
    case 'exports':
      return readMountResult(kind, reader);
    default:
      return readNfsResult(kind, reader);
  }
}

function writeResult(writer: ReturnType<typeof writeReplyHead>, result: FileResultBody): void {
  switch (result.kind) {
    case 'port':
      writePortResult(writer, result);
      break;
    case 'mount':
    case 'unmount':
    case 'exports':
      writeMountResult(writer, result);
      break;
    default:
      writeNfsResult(writer, result);
  }
}
