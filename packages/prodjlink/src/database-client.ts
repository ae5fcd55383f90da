import { connect, type Socket } from 'node:net';
import { pause, within } from '@deckcast/wire-kit';
import { clientContext, type PlayerClientOptions, requestTurns } from './client-context.ts';
import { linkErrorCode, ProDjLinkError } from './errors.ts';
import {
  DATABASE,
  DATABASE_LIMITS,
  DATABASE_PORT_QUERY_PORT,
  type DatabaseLimits,
  type DatabaseMessage,
  databaseCodec,
  GREETING,
  PORT_ANSWER_BYTES,
  PORT_QUERY,
  readDatabaseMessage,
  readPortAnswer,
} from './messages/database.ts';
import {
  artworkQuery,
  type DatabaseQuery,
  type DatabaseSubject,
  type DatabaseTrack,
  goodbyeMessage,
  metadataQuery,
  readMenuItem,
  renderQuery,
  setUpMessage,
  trackFromItems,
  trackInfoQuery,
} from './messages/database-queries.ts';

/** Options of `DatabaseClient.open`. */
export interface DatabaseClientOptions extends PlayerClientOptions {
  /** Device number to present (`databaseNumber`). */
  readonly asNumber: number;
  /** TCP port of the port query; hardware uses the default. */
  readonly queryPort?: number | undefined;
  /** Milliseconds for a connection or an answer. Default 10000. */
  readonly answerMs?: number | undefined;
  /** Milliseconds before each retry of the port query while the player starts. Default 1000, 2000, 3000. */
  readonly notReadyMs?: readonly number[] | undefined;
  /** Limits of incoming data. Default DATABASE_LIMITS. */
  readonly limits?: DatabaseLimits | undefined;
}

const ANSWER_MS = 10_000;
const NOT_READY_MS = [1000, 2000, 3000];
const MAX_WAITING = 64;
const ITEMS_AT_ONCE = 64;
/** Real tracks have 10 to 13. */
const MAX_ITEMS = 256;
/** Bytes waiting to be decoded, besides one picture. */
const MORE_WAITING_BYTES = 1024 * 1024;
const NO_SUCH_TRACK = 0xffffffff;
/** Players begin with this number. */
const FIRST_TRANSACTION = 0x03800001;
const GOODBYE_MS = 1000;

/**
 * Connection to a player's database: send few requests, then `close`. Players before the CDJ-3000 answer only
 * the number of a real player, and after too many requests some show E-8309 or freeze. Query those only if
 * the user allows it.
 */
export class DatabaseClient {
  readonly #context: ReturnType<typeof clientContext>;
  readonly #socket: Socket;
  readonly #answerMs: number;
  readonly #limits: DatabaseLimits;
  readonly #turns = requestTurns(MAX_WAITING);
  #received: Buffer = Buffer.alloc(0);
  #ended: ProDjLinkError | undefined;
  #wake = () => {};
  #transaction = FIRST_TRANSACTION;

  private constructor(options: DatabaseClientOptions, socket: Socket) {
    this.#context = clientContext(options);
    this.#answerMs = options.answerMs ?? ANSWER_MS;
    this.#limits = options.limits ?? DATABASE_LIMITS;
    this.#socket = socket;
    socket.on('data', (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes]);
      if (this.#received.length > this.#limits.bytes + MORE_WAITING_BYTES) {
        this.#end(new ProDjLinkError('too-large', 'the player sends far more than was requested'));
      }
      this.#wake();
    });
    socket.on('end', () => this.#end(new ProDjLinkError('closed', 'the player closed the connection')));
    socket.on('error', (cause) => this.#end(new ProDjLinkError('closed', cause.message, { cause })));
  }

  /**
   * @throws ProDjLinkError `unreachable`, `not-ready`, `timeout` (also if the player does not know our
   * number), `refused`;
   * the signal's reason
   */
  static async open(options: DatabaseClientOptions, signal?: AbortSignal): Promise<DatabaseClient> {
    const port = await findPort(options, signal);
    const client = new DatabaseClient(options, await dial(options, port, signal));
    try {
      await client.#begin(options.asNumber, signal);
      return client;
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  /** Metadata of a track. @throws ProDjLinkError `missing`, `refused`, `timeout`, `closed`, `malformed` */
  metadata(subject: DatabaseSubject, trackId: number, signal?: AbortSignal): Promise<DatabaseTrack> {
    return this.#turns.run(() => this.#items(metadataQuery(subject, trackId), signal), signal);
  }

  /** Path, size and length of a track's file. Throws as `metadata`. */
  trackInfo(subject: DatabaseSubject, trackId: number, signal?: AbortSignal): Promise<DatabaseTrack> {
    return this.#turns.run(() => this.#items(trackInfoQuery(subject, trackId), signal), signal);
  }

  /** Picture as JPEG, or null. Throws as `metadata`. */
  artwork(
    subject: DatabaseSubject,
    artworkId: number,
    { large = false, signal }: { readonly large?: boolean; readonly signal?: AbortSignal } = {},
  ): Promise<Uint8Array | null> {
    return this.#turns.run(async () => {
      const transaction = this.#send(artworkQuery(subject, artworkId, large));
      const picture = (await this.#expect(transaction, DATABASE.artworkAnswer, signal)).args[3];
      return picture instanceof Uint8Array && picture.length > 0 ? Uint8Array.from(picture) : null;
    }, signal);
  }

  /**
   * Says goodbye and lets the player close the connection, which it otherwise keeps reserved. Never rejects.
   */
  async close(): Promise<void> {
    const socket = this.#socket;
    if (socket.destroyed) {
      return;
    }
    if (socket.writable) {
      this.#context.sender.message(socket, 'database', databaseCodec.encode(goodbyeMessage()));
    }
    socket.end();
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    await Promise.race([closed, pause(this.#context.clock, GOODBYE_MS)]);
    socket.destroy();
    this.#end(new ProDjLinkError('closed', 'the connection was closed'));
  }

  async #begin(asNumber: number, signal?: AbortSignal): Promise<void> {
    const { sender } = this.#context;
    sender.message(this.#socket, 'database', GREETING);
    const greeting = await this.#receive((bytes) => takeBytes(bytes, GREETING.length), signal);
    if (!GREETING.equals(greeting)) {
      throw new ProDjLinkError('malformed', 'the greeting of the database is unknown');
    }
    const setUp = setUpMessage(asNumber);
    sender.message(this.#socket, 'database', databaseCodec.encode(setUp));
    await this.#expect(setUp.transaction, DATABASE.success, signal);
  }

  async #items(query: DatabaseQuery, signal?: AbortSignal): Promise<DatabaseTrack> {
    const { args } = await this.#expect(this.#send(query), DATABASE.success, signal);
    const count = args[1];
    if (count === NO_SUCH_TRACK || count === 0) {
      throw new ProDjLinkError('missing', 'the player knows no such track');
    }
    if (typeof count !== 'number' || count > MAX_ITEMS) {
      throw new ProDjLinkError('too-large', 'more items than a track has');
    }
    const items: DatabaseMessage[] = [];
    while (items.length < count) {
      const limit = Math.min(ITEMS_AT_ONCE, count - items.length);
      const transaction = this.#send(renderQuery(query, items.length, limit, count));
      await this.#expect(transaction, DATABASE.menuHead, signal);
      for (let item = 0; item < limit; item++) {
        items.push(await this.#expect(transaction, DATABASE.menuItem, signal));
      }
      await this.#expect(transaction, DATABASE.menuFoot, signal);
    }
    return trackFromItems(items.map(readMenuItem));
  }

  #send(query: DatabaseQuery): number {
    const transaction = this.#transaction++;
    this.#context.sender.message(this.#socket, 'database', databaseCodec.encode({ transaction, ...query }));
    return transaction;
  }

  /** The database answers in order, and we send one request at a time. */
  async #expect(transaction: number, kind: number, signal?: AbortSignal): Promise<DatabaseMessage> {
    const message = await this.#receive((bytes) => takeMessage(bytes, this.#limits), signal);
    if (message.kind === DATABASE.refused) {
      throw new ProDjLinkError('refused', 'the player refuses the request');
    }
    if (message.kind === kind && message.transaction === transaction) {
      return message;
    }
    const error = new ProDjLinkError('malformed', `kind ${message.kind} instead of ${kind}`);
    this.#end(error);
    throw error;
  }

  /** Waits until the received bytes begin with a complete value, and removes it. */
  async #receive<Value>(
    read: (bytes: Buffer) => Taken<Value> | undefined,
    signal?: AbortSignal,
  ): Promise<Value> {
    const { clock } = this.#context;
    const late = () => new ProDjLinkError('timeout', `no answer in ${this.#answerMs} ms`);
    try {
      for (;;) {
        const taken = read(this.#received);
        if (taken !== undefined) {
          this.#received = this.#received.subarray(taken.length);
          return taken.value;
        }
        if (this.#ended !== undefined) {
          throw this.#ended;
        }
        const arrived = () =>
          new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        await within({ clock, ms: this.#answerMs, late, signal }, arrived);
      }
    } catch (error) {
      // A late answer would pass for that of the next request.
      this.#end(new ProDjLinkError('closed', 'a request was canceled'));
      throw error;
    }
  }

  #end(reason: ProDjLinkError): void {
    this.#ended ??= reason;
    this.#wake();
  }
}

interface Taken<Value> {
  readonly value: Value;
  readonly length: number;
}

function takeBytes(bytes: Buffer, length: number): Taken<Buffer> | undefined {
  return bytes.length < length ? undefined : { value: bytes.subarray(0, length), length };
}

function takeMessage(bytes: Buffer, limits: DatabaseLimits): Taken<DatabaseMessage> | undefined {
  try {
    const { message, length } = readDatabaseMessage(bytes, 0, limits);
    return { value: message, length };
  } catch (error) {
    if (linkErrorCode(error) === 'truncated') {
      return undefined;
    }
    throw error;
  }
}

/** Asks for each connection: the port changes when the player restarts. */
async function findPort(options: DatabaseClientOptions, signal?: AbortSignal): Promise<number> {
  const { clock } = clientContext(options);
  for (const waitMs of [0, ...(options.notReadyMs ?? NOT_READY_MS)]) {
    await pause(clock, waitMs, signal);
    signal?.throwIfAborted();
    const port = await requestPort(options, signal);
    if (port !== null) {
      return port;
    }
  }
  throw new ProDjLinkError('not-ready', 'the player has no database yet');
}

async function requestPort(options: DatabaseClientOptions, signal?: AbortSignal): Promise<number | null> {
  const { sender, clock } = clientContext(options);
  const socket = await dial(options, options.queryPort ?? DATABASE_PORT_QUERY_PORT, signal);
  try {
    sender.message(socket, 'database-port', PORT_QUERY);
    const late = () =>
      new ProDjLinkError('timeout', 'the player does not answer with the port of its database');
    const ms = options.answerMs ?? ANSWER_MS;
    return readPortAnswer(await within({ clock, ms, late, signal }, () => portAnswer(socket)));
  } finally {
    socket.end();
    socket.destroySoon();
  }
}

function portAnswer(socket: Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
      if (received.length >= PORT_ANSWER_BYTES) {
        resolve(received);
      }
    });
    socket.on('close', () => reject(new ProDjLinkError('closed', 'the player closed the connection')));
  });
}

async function dial(options: DatabaseClientOptions, port: number, signal?: AbortSignal): Promise<Socket> {
  const { address, clock } = clientContext(options);
  const socket = connect({ host: address, port, noDelay: true });
  const connected = new Promise<Socket>((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.on('error', (cause) =>
      reject(
        new ProDjLinkError('unreachable', `the player accepts no connection: ${cause.message}`, { cause }),
      ),
    );
  });
  const late = () => new ProDjLinkError('unreachable', 'the player accepts no connection in time');
  try {
    return await within({ clock, ms: options.answerMs ?? ANSWER_MS, late, signal }, () => connected);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
