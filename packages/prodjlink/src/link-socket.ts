import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';

/** State of a port. */
export type PortState =
  | { readonly kind: 'closed' }
  | { readonly kind: 'open' }
  /** `EADDRINUSE`: another program holds the port. */
  | { readonly kind: 'failed'; readonly error: string };

export interface LinkSocketOptions {
  readonly port: number;
  /**
   * Lets other programs use the port too. Only for broadcasts: the OS gives unicast packets to one program.
   */
  readonly shared: boolean;
  /** Ports retry at the same moments: a program that held several releases them together. */
  readonly retryMs: number;
  readonly onMessage: (bytes: Buffer, from: RemoteInfo) => void;
}

/** Repeating `open` retries after a failure. */
export class LinkSocket {
  readonly #options: LinkSocketOptions;
  #socket: Socket | undefined;
  #state: PortState = { kind: 'closed' };
  #retryAt = 0;

  constructor(options: LinkSocketOptions) {
    this.#options = options;
  }

  get state(): PortState {
    return this.#state;
  }

  get socket(): Socket | undefined {
    return this.#state.kind === 'open' ? this.#socket : undefined;
  }

  /**
   * Does nothing if the port is open or an attempt has just failed.
   * @param address of this computer; only `0.0.0.0` receives broadcasts
   */
  open(address: string, now: number): Promise<void> {
    if (this.#socket !== undefined || now < this.#retryAt) {
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const socket = createSocket({ type: 'udp4', reuseAddr: this.#options.shared });
      this.#socket = socket;
      socket.on('message', this.#options.onMessage);
      socket.on('error', (error) => {
        socket.close();
        if (this.#socket === socket) {
          this.#socket = undefined;
          this.#retryAt = nextMultiple(this.#options.retryMs, now);
          this.#state = { kind: 'failed', error: 'code' in error ? String(error.code) : error.message };
        }
      });
      // Also fires if closed before it is open.
      socket.on('close', () => resolve());
      socket.bind({ port: this.#options.port, address }, () => {
        if (this.#socket === socket) {
          socket.setBroadcast(true);
          this.#state = { kind: 'open' };
        }
        resolve();
      });
    });
  }

  close(): void {
    this.#socket?.close();
    this.#socket = undefined;
    this.#retryAt = 0;
    this.#state = { kind: 'closed' };
  }
}

function nextMultiple(ms: number, now: number): number {
  return (Math.floor(now / ms) + 1) * ms;
}
