import {
  at,
  block,
  bytesOf,
  inOrder,
  type Parts,
  padded,
  u32,
  type ValuesOf,
  type WirePart,
} from '@deckcast/wire-kit';
import { FieldReader } from '../bytes.ts';
import { ProDjLinkError } from '../errors.ts';
import type { LinkCodec } from './link-codec.ts';
import {
  list,
  opaque,
  path,
  plainText,
  type RpcHead,
  readCallHead,
  readReplyHead,
  writeCallHead,
  writeReplyHead,
} from './rpc.ts';

/** Portmapper port of players. */
export const PORTMAP_PORT = 111;
/** Portmapper port of rekordbox. */
export const REKORDBOX_PORTMAP_PORT = 50_111;
export const PROTOCOL_UDP = 17;

const PORTMAP = { program: 100_000, version: 2 } as const;
/** Program and version. */
export const MOUNT = { program: 100_005, version: 1 } as const;
export const NFS = { program: 100_003, version: 2 } as const;

/** Export paths of a player by slot; on XDJ-XZ and XDJ-AZ, they are USB 1 and USB 2. */
export const EXPORT_OF_SLOT: Readonly<Record<number, string>> = { 2: '/B/', 3: '/C/' };

/** Values of `FileAttributes.type`. */
export const FILE_TYPE = { file: 1, folder: 2 } as const;

/** Statuses of NFS results. */
export const NFS_STATUS = { ok: 0, noEntry: 2, ioError: 5, noAccess: 13, stale: 70 } as const;

/** Opaque. */
export const HANDLE_BYTES = 32;

/** Limit of one answer. */
export const MAX_READ_BYTES = 8192;

const handle = bytesOf(HANDLE_BYTES);

/** Attributes of a file. Answers to `read` have zero in all but the id; the size comes from `lookup`. */
const attributes = block(0x44, {
  /** Value of `FILE_TYPE`. */
  type: at(0x00, u32),
  /** Bytes. */
  size: at(0x14, u32),
  fileId: at(0x28, u32),
  /** Seconds since 1970. */
  modified: at(0x34, u32),
});

/** Attributes of a file or folder. */
export type FileAttributes = ReturnType<typeof attributes.get>;

/** Calls to portmapper, mount and NFS that players answer. */
const PROCEDURES = {
  /** Protocol 17 is UDP. Port 0: none. */
  port: {
    ...PORTMAP,
    procedure: 3,
    call: inOrder({ program: u32, version: u32, protocol: padded(u32, { after: 4 }) }),
    result: inOrder({ port: u32 }),
  },
  mount: { ...MOUNT, procedure: 1, call: inOrder({ path }), result: ifDone({ handle }) },
  unmount: { ...MOUNT, procedure: 3, call: inOrder({ path }), result: inOrder({}) },
  /** `/B/` (SD) and `/C/` (USB). Groups may mount (`169.254.0.0/255.255.0.0`); empty: any host. */
  exports: {
    ...MOUNT,
    procedure: 5,
    call: inOrder({}),
    result: inOrder({ exports: list(inOrder({ path, groups: list(plainText) })) }),
  },
  attributes: { ...NFS, procedure: 1, call: inOrder({ handle }), result: ifDone({ attributes }) },
  lookup: {
    ...NFS,
    procedure: 4,
    call: inOrder({ handle, name: path }),
    result: ifDone({ handle, attributes }),
  },
  read: {
    ...NFS,
    procedure: 6,
    call: inOrder({ handle, offset: u32, count: padded(u32, { after: 4 }) }),
    result: ifDone({ attributes, data: opaque(MAX_READ_BYTES) }),
  },
};

/** Arguments and results by kind of call. */
type Procedures = typeof PROCEDURES;
/** Kind of a call. */
type Kind = keyof Procedures;
/** Value of a part. */
type ValueOf<P> = P extends WirePart<infer Value> ? Value : never;

/** Call about files, to any of the three programs. */
export type FileCallBody = {
  readonly [K in Kind]: { readonly kind: K } & ValueOf<Procedures[K]['call']>;
}[Kind];

/** Call about files with its id and stamp. */
export type FileCall = FileCallBody & { readonly xid: number; readonly stamp: number };

/** Result of a call of the same kind. */
export type FileResultBody = {
  readonly [K in Kind]: { readonly kind: K } & ValueOf<Procedures[K]['result']>;
}[Kind];

/** Result of a call about files, with the id of the call. */
export type FileResult = FileResultBody & RpcHead;

/** Failed results end after the status. */
function ifDone<Table extends Parts>(
  table: Table,
): WirePart<{ readonly status: number } & Partial<ValuesOf<Table>>> {
  const done = inOrder(table);
  return {
    read(reader) {
      const status = reader.u32();
      return status === NFS_STATUS.ok ? { status, ...done.read(reader) } : ({ status } as never);
    },
    write(writer, { status, ...values }) {
      writer.u32(status);
      if (status === NFS_STATUS.ok) {
        done.write(writer, values as never);
      }
    },
  };
}

/** Codec of calls about files. */
export const fileCallCodec: LinkCodec<FileCall> = {
  encode(call) {
    const { program, version, procedure, call: body } = PROCEDURES[call.kind];
    const writer = writeCallHead({ xid: call.xid, stamp: call.stamp, program, version, procedure });
    body.write(writer, call as never);
    return writer.finish();
  },

  decode(bytes) {
    const reader = new FieldReader(bytes);
    const { xid, stamp, program, version, procedure } = readCallHead(reader);
    for (const [kind, known] of Object.entries(PROCEDURES)) {
      if (known.program === program && known.procedure === procedure) {
        const body = known.call.read(reader);
        reader.end();
        return { xid, stamp, kind, ...body } as FileCall;
      }
    }
    throw new ProDjLinkError('malformed', `no such procedure: ${program} ${version} ${procedure}`);
  },
};

/** Answers do not contain their kind; the call's kind decides the layout. */
export function fileResultCodec<K extends Kind>(
  kind: K,
): LinkCodec<Extract<FileResult, { readonly kind: K }>> {
  const { result: body } = PROCEDURES[kind];
  return {
    encode(result, background) {
      const writer = writeReplyHead(result, background);
      body.write(writer, result as never);
      return writer.finish();
    },

    decode(bytes) {
      const reader = new FieldReader(bytes);
      const { xid } = readReplyHead(reader);
      const values = body.read(reader);
      reader.end();
      return { xid, kind, ...values } as never;
    },
  };
}
