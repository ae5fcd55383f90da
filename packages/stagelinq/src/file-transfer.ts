import { Turns } from '@deckcast/wire-kit';
import type { MessageChannel } from './channel.ts';
import type { ConnectionContext } from './context.ts';
import { StagelinqError } from './errors.ts';
import { Inbox } from './inbox.ts';
import { type FileBody, type FileRequest, type FileStatus, fileCodec } from './messages/file-transfer.ts';

/** Range and signal of `FileTransfer.read`. */
export interface ReadOptions {
  /** First byte wanted. Default 0. */
  readonly start?: number | undefined;
  /** One past the last byte wanted; bytes beyond the end of the file are left out. Default: the file's size. */
  readonly end?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Names in a folder. */
export interface FolderListing {
  readonly names: readonly string[];
  /** Whether the names are of sources and directories, or of files. */
  readonly directories: boolean;
}

interface Arrived {
  readonly body: FileBody;
  /** Frame that brought it. */
  readonly bytes: number;
}

interface OpenFile {
  readonly size: number;
  readonly handle: number;
}

/** One request: enough to keep the connection busy, few enough to hold in memory. */
const WINDOW_BYTES = 256 * 1024;

/** One listing; a directory of a music collection stays well below. */
const MAX_NAMES = 65_536;

const MAX_NAMES_LENGTH = 4 * 1024 * 1024;

/**
 * Files of one device. Requests run one after another, because devices mix up the pieces of two files that are read at
 * the same time. Errors are StagelinqErrors, or the signal's reason.
 */
export class FileTransfer {
  readonly #channel: MessageChannel;
  readonly #context: ConnectionContext;
  readonly #turns: Turns;
  readonly #inbox = new Inbox<Arrived>(4 * WINDOW_BYTES, ({ bytes }) => bytes);
  /** Shared by the pieces of all requests, because memory for each would pile up until it is collected. */
  readonly #space = new Uint8Array(WINDOW_BYTES);
  #spaceTaken = 0;
  #transfer = 0;
  /** The device's choice, known once one full piece has arrived. */
  #pieceBytes: number | undefined;

  /** @param onChanged called when a file changed or a medium was removed */
  constructor(channel: MessageChannel, context: ConnectionContext, onChanged: () => void) {
    this.#channel = channel;
    this.#context = context;
    this.#turns = new Turns({
      waiting: context.limits.fileRequests,
      full: (waiting) => new StagelinqError('busy', `${waiting} file requests are waiting already`),
    });
    channel.receive((bytes, start, end) => {
      const { transfer, body } = fileCodec.decode(bytes.subarray(start, end), context.limits.stringBytes);
      if (body.kind === 'changed' || body.kind === 'ejected') {
        onChanged();
      } else if (body.kind === 'list') {
        this.#offerNothing(transfer);
      }
      // Answers to an abandoned request do not serve the next one.
      else if (transfer === this.#transfer) {
        this.#inbox.put({ body: this.#own(body), bytes: end - start });
      }
    });
    channel.ended.then((reason) => this.#inbox.end(reason));
  }

  /** Names of the media in or on the device, such as `DJ2 (USB 1)`. */
  async sources(signal?: AbortSignal): Promise<readonly string[]> {
    return (await this.list('', signal)).names;
  }

  /** Lists a directory, such as `/DJ2 (USB 1)/Engine Library`. */
  list(path: string, signal?: AbortSignal): Promise<FolderListing> {
    return this.#turns.run(async () => {
      this.#begin({ kind: 'list', path });
      const names: string[] = [];
      let length = 0;
      for (;;) {
        const body = await this.#answer(['listing', 'end'], signal);
        if (body.kind === 'end') {
          throw missing();
        }
        for (const name of body.names) {
          names.push(name);
          length += name.length;
        }
        if (names.length > MAX_NAMES || length > MAX_NAMES_LENGTH) {
          throw new StagelinqError('too-large', `too many names in ${path}`);
        }
        if (body.last) {
          return { names, directories: body.directories };
        }
      }
    }, signal);
  }

  /** Returns whether a file exists, and its size. Never throws `file-missing`. */
  stat(path: string, signal?: AbortSignal): Promise<FileStatus> {
    return this.#turns.run(async () => {
      this.#begin({ kind: 'stat', path });
      return await this.#answer(['status'], signal);
    }, signal);
  }

  /**
   * Reads all or part of a file, piece by piece in order. The bytes of a piece are valid until the caller requests the
   * next. Pieces are requested as the caller consumes them, so that memory stays small for any size of file. The caller
   * may leave the loop early.
   * @throws StagelinqError `file-missing` if the file does not exist or is streamed
   */
  async *read(path: string, options: ReadOptions = {}): AsyncGenerator<Uint8Array, void, undefined> {
    const release = await this.#turns.acquire(options.signal);
    try {
      const file = await this.#open(path, options.signal);
      try {
        yield* this.#pieces(file, options);
      } finally {
        this.#channel.send(this.#encode({ kind: 'close' }));
      }
    } finally {
      release();
    }
  }

  async #open(path: string, signal: AbortSignal | undefined): Promise<OpenFile> {
    this.#begin({ kind: 'open', path });
    const opened = await this.#answer(['opened'], signal);
    if (opened.size === 0) {
      throw missing();
    }
    return opened;
  }

  async *#pieces(file: OpenFile, options: ReadOptions): AsyncGenerator<Uint8Array, void, undefined> {
    const end = Math.min(options.end ?? file.size, file.size);
    let at = Math.min(options.start ?? 0, end);
    while (at < end) {
      const bytes = this.#pieceBytes;
      // Piece 0 starts at 0 for any size; its length is the size.
      const first = bytes === undefined ? 0 : Math.floor(at / bytes);
      const last =
        bytes === undefined ? 0 : Math.min(first + windowPieces(bytes), Math.ceil(end / bytes)) - 1;
      this.#request({ kind: 'read', handle: file.handle, first, last });
      let next = first * (bytes ?? 0);
      const until = bytes === undefined ? 1 : Math.min((last + 1) * bytes, file.size);
      while (next < until) {
        const piece = await this.#piece(next, options.signal);
        if (bytes === undefined) {
          this.#learnPieceBytes(piece.length, file.size);
        }
        const wanted = piece.subarray(clamp(at - next, piece.length), clamp(end - next, piece.length));
        next += piece.length;
        if (wanted.length === 0) {
          continue;
        }
        at += wanted.length;
        yield wanted;
      }
    }
  }

  /** `offset`: byte of the file at which the piece begins. */
  async #piece(offset: number, signal: AbortSignal | undefined): Promise<Uint8Array> {
    const { offset: found, data } = await this.#answer(['chunk'], signal);
    if (found !== offset || data.length === 0) {
      throw new StagelinqError(
        'malformed',
        `${data.length} bytes at ${found} arrived where those at ${offset} were due`,
      );
    }
    return data;
  }

  #learnPieceBytes(length: number, fileSize: number): void {
    // A file smaller than one piece does not show the size of a piece, and needs no second one.
    if (length < fileSize) {
      this.#pieceBytes = length;
    }
  }

  #begin(request: FileRequest): void {
    this.#transfer = (this.#transfer % 0x7fffffff) + 1;
    this.#inbox.clear();
    this.#request(request);
  }

  #request(request: FileRequest): void {
    this.#spaceTaken = 0;
    this.#channel.send(this.#encode(request));
  }

  #encode(body: FileBody): Buffer {
    return fileCodec.encode({ transfer: this.#transfer, body });
  }

  async #answer<Kind extends FileBody['kind']>(
    kinds: readonly Kind[],
    signal: AbortSignal | undefined,
  ): Promise<Extract<FileBody, { kind: Kind }>> {
    const { clock, timeouts } = this.#context;
    for (;;) {
      const { body } = await this.#inbox.next(clock, timeouts.fileMs, signal);
      if (isOneOf(body, kinds)) {
        return body;
      }
    }
  }

  /** The copy outlives its message until the reader requests the next piece. */
  #own(body: FileBody): FileBody {
    if (body.kind !== 'chunk') {
      return body;
    }
    const from = this.#spaceTaken;
    const to = from + body.data.length;
    if (to > this.#space.length) {
      return { ...body, data: new Uint8Array(body.data) };
    }
    this.#space.set(body.data, from);
    this.#spaceTaken = to;
    return { ...body, data: this.#space.subarray(from, to) };
  }

  /** Devices ask for our files, too. */
  #offerNothing(transfer: number): void {
    const body: FileBody = { kind: 'listing', names: [], first: true, last: true, directories: false };
    this.#channel.send(fileCodec.encode({ transfer, body }));
  }
}

function isOneOf<Kind extends FileBody['kind']>(
  body: FileBody,
  kinds: readonly Kind[],
): body is Extract<FileBody, { kind: Kind }> {
  return kinds.some((kind) => kind === body.kind);
}

function windowPieces(pieceBytes: number): number {
  return Math.max(1, Math.floor(WINDOW_BYTES / pieceBytes));
}

function clamp(value: number, max: number): number {
  return Math.max(0, Math.min(value, max));
}

/** Reasons end up in logs, and the path may name a hidden track. */
function missing(): StagelinqError {
  return new StagelinqError('file-missing', 'the device has no such file, or refuses it');
}
