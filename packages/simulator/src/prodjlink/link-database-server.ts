import { createServer, type Server, type Socket } from 'node:net';
import {
  DATABASE,
  type DatabaseMessage,
  databaseCodec,
  GREETING,
  type MenuItem,
  PORT_QUERY,
  readDatabaseMessage,
  subjectOf,
  writeMenuItem,
  writePortAnswer,
} from '@deckcast/prodjlink';
import { openServer } from '@deckcast/wire-kit';

export interface DatabaseFaults {
  notReady?: number;
  refuse?: boolean;
  splitBytes?: number;
  garbage?: Uint8Array;
  silent?: boolean;
  greeting?: Uint8Array;
}

export interface DatabaseContent {
  answers(asNumber: number): boolean;
  items(slot: number, trackId: number): readonly MenuItem[] | undefined;
  picture(slot: number, artworkId: number): Uint8Array | undefined;
}

const NO_SUCH_TRACK = 0xffffffff;

const MAX_RECEIVED = 20_000;

export class LinkDatabaseServer {
  readonly faults: DatabaseFaults = {};
  readonly received: number[] = [];
  goodbyes = 0;
  readonly #content: DatabaseContent;
  readonly #sockets = new Set<Socket>();
  #query: Server | undefined;
  #database: Server | undefined;

  constructor(content: DatabaseContent) {
    this.#content = content;
  }

  /** Resolves with the port of the port query. */
  async open(queryPort = 0, host = '127.0.0.1'): Promise<number> {
    this.#database = createServer((socket) => this.#serve(socket));
    const port = await openServer(this.#database, { host, port: 0 });
    this.#query = createServer((socket) => this.#serveQuery(socket, port));
    return await openServer(this.#query, { host, port: queryPort });
  }

  drop(): void {
    for (const socket of this.#sockets) {
      socket.resetAndDestroy();
    }
  }

  close(): void {
    this.#query?.close();
    this.#database?.close();
    this.drop();
  }

  #serveQuery(socket: Socket, port: number): void {
    this.#keep(socket);
    socket.once('data', (bytes) => {
      const ready = !(this.faults.notReady !== undefined && this.faults.notReady-- > 0);
      if (PORT_QUERY.equals(bytes)) {
        socket.end(writePortAnswer(ready ? port : null));
      }
    });
  }

  #serve(socket: Socket): void {
    this.#keep(socket);
    let received = Buffer.alloc(0);
    let greeted = false;
    let lastQuery: DatabaseMessage | undefined;
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
      if (!greeted && received.length >= GREETING.length) {
        greeted = true;
        received = received.subarray(GREETING.length);
        socket.write(this.faults.greeting ?? GREETING);
      }
      while (greeted && received.length > 0) {
        const read = readMessage(received);
        if (read === undefined) {
          return;
        }
        received = received.subarray(read.length);
        this.received.push(read.message.kind);
        this.received.splice(0, this.received.length - MAX_RECEIVED);
        if (read.message.kind === DATABASE.goodbye) {
          this.goodbyes++;
          socket.end();
        } else {
          this.#send(socket, this.#answers(read.message, lastQuery));
          lastQuery = read.message.kind === DATABASE.render ? lastQuery : read.message;
        }
      }
    });
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
  }

  #send(socket: Socket, answers: readonly DatabaseMessage[]): void {
    const { garbage, silent, splitBytes } = this.faults;
    if (silent === true) {
      return;
    }
    const bytes = garbage ?? Buffer.concat(answers.map((answer) => databaseCodec.encode(answer)));
    const piece = splitBytes || Math.max(1, bytes.length);
    socket.setNoDelay(true);
    for (let at = 0; at < bytes.length; at += piece) {
      socket.write(bytes.subarray(at, at + piece));
    }
  }

  #answers(
    { transaction, kind, args }: DatabaseMessage,
    lastQuery: DatabaseMessage | undefined,
  ): DatabaseMessage[] {
    const answer = (answerKind: number, ...values: DatabaseMessage['args']): DatabaseMessage => ({
      transaction,
      kind: answerKind,
      args: values,
    });
    if (this.faults.refuse === true && kind !== DATABASE.setUp) {
      return [answer(DATABASE.refused, kind)];
    }
    switch (kind) {
      case DATABASE.setUp:
        return this.#content.answers(Number(args[0])) ? [answer(DATABASE.success, 0, 1)] : [];
      case DATABASE.artwork: {
        const picture = this.#content.picture(subjectOf(args).slot, Number(args[1])) ?? Buffer.alloc(0);
        return [answer(DATABASE.artworkAnswer, kind, 0, picture.length, picture)];
      }
      case DATABASE.render: {
        const items = this.#itemsOf(lastQuery) ?? [];
        const page = items.slice(Number(args[1]), Number(args[1]) + Number(args[2]));
        const rows = page.map((row) => answer(DATABASE.menuItem, ...writeMenuItem(row)));
        return [answer(DATABASE.menuHead, 1, 0), ...rows, answer(DATABASE.menuFoot)];
      }
      default:
        return [answer(DATABASE.success, kind, this.#itemsOf({ args })?.length ?? NO_SUCH_TRACK)];
    }
  }

  #itemsOf(query: Pick<DatabaseMessage, 'args'> | undefined): readonly MenuItem[] | undefined {
    return query && this.#content.items(subjectOf(query.args).slot, Number(query.args[1]));
  }
}

function readMessage(bytes: Buffer): ReturnType<typeof readDatabaseMessage> | undefined {
  try {
    return readDatabaseMessage(bytes, 0);
  } catch {
    return undefined;
  }
}
