import { connect, type Socket } from 'node:net';
import { clientContext, type PlayerClientOptions } from './client-context.ts';
import { ProDjLinkError } from './errors.ts';
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
import { pause, within } from './tools.ts';
import { Turns } from './turns.ts';

export interface DatabaseClientOptions extends PlayerClientOptions {
  /** The number that we speak as, `databaseNumber`. */
  readonly asNumber: number;
  /** TCP port that knows the database's; another one reaches no hardware. */
  readonly queryPort?: number | undefined;
  /** Milliseconds for a connection or an answer. Default 10000. */
  readonly answerMs?: number | undefined;
  /** Milliseconds before each further question for the port, while the player is starting. Default 1000, 2000, 3000. */
  readonly notReadyMs?: readonly number[] | undefined;
  /** What is believed at most. Default DATABASE_LIMITS. */
  readonly limits?: DatabaseLimits | undefined;
}

const ANSWER_MS = 10_000;
const NOT_READY_MS = [1000, 2000, 3000];
/** Questions that may wait for their turn. */
const MAX_WAITING = 64;
/** Items asked for at a time. */
const ITEMS_AT_ONCE = 64;
/** Believed of one track; real ones have 10 to 13. */
const MAX_ITEMS = 256;
/** What may wait to be understood besides one picture, in bytes. */
const MORE_WAITING_BYTES = 1024 * 1024;
const NO_SUCH_TRACK = 0xffffffff;
/** As players number theirs. */
const FIRST_TRANSACTION = 0x03800001;
/** For the player to close the connection after a good-bye. */
const GOODBYE_MS = 1000;

/**
 * One conversation with the database of a player: ask a few questions in one go, then `close`. Players before CDJ-3000
 * answer only the number of a real player; asked too often, some show E-8309 or freeze. So this is for users who want it.
 */
export class DatabaseClient {
  readonly #context: ReturnType<typeof clientContext>;
  readonly #socket: Socket;
  readonly #answerMs: number;
  readonly #limits: DatabaseLimits;
  readonly #turns = new Turns(MAX_WAITING);
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
        this.#end(new ProDjLinkError('too-large', 'the player sends far more than it was asked for'));
      }
      this.#wake();
    });
    socket.on('end', () => this.#end(new ProDjLinkError('closed', 'the player closed the connection')));
    socket.on('error', (cause) => this.#end(new ProDjLinkError('closed', cause.message, { cause })));
  }

  /**
   * @throws ProDjLinkError `unreachable`, `not-ready`, `timeout`, also when the player does not know our number, `refused`;
   *   the signal's reason
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

  /** What is known about a track. @throws ProDjLinkError `missing`, `refused`, `timeout`, `closed`, `malformed` */
  metadata(subject: DatabaseSubject, trackId: number, signal?: AbortSignal): Promise<DatabaseTrack> {
    return this.#turns.take(() => this.#items(metadataQuery(subject, trackId), signal), signal);
  }

  /** Path, size and length of its file. Throws as `metadata`. */
  trackInfo(subject: DatabaseSubject, trackId: number, signal?: AbortSignal): Promise<DatabaseTrack> {
    return this.#turns.take(() => this.#items(trackInfoQuery(subject, trackId), signal), signal);
  }

  /** A picture, as JPEG; null when there is none. Throws as `metadata`. */
  artwork(
    subject: DatabaseSubject,
    artworkId: number,
    { large = false, signal }: { readonly large?: boolean; readonly signal?: AbortSignal } = {},
  ): Promise<Uint8Array | null> {
    return this.#turns.take(async () => {
      const transaction = this.#ask(artworkQuery(subject, artworkId, large));
      const picture = (await this.#answer(transaction, DATABASE.artworkAnswer, signal)).args[3];
      return picture instanceof Uint8Array && picture.length > 0 ? Uint8Array.from(picture) : null;
    }, signal);
  }

  /** Says good-bye and lets the player close the connection: else it keeps the place. Never rejects. */
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
    const greeting = await this.#take((bytes) => take(bytes, GREETING.length), signal);
    if (!GREETING.equals(greeting)) {
      throw new ProDjLinkError('malformed', 'the database greets in another way');
    }
    const setUp = setUpMessage(asNumber);
    sender.message(this.#socket, 'database', databaseCodec.encode(setUp));
    await this.#answer(setUp.transaction, DATABASE.success, signal);
  }

  async #items(query: DatabaseQuery, signal?: AbortSignal): Promise<DatabaseTrack> {
    const { args } = await this.#answer(this.#ask(query), DATABASE.success, signal);
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
      const transaction = this.#ask(renderQuery(query, items.length, limit, count));
      await this.#answer(transaction, DATABASE.menuHead, signal);
      for (let item = 0; item < limit; item++) {
        items.push(await this.#answer(transaction, DATABASE.menuItem, signal));
      }
      await this.#answer(transaction, DATABASE.menuFoot, signal);
    }
    return trackFromItems(items.map(readMenuItem));
  }

  #ask(query: DatabaseQuery): number {
    const transaction = this.#transaction++;
    this.#context.sender.message(this.#socket, 'database', databaseCodec.encode({ transaction, ...query }));
    return transaction;
  }

  /** The next message, which must be this one: the database answers in order, and we ask one at a time. */
  async #answer(transaction: number, kind: number, signal?: AbortSignal): Promise<DatabaseMessage> {
    const message = await this.#take((bytes) => takeMessage(bytes, this.#limits), signal);
    if (message.kind === DATABASE.refused) {
      throw new ProDjLinkError('refused', 'the player refuses the question');
    }
    if (message.kind === kind && message.transaction === transaction) {
      return message;
    }
    const error = new ProDjLinkError('malformed', `kind ${message.kind} where ${kind} is due`);
    this.#end(error);
    throw error;
  }

  /** Waits until enough has arrived for what `read` takes from the front. */
  async #take<Value>(
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
        const arrived = new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        await within(clock, this.#answerMs, arrived, late, signal);
      }
    } catch (error) {
      // Whatever arrives later would be taken for the answer to the next question.
      this.#end(new ProDjLinkError('closed', 'a question was given up'));
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

function take(bytes: Buffer, length: number): Taken<Buffer> | undefined {
  return bytes.length < length ? undefined : { value: bytes.subarray(0, length), length };
}

function takeMessage(bytes: Buffer, limits: DatabaseLimits): Taken<DatabaseMessage> | undefined {
  try {
    const { message, length } = readDatabaseMessage(bytes, 0, limits);
    return { value: message, length };
  } catch (error) {
    if (error instanceof ProDjLinkError && error.code === 'truncated') {
      return undefined;
    }
    throw error;
  }
}

/** Where the database is: asked again for each conversation, because it changes when a player starts again. */
async function findPort(options: DatabaseClientOptions, signal?: AbortSignal): Promise<number> {
  const { clock } = clientContext(options);
  for (const waitMs of [0, ...(options.notReadyMs ?? NOT_READY_MS)]) {
    await pause(clock, waitMs, signal);
    signal?.throwIfAborted();
    const port = await askPort(options, signal);
    if (port !== null) {
      return port;
    }
  }
  throw new ProDjLinkError('not-ready', 'the player has no database yet');
}

async function askPort(options: DatabaseClientOptions, signal?: AbortSignal): Promise<number | null> {
  const { sender, clock } = clientContext(options);
  const socket = await dial(options, options.queryPort ?? DATABASE_PORT_QUERY_PORT, signal);
  try {
    const answer = new Promise<Buffer>((resolve, reject) => {
      let received = Buffer.alloc(0);
      socket.on('data', (bytes) => {
        received = Buffer.concat([received, bytes]);
        if (received.length >= PORT_ANSWER_BYTES) {
          resolve(received);
        }
      });
      socket.on('close', () => reject(new ProDjLinkError('closed', 'the player closed the connection')));
    });
    sender.message(socket, 'database-port', PORT_QUERY);
    const late = () => new ProDjLinkError('timeout', 'the player does not say where its database is');
    return readPortAnswer(await within(clock, options.answerMs ?? ANSWER_MS, answer, late, signal));
  } finally {
    socket.end();
    socket.destroySoon();
  }
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
    return await within(clock, options.answerMs ?? ANSWER_MS, connected, late, signal);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
