/** Hands out the files of the device's media, one request after another. */
import { FILE_TRANSFER, type FileBody, type FileRequest, fileCodec } from '../../stagelinq/index.ts';
import type { ClientConnection } from '../client-connection.ts';
import type { Medium, Stat } from '../medium.ts';
import type { SimulatedService } from './service.ts';

/** Devices know one open file a connection, and always call it so. */
const HANDLE = 1;
/** The number of the device's own question; a real host was seen to use it. */
const OWN_TRANSFER = 0x66;
/** What is read from the medium at once. */
const CHUNKS_AT_ONCE = 64;
const FOLDER_PERMISSIONS = 0x7755;
const FILE_PERMISSIONS = 0x6644;
const SOME_TIME = { julianDay: 2_460_000n, milliseconds: 0, spec: 1 };
const MISSING: Stat = { exists: false, isFolder: false, size: 0 };

export interface FileTransferService extends SimulatedService {
  /** A file on a medium has changed. */
  changed(): void;
  /** The media were pulled out. */
  ejected(): void;
}

export function fileTransferService(medium: Medium, chunkSize: number): FileTransferService {
  const lines = new Set<ClientConnection>();
  const send = (line: ClientConnection, transfer: number, body: FileBody): void =>
    line.send(fileCodec.encode({ transfer, body }));

  return {
    name: FILE_TRANSFER,
    open(line) {
      lines.add(line);
      const answer = answerer(medium, chunkSize, line, (transfer, body) => send(line, transfer, body));
      let queue = Promise.resolve();
      send(line, 0, { kind: 'greeting', text: '1' });
      send(line, OWN_TRANSFER, { kind: 'list', path: '' });
      return {
        message(frame) {
          const { transfer, body } = fileCodec.decode(frame);
          if (isRequest(body)) {
            queue = queue.then(() => answer(transfer, body));
          }
        },
        close: () => lines.delete(line),
      };
    },
    changed() {
      for (const line of lines) {
        send(line, 0, { kind: 'changed', rest: new Uint8Array() });
      }
    },
    ejected() {
      for (const line of lines) {
        send(line, 0, { kind: 'ejected', rest: new Uint8Array() });
      }
    },
  };
}

/** Answers the requests of one connection. Never rejects. */
function answerer(
  medium: Medium,
  chunkSize: number,
  line: ClientConnection,
  send: (transfer: number, body: FileBody) => void,
): (transfer: number, request: FileRequest) => Promise<void> {
  let opened = { path: '', size: 0 };
  // A file of this computer's disk may have gone: to the device it then never was there.
  const stat = (path: string): Promise<Stat> => medium.stat(path).catch(() => MISSING);

  return async (transfer, request) => {
    switch (request.kind) {
      case 'stat': {
        const { exists, isFolder, size } = await stat(request.path);
        const permissions = isFolder ? FOLDER_PERMISSIONS : FILE_PERMISSIONS;
        const times = [SOME_TIME, SOME_TIME, SOME_TIME];
        send(transfer, { kind: 'status', exists, directory: isFolder, permissions, times, size });
        send(transfer, { kind: 'end' });
        return;
      }
      case 'list': {
        const { names, areFolders } = medium.list(request.path);
        send(transfer, { kind: 'listing', names, first: true, last: true, directories: areFolders });
        send(transfer, { kind: 'end' });
        return;
      }
      case 'open': {
        const { size } = await stat(request.path);
        opened = { path: request.path, size };
        send(transfer, { kind: 'opened', size, handle: HANDLE });
        return;
      }
      case 'read': {
        const { path, size } = opened;
        const last = Math.min(request.last, Math.ceil(size / chunkSize) - 1);
        for (let first = request.first; first <= last && line.open; first += CHUNKS_AT_ONCE) {
          const count = Math.min(CHUNKS_AT_ONCE, last - first + 1);
          const start = first * chunkSize;
          const read = await medium.read(path, start, count * chunkSize).catch(() => new Uint8Array());
          for (let at = 0; at < count * chunkSize && line.open; at += chunkSize) {
            send(transfer, { kind: 'chunk', offset: start + at, data: read.subarray(at, at + chunkSize) });
            await line.drained();
          }
        }
        return;
      }
      case 'close':
        opened = { path: '', size: 0 };
        return;
      case 'endInquiry':
        return;
    }
  };
}

function isRequest(body: FileBody): body is FileRequest {
  return ['stat', 'list', 'endInquiry', 'open', 'read', 'close'].includes(body.kind);
}
