import type { BroadcastEvent, Untimed } from '../../core/recording.ts';
import type { ClientEvent } from './conversation.ts';

/** Says what clients say, as events of a recording. */
export class BroadcastRecorder {
  readonly #write: (event: Untimed<BroadcastEvent>) => void;
  #connections = 0;

  constructor(write: (event: Untimed<BroadcastEvent>) => void) {
    this.#write = write;
  }

  /** `from`: the client's address. */
  connection(from: string): ConnectionRecorder {
    this.#connections += 1;
    return new ConnectionRecorder(this.#connections, from, this.#write);
  }
}

export class ConnectionRecorder {
  readonly #connection: number;
  readonly #from: string;
  readonly #write: (event: Untimed<BroadcastEvent>) => void;
  #isOpen = false;

  constructor(connection: number, from: string, write: (event: Untimed<BroadcastEvent>) => void) {
    this.#connection = connection;
    this.#from = from;
    this.#write = write;
  }

  readonly record = (what: ClientEvent): void => {
    this.#isOpen = true;
    const connection = this.#connection;
    this.#write(what.event === 'head' ? { ...what, connection, from: this.#from } : { ...what, connection });
  };

  /** `fault`: what the client did wrong. */
  closed(fault: string | undefined): void {
    // A connection on which nothing came is no part of the recording.
    if (this.#isOpen) {
      this.#isOpen = false;
      this.#write({
        event: 'closed',
        connection: this.#connection,
        ...(fault === undefined ? {} : { fault }),
      });
    }
  }
}
