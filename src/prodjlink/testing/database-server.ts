import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import {
  DATABASE,
  type DatabaseMessage,
  databaseCodec,
  GREETING,
  PORT_QUERY,
  readDatabaseMessage,
  writePortAnswer,
} from '../messages/database.ts';

/** Behaviour of a database server that a test can set. */
export interface DatabaseFaults {
  /** How often it answers that it is not ready. */
  notReady?: number;
  /** Numbers above this get no answer. */
  highestNumber?: number;
  refuse?: boolean;
  /** Send each answer byte by byte. */
  split?: boolean;
  /** Send this instead of the next answer. */
  garbage?: Uint8Array;
  silent?: boolean;
}

/** A player's database on loopback. */
export class TestDatabaseServer {
  readonly faults: DatabaseFaults = {};
  /** Kinds of all received messages. */
  readonly heard: number[] = [];
  goodbyes = 0;
  readonly #items: Readonly<Record<number, readonly DatabaseMessage['args'][]>>;
  readonly #pictures: Readonly<Record<number, Uint8Array>>;
  readonly #sockets = new Set<Socket>();
  readonly #query: Server;
  readonly #database: Server;
  #lastQuery: DatabaseMessage | undefined;

  /** @param items by the id of the track; each is what follows in a menu item */
  constructor(
    items: Readonly<Record<number, readonly DatabaseMessage['args'][]>>,
    pictures: Readonly<Record<number, Uint8Array>> = {},
  ) {
    this.#items = items;
    this.#pictures = pictures;
    this.#query = createServer((socket) => this.#serveQuery(socket));
    this.#database = createServer((socket) => this.#serve(socket));
  }

  /** Resolves with the port that answers with the database's port. */
  async open(): Promise<number> {
    await new Promise<void>((resolve) => this.#database.listen(0, '127.0.0.1', resolve));
    await new Promise<void>((resolve) => this.#query.listen(0, '127.0.0.1', resolve));
    return this.#portOf(this.#query);
  }

  close(): void {
    this.#query.close();
    this.#database.close();
    for (const socket of this.#sockets) {
      socket.destroy();
    }
  }

  #portOf(server: Server): number {
    // On TCP the address is never a name.
    return (server.address() as AddressInfo).port;
  }

  #serveQuery(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', (bytes) => {
      const ready = !(this.faults.notReady !== undefined && this.faults.notReady-- > 0);
      if (PORT_QUERY.equals(bytes)) {
        socket.end(writePortAnswer(ready ? this.#portOf(this.#database) : null));
      }
    });
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    let received = Buffer.alloc(0);
    let greeted = false;
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
      if (!greeted && received.length >= GREETING.length) {
        greeted = true;
        received = received.subarray(GREETING.length);
        socket.write(GREETING);
      }
      while (greeted && received.length > 0) {
        const { message, length } = readDatabaseMessage(received, 0);
        received = received.subarray(length);
        this.heard.push(message.kind);
        if (message.kind === DATABASE.goodbye) {
          this.goodbyes++;
          socket.end();
        } else {
          this.#send(socket, this.#answers(message));
        }
      }
    });
  }

  #send(socket: Socket, answers: readonly DatabaseMessage[]): void {
    const { garbage, silent, split } = this.faults;
    if (silent === true) {
      return;
    }
    const bytes = garbage ?? Buffer.concat(answers.map((answer) => databaseCodec.encode(answer)));
    if (split === true) {
      socket.setNoDelay(true);
      for (const byte of bytes) {
        socket.write(Buffer.of(byte));
      }
    } else {
      socket.write(bytes);
    }
  }

  #answers({ transaction, kind, args }: DatabaseMessage): DatabaseMessage[] {
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
        return Number(args[0]) > (this.faults.highestNumber ?? 255) ? [] : [answer(DATABASE.success, 0, 1)];
      case DATABASE.artwork: {
        const picture = this.#pictures[Number(args[1])] ?? Buffer.alloc(0);
        return [answer(DATABASE.artworkAnswer, kind, 0, picture.length, picture)];
      }
      case DATABASE.render: {
        const items = this.#items[Number(this.#lastQuery?.args[1])] ?? [];
        const page = items.slice(Number(args[1]), Number(args[1]) + Number(args[2]));
        const rows = page.map((row) => answer(DATABASE.menuItem, ...row));
        return [answer(DATABASE.menuHead, 1, 0), ...rows, answer(DATABASE.menuFoot)];
      }
      default: {
        this.#lastQuery = { transaction, kind, args };
        const count = this.#items[Number(args[1])]?.length ?? 0xffffffff;
        return [answer(DATABASE.success, kind, count)];
      }
    }
  }
}
