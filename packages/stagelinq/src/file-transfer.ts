import { Turns } from '@deckcast/wire-kit';
import type { MessageChannel } from './channel.ts';
import type { ConnectionContext } from './context.ts';
import { StagelinqError } from './errors.ts';
import { Inbox } from './inbox.ts';
import { type FileBody, type FileRequest, type FileStatus, fileCodec } from './messages/file-transfer.ts';

/** Options of `FileTransfer.read`. */
export interface ReadOptions {
  /** First byte. Default 0. */
  readonly start?: number | undefined;
  /** End, exclusive; clipped to the file. Default: its size. */
  readonly end?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Names in a folder. */
export interface FolderListing {
  readonly names: readonly string[];
  /** Names are of sources and directories, otherwise of files. */
  readonly directories: boolean;
}

interface Arrived {
  readonly body: FileBody;
  readonly bytes: number;
}

interface OpenFile {
  readonly size: number;
  readonly handle: number;
}

/** Size of one request: keeps the connection busy and fits in memory. */
const WINDOW_BYTES = 256 * 1024;

/** Music collections stay well below. */
const MAX_NAMES = 65_536;

const MAX_NAMES_LENGTH = 4 * 1024 * 1024;

/**
 * Files of one device. Requests run one after another, because devices mix up the pieces of files read at the
 * same time. Throws StagelinqErrors, or the signal's reason.
 */
export class FileTransfer {
  readonly #channel: MessageChannel;
  readonly #context: ConnectionContext;
  readonly #turns: Turns;
  readonly #inbox = new Inbox<Arrived>(4 * WINDOW_BYTES, ({ bytes }) => bytes);
  /** Separate buffers would pile up until they are collected. */
  readonly #space = new Uint8Array(WINDOW_BYTES);
  #spaceTaken = 0;
  #transfer = 0;
  /** Chosen by the device; known after the first full piece. */
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
      // An abandoned request's answers are ignored.
      else if (transfer === this.#transfer) {
        this.#inbox.put({ body: this.#own(body), bytes: end - start });
      }
    });
    channel.ended.then((reason) => this.#inbox.end(reason));
  }

  /** Names of the device's media, such as `DJ2 (USB 1)`. */
  async sources(signal?: AbortSignal): Promise<readonly string[]> {
    return (await this.list('', signal)).names;
  }

  /** Lists a directory: `/DJ2 (USB 1)/Engine Library`. */
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

  /** Never throws `file-missing`. */
  stat(path: string, signal?: AbortSignal): Promise<FileStatus> {
    return this.#turns.run(async () => {
      this.#begin({ kind: 'stat', path });
      return await this.#answer(['status'], signal);
    }, signal);
  }

  /**
   * Reads a file or a part of it in order, requesting pieces as the caller consumes them, so that memory
   * stays small for any size. A piece is valid until the next is requested. The caller may leave the loop
   * early.
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
      // Piece 0 starts at 0 for any size; its length tells the size.
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

  /** `offset`: first byte of the piece in the file. */
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
    // A shorter file does not tell the size, and has no second piece.
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

  /** Copies a piece: it must outlive its message until the reader requests the next. */
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

  /** Devices list our files, too. */
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

/** Omits the path, which may name a hidden track and would end up in logs. */
function missing(): StagelinqError {
  return new StagelinqError('file-missing', 'the device has no such file, or refuses it');
}
