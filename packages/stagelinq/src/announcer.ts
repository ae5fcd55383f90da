import { createSocket, type Socket } from 'node:dgram';
import type { LocalAddress, WireLogger } from '@deckcast/wire-kit';
import { announceAddresses } from './interfaces.ts';

/** Sending on one address of this computer. */
export interface InterfaceStatus extends Omit<LocalAddress, 'mac'> {
  /** Announcements, to all destinations. */
  readonly sent: number;
  /** Code of the last send's error (`EACCES`); undefined if it succeeded. */
  readonly error: string | undefined;
}

interface Sender {
  readonly local: LocalAddress;
  readonly socket: Socket;
  readonly destinations: readonly string[];
  ready: boolean;
  sent: number;
  error: string | undefined;
}

/** Only some systems broadcast on all interfaces from one socket, so each address has its own. */
export class Announcer {
  readonly #port: number;
  readonly #log: WireLogger;
  readonly #senders = new Map<string, Sender>();

  constructor(port: number, log: WireLogger) {
    this.#port = port;
    this.#log = log;
  }

  follow(locals: readonly LocalAddress[], onReady: (address: string) => void): void {
    const current = new Set(locals.map(keyOf));
    for (const [key, sender] of this.#senders) {
      if (!current.has(key)) {
        this.#drop(key, sender);
      }
    }
    for (const local of locals) {
      if (!this.#senders.has(keyOf(local))) {
        this.#open(local, onReady);
      }
    }
  }

  send(datagram: Buffer, only?: string): void {
    for (const sender of this.#senders.values()) {
      if (!sender.ready || (only !== undefined && sender.local.address !== only)) {
        continue;
      }
      for (const destination of sender.destinations) {
        sender.socket.send(datagram, this.#port, destination, (error) =>
          this.#sent(sender, destination, error),
        );
      }
    }
  }

  status(local: LocalAddress): InterfaceStatus {
    const { sent = 0, error } = this.#senders.get(keyOf(local)) ?? {};
    const { name, address, netmask, internal } = local;
    return { name, address, netmask, internal, sent, error };
  }

  async close(farewell: Buffer): Promise<void> {
    const senders = [...this.#senders.values()];
    this.#senders.clear();
    await Promise.all(senders.map((sender) => this.#sayFarewell(sender, farewell)));
  }

  #open(local: LocalAddress, onReady: (address: string) => void): void {
    const socket = createSocket({ type: 'udp4' });
    const sender: Sender = {
      local,
      socket,
      destinations: announceAddresses(local),
      ready: false,
      sent: 0,
      error: undefined,
    };
    const key = keyOf(local);
    this.#senders.set(key, sender);
    socket.on('error', (error) => {
      // The next check of the interfaces retries, if the address still exists.
      this.#note(sender, local.address, error);
      if (this.#senders.get(key) === sender) {
        this.#drop(key, sender);
      }
    });
    socket.bind(0, local.address, () => {
      if (this.#senders.get(key) !== sender) {
        return;
      }
      // Allowed only once bound; without it every send fails.
      socket.setBroadcast(true);
      socket.unref();
      sender.ready = true;
      onReady(local.address);
    });
  }

  #drop(key: string, sender: Sender): void {
    this.#senders.delete(key);
    sender.socket.close();
  }

  #sent(sender: Sender, destination: string, error: Error | null): void {
    if (error === null) {
      sender.sent++;
      sender.error = undefined;
    } else {
      this.#note(sender, destination, error);
    }
  }

  #note(sender: Sender, destination: string, error: Error): void {
    const code = 'code' in error ? String(error.code) : error.message;
    if (sender.error !== code) {
      this.#log.debug('cannot send announcement', {
        interface: sender.local.name,
        address: sender.local.address,
        destination,
        error: code,
      });
    }
    sender.error = code;
  }

  async #sayFarewell({ socket, ready, destinations }: Sender, farewell: Buffer): Promise<void> {
    await Promise.all(
      (ready ? destinations : []).map(
        (destination) =>
          new Promise<void>((resolve) => socket.send(farewell, this.#port, destination, () => resolve())),
      ),
    );
    socket.close();
  }
}

function keyOf({ name, address, netmask }: LocalAddress): string {
  return `${name} ${address} ${netmask}`;
}
