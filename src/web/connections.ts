import { closeSync, openSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'node:net';
import { devNull } from 'node:os';
import type { Finding } from '../core/finding.ts';
import { say } from '../core/message.ts';
import { Once } from '../core/once.ts';
import type { Clock, LogFields, Logger } from '../core/tools.ts';
import { dateAndTime } from '../core/units.ts';
import { clientOf, Proxies, SOME_PROXY, THIS_COMPUTER } from './client.ts';
import type { Answer } from './listener.ts';
import { refuseWith } from './refuse.ts';

export interface ConnectionLimits {
  readonly local: number;
  readonly others: number;
  readonly perClient: number;
  readonly operators: number;
  readonly idle: number;
}

/** More than any show needs. */
const LIMITS: ConnectionLimits = { local: 2_048, others: 2_048, perClient: 256, operators: 64, idle: 1_024 };
/** Share of the free slots for one client, so that a few hundred clients fit. */
const CLIENT_SHARE = 1 / 4;
const WARN_EVERY_MS = 60_000;
const RAISE_LIMIT = say('web.close-pages-raise-limit-ulimit-n');

/**
 * Counts pending requests and open WebSockets. A new one never replaces an open one, which the audience may look at.
 * This computer has its own slots, so that viewers cannot lock out OBS.
 */
export class ConnectionSlots {
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<string, number>();
  #others = 0;
  #operators = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /**
   * Returns a function that frees the slot, or the reason for a refusal. Calls `mayOperate` only if no ordinary slot is
   * free.
   */
  acquire(client: string, mayOperate = () => false): (() => void) | string {
    const reason = this.#refusal(client);
    if (reason === undefined) {
      this.#count(client, 1);
      return () => this.#count(client, -1);
    }
    if (this.#operators >= this.#limits.operators || !mayOperate()) {
      return reason;
    }
    this.#operators += 1;
    return () => {
      this.#operators -= 1;
    };
  }

  #refusal(client: string): string | undefined {
    const { local, others, perClient } = this.#limits;
    const open = this.#open.get(client) ?? 0;
    if (client === THIS_COMPUTER) {
      return open < local ? undefined : `${client} has ${open} open already`;
    }
    const free = others - this.#others;
    if (free <= 0) {
      return `other computers have ${others} open already`;
    }
    // A proxy that names no address stands for many viewers.
    const most = client === SOME_PROXY ? free : Math.min(perClient, Math.floor(free * CLIENT_SHARE));
    return open === 0 || open < most ? undefined : `${client} has ${open} open already`;
  }

  #count(client: string, change: 1 | -1): void {
    const count = (this.#open.get(client) ?? 0) + change;
    if (count === 0) {
      this.#open.delete(client);
    } else {
      this.#open.set(client, count);
    }
    this.#others += client === THIS_COMPUTER ? 0 : change;
  }
}

/** Oldest first. */
class IdleConnections {
  readonly #most: number;
  readonly #byClient = new Map<string, Set<Socket>>();
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Closes, over the limit, the oldest connection of the client with the most, and returns that client. */
  add(socket: Socket, client: string): string | undefined {
    const its = this.#byClient.get(client) ?? new Set();
    this.#byClient.set(client, its.add(socket));
    this.#size += 1;
    if (this.#size <= this.#most) {
      return undefined;
    }
    const [largest, sockets] = [...this.#byClient].reduce((most, one) =>
      one[1].size > most[1].size ? one : most,
    );
    const [oldest = socket] = sockets;
    this.delete(oldest, largest);
    oldest.destroy();
    return largest;
  }

  delete(socket: Socket, client: string): void {
    const its = this.#byClient.get(client);
    if (its?.delete(socket)) {
      this.#size -= 1;
      if (its.size === 0) {
        this.#byClient.delete(client);
      }
    }
  }
}

function isDescriptorLeft(): boolean {
  try {
    closeSync(openSync(devNull, 'r'));
    return true;
  } catch {
    return false;
  }
}

export interface LimiterDeps {
  readonly log: Logger;
  readonly clock: Clock;
  readonly proxies: readonly string[];
  readonly mayOperate: (request: IncomingMessage) => boolean;
}

export interface ConnectionLimiter {
  readonly limited: (answer: Answer) => Answer;
  /** Reason for refusing a WebSocket; undefined counts it until its socket closes. */
  readonly admit: (request: IncomingMessage) => string | undefined;
  /** Reports an earlier lack of descriptors; no page could show it while it lasted. */
  readonly findings: () => readonly Finding[];
}

export function limitConnections(
  server: Server,
  { log, clock, proxies, mayOperate }: LimiterDeps,
  limits = LIMITS,
): ConnectionLimiter {
  const slots = new ConnectionSlots(limits);
  const idle = new IdleConnections(limits.idle);
  const trusted = new Proxies(proxies);
  const warnings = new Once({ lasts: { ms: WARN_EVERY_MS, clock } });
  /** Remembers the addresses that closed sockets lose. */
  const peers = new WeakMap<Socket, { readonly peer: string; pending: number }>();
  let exhaustedAt: number | undefined;
  const warn = (message: string, fields: LogFields): void => {
    if (warnings.begins()) {
      log.warn(message, fields);
    }
  };

  const wait = (socket: Socket, peer: string): void => {
    const address = idle.add(socket, peer);
    if (address !== undefined) {
      warn('connections are refused', { address, reason: 'too many idle connections' });
    }
  };

  // Prepended: the HTTP server's listener begins to read.
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    const peer = clientOf({ remoteAddress, headers: {} }, trusted);
    peers.set(socket, { peer, pending: 0 });
    socket.once('close', () => idle.delete(socket, peer));
    wait(socket, peer);
    if (!isDescriptorLeft()) {
      exhaustedAt = clock.now();
      // The kernel resets further connections before the server sees them.
      warn('file descriptors exhausted; new connections are reset', {
        reason: 'limit of the operating system reached',
        hint: RAISE_LIMIT,
      });
    }
  });

  function acquire(request: IncomingMessage): (() => void) | string {
    const { headers, socket } = request;
    const address = clientOf({ remoteAddress: socket.remoteAddress, headers }, trusted);
    const slot = slots.acquire(address, () => mayOperate(request));
    if (typeof slot === 'string') {
      warn('connections are refused', { address, reason: slot });
      return `deckcast is busy: ${slot}`;
    }
    const known = peers.get(socket);
    if (known === undefined) {
      return slot;
    }
    idle.delete(socket, known.peer);
    known.pending += 1;
    return () => {
      slot();
      known.pending -= 1;
      if (known.pending === 0 && !socket.destroyed) {
        wait(socket, known.peer);
      }
    };
  }

  return {
    limited: (answer) => (request, env) => {
      const { incoming, outgoing } = env;
      // The adaptor's types include HTTP/2.
      const release = acquire(incoming as IncomingMessage);
      if (typeof release === 'string') {
        return refuseWith(503, release, { Connection: 'close', 'Retry-After': '5' });
      }
      outgoing.once('close', release);
      return answer(request, env);
    },
    admit(request) {
      const release = acquire(request);
      if (typeof release === 'string') {
        return release;
      }
      request.socket.once('close', release);
      return undefined;
    },
    findings: () => (exhaustedAt === undefined ? [] : [exhausted(exhaustedAt)]),
  };
}

function exhausted(at: number): Finding {
  return {
    area: 'computer',
    severity: 'warning',
    finding: say('web.system-let-program-no-more-connections', { time: dateAndTime(at) }),
    means: say('web.such-moment-new-page-overlay-device'),
    todo: RAISE_LIMIT,
  };
}
