/** How many connections the listener takes, so that nobody can keep the others out. */
import type { Server, Socket } from 'node:net';
import type { Clock, Logger } from '../core/tools.ts';
import { isLoopback } from './operator/access.ts';

export interface ConnectionLimits {
  /** From this computer, all together: OBS, the operator, a proxy that speaks for many. */
  readonly local: number;
  /** From all other computers together. */
  readonly remote: number;
  /** From each address of those. */
  readonly perAddress: number;
}

/** More than the pages of any stage; beyond it connections are refused instead of the rest becoming slow. */
const LIMITS: ConnectionLimits = { local: 2_048, remote: 2_048, perAddress: 256 };
const WARN_EVERY_MS = 60_000;
const LOCAL = 'this computer';

/**
 * Counts connections. What is open stays: a newcomer never takes another one's place. This computer has places of
 * its own, so that no network can keep OBS out, and no limit for each address: behind a proxy on it, all viewers
 * have the same.
 */
export class ConnectionSlots {
  readonly #limits: ConnectionLimits;
  /** Open ones by address, this computer's under one name. */
  readonly #taken = new Map<string, number>();
  #remote = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Undefined: the connection may stay, and `leave` must follow when it is over. Else, why it may not. */
  acquire(address: string): string | undefined {
    const { local, remote, perAddress } = this.#limits;
    const who = isLoopback(address) ? LOCAL : address;
    const limit = who === LOCAL ? local : perAddress;
    if ((this.#taken.get(who) ?? 0) >= limit) {
      return `${who} has ${limit} open already`;
    }
    if (who !== LOCAL && this.#remote >= remote) {
      return `other computers have ${remote} open already`;
    }
    this.#count(who, 1);
    return undefined;
  }

  release(address: string): void {
    this.#count(isLoopback(address) ? LOCAL : address, -1);
  }

  #count(who: string, change: 1 | -1): void {
    const taken = (this.#taken.get(who) ?? 0) + change;
    if (taken === 0) {
      this.#taken.delete(who);
    } else {
      this.#taken.set(who, taken);
    }
    this.#remote += who === LOCAL ? 0 : change;
  }
}

/** Refuses what is too much on this server, and says so in the log. */
export function limitConnections(
  server: Server,
  { log, clock }: { readonly log: Logger; readonly clock: Clock },
  limits = LIMITS,
): void {
  const places = new ConnectionSlots(limits);
  let warnedAt = Number.NEGATIVE_INFINITY;
  // Before the HTTP server's own listener, which would begin to read.
  server.prependListener('connection', (socket: Socket) => {
    // Kept, because a closed socket has forgotten it; unknown when it is closed already.
    const address = (socket.remoteAddress ?? 'unknown').replace(/^::ffff:/, '');
    const reason = places.acquire(address);
    if (reason === undefined) {
      socket.once('close', () => places.release(address));
      return;
    }
    socket.destroy();
    if (clock.monotonic() - warnedAt >= WARN_EVERY_MS) {
      warnedAt = clock.monotonic();
      log.warn('connections are refused', { address, reason });
    }
  });
}
