/** Limits what each client holds of the listener, so that no client can keep the others out. */

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
  /** Requests and WebSockets of this computer: OBS, `ctl`, other programs. */
  readonly local: number;
  /** Those of all other clients together, also of those behind a proxy. */
  readonly others: number;
  /** Those of each of them. */
  readonly perClient: number;
  /** More of callers who may operate, when the others have taken all. */
  readonly operators: number;
  /** Connections without a request. */
  readonly idle: number;
}

/** More than any show needs; beyond it requests are refused instead of slowing down the rest. */
const LIMITS: ConnectionLimits = { local: 2_048, others: 2_048, perClient: 256, operators: 64, idle: 1_024 };
/** A client that has one may have this part of the free ones: a few hundred clients together always leave room. */
const SHARE = 1 / 4;
/** A proxy that names no address stands for many viewers. */
const SHARE_OF_PROXY = 1;
const WARN_EVERY_MS = 60_000;
const RAISE_LIMIT = say('web.close-pages-raise-limit-ulimit-n');

/**
 * Counts requests under way and open WebSockets. Open ones stay: a new one never replaces another, because the audience
 * looks at the open ones. This computer has slots of its own, so that viewers cannot keep OBS out.
 */
export class ConnectionSlots {
  readonly #limits: ConnectionLimits;
  /** Open ones by client. */
  readonly #open = new Map<string, number>();
  #others = 0;
  #operators = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /**
   * Returns what gives the slot back, or the reason for refusing. `mayOperate` is asked only when there is no ordinary
   * slot.
   */
  acquire(client: string, mayOperate = () => false): (() => void) | string {
    const reason = this.#reasonAgainst(client);
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

  #reasonAgainst(client: string): string | undefined {
    const { local, others, perClient } = this.#limits;
    const open = this.#open.get(client) ?? 0;
    if (client === THIS_COMPUTER) {
      return open < local ? undefined : `${client} has ${open} open already`;
    }
    const free = others - this.#others;
    if (free <= 0) {
      return `other computers have ${others} open already`;
    }
    const most =
      client === SOME_PROXY ? free * SHARE_OF_PROXY : Math.min(perClient, Math.floor(free * SHARE));
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

/** Connections without a request, by client; the one that has waited longest comes first. */
class IdleConnections {
  readonly #most: number;
  readonly #byClient = new Map<string, Set<Socket>>();
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Returns the client that has the most of them, when there were too many and its oldest one was closed. */
  add(socket: Socket, client: string): string | undefined {
    const its = this.#byClient.get(client) ?? new Set();
    this.#byClient.set(client, its.add(socket));
    this.#size += 1;
    if (this.#size <= this.#most) {
      return undefined;
    }
    const [largest = client, sockets = its] = [...this.#byClient].reduce((most, one) =>
      one[1].size > most[1].size ? one : most,
    );
    for (const oldest of sockets) {
      this.delete(oldest, largest);
      oldest.destroy();
      break;
    }
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

/** Whether the system lets this program have one more connection or file open. */
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
  /** As `--http.proxy` has them. */
  readonly proxies: readonly string[];
  readonly mayOperate: (request: IncomingMessage) => boolean;
}

export interface ConnectionLimiter {
  /** Refuses requests of clients that have too many under way. */
  readonly limited: (answer: Answer) => Answer;
  /** The reason for refusing this WebSocket; undefined when it is counted until its socket closes. */
  readonly admit: (request: IncomingMessage) => string | undefined;
  /** Says that the system had no more descriptors: while that lasts, no page could show it. */
  readonly findings: () => readonly Finding[];
}

/** Refuses what is beyond the limits, and logs that; also that the system is going to reset the next connections. */
export function limitConnections(
  server: Server,
  { log, clock, proxies, mayOperate }: LimiterDeps,
  limits = LIMITS,
): ConnectionLimiter {
  const slots = new ConnectionSlots(limits);
  const idle = new IdleConnections(limits.idle);
  const believed = new Proxies(proxies);
  const warnings = new Once({ lasts: { ms: WARN_EVERY_MS, clock } });
  /** Peers, kept because a closed socket no longer has its address, and how many requests are under way. */
  const peers = new WeakMap<Socket, { readonly peer: string; underWay: number }>();
  let exhaustedAt: number | undefined;
  const warn = (message: string, fields: LogFields): void => {
    if (warnings.begins()) {
      log.warn(message, fields);
    }
  };

  const wait = (socket: Socket, peer: string): void => {
    const address = idle.add(socket, peer);
    if (address !== undefined) {
      warn('connections are refused', { address, reason: 'too many of them wait without a request' });
    }
  };

  // Before the HTTP server's own listener, which would begin to read.
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    const peer = clientOf({ remoteAddress, headers: {} }, believed);
    peers.set(socket, { peer, underWay: 0 });
    socket.once('close', () => idle.delete(socket, peer));
    wait(socket, peer);
    if (!isDescriptorLeft()) {
      exhaustedAt = clock.now();
      // The kernel resets further connections before we see them.
      warn('the next connections are reset, and files cannot be opened', {
        reason: 'the system lets this program have no more of them open',
        hint: RAISE_LIMIT,
      });
    }
  });

  /** Takes a slot for a request that has arrived, and its connection out of those that wait. */
  function acquire(request: IncomingMessage): (() => void) | string {
    const { headers, socket } = request;
    const address = clientOf({ remoteAddress: socket.remoteAddress, headers }, believed);
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
    known.underWay += 1;
    return () => {
      slot();
      known.underWay -= 1;
      if (known.underWay === 0 && !socket.destroyed) {
        wait(socket, known.peer);
      }
    };
  }

  return {
    limited: (answer) => (request, env) => {
      const { incoming, outgoing } = env;
      // The server speaks no HTTP/2, for which the adaptor has types.
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
