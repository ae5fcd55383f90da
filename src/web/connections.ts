/** Limits the connections of the listener, so that no client can keep the others out. */
import { closeSync, openSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import { devNull } from 'node:os';
import type { Finding } from '../core/finding.ts';
import { isLoopback } from '../core/loopback.ts';
import { Once } from '../core/once.ts';
import type { Clock, Logger } from '../core/tools.ts';
import { dateAndTime } from '../core/units.ts';

export interface ConnectionLimits {
  /** From this computer, all together: OBS, the operator, a proxy for many viewers. */
  readonly local: number;
  /** From all other computers together. */
  readonly remote: number;
  /** From each of their addresses. */
  readonly perAddress: number;
}

/** More than any show needs; beyond it connections are refused instead of slowing down the rest. */
const LIMITS: ConnectionLimits = { local: 2_048, remote: 2_048, perAddress: 256 };
const WARN_EVERY_MS = 60_000;
const LOCAL = 'this computer';
const RAISE_LIMIT = 'close pages, or raise the limit: "ulimit -n" in a shell, LimitNOFILE= in a systemd unit';

/**
 * Counts connections. Open ones stay: a new one never replaces another, because the audience looks at the open ones. This
 * computer has slots of its own, so that the network cannot keep OBS out, and no limit for each address, because all
 * viewers behind a local proxy share one.
 */
export class ConnectionSlots {
  readonly #limits: ConnectionLimits;
  /** Open ones by address, this computer's under one name. */
  readonly #open = new Map<string, number>();
  #remote = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /**
   * Undefined when the connection is accepted; `leave` must follow when it ends. Otherwise the reason for refusing it.
   */
  acquire(address: string): string | undefined {
    const { local, remote, perAddress } = this.#limits;
    const who = isLoopback(address) ? LOCAL : address;
    const limit = who === LOCAL ? local : perAddress;
    if ((this.#open.get(who) ?? 0) >= limit) {
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
    const count = (this.#open.get(who) ?? 0) + change;
    if (count === 0) {
      this.#open.delete(who);
    } else {
      this.#open.set(who, count);
    }
    this.#remote += who === LOCAL ? 0 : change;
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

/**
 * Refuses connections beyond the limits, and logs that; also that the system is going to reset the next ones. Returns
 * what the doctor says of that: while it lasts nobody reaches a page that could show it.
 */
export function limitConnections(
  server: Server,
  { log, clock }: { readonly log: Logger; readonly clock: Clock },
  limits = LIMITS,
): () => readonly Finding[] {
  const places = new ConnectionSlots(limits);
  const warnings = new Once({ lasts: { ms: WARN_EVERY_MS, clock } });
  let exhaustedAt: number | undefined;
  const warn = (message: string, fields: Readonly<Record<string, string>>): void => {
    if (warnings.begins()) {
      log.warn(message, fields);
    }
  };
  // Before the HTTP server's own listener, which would begin to read.
  server.prependListener('connection', (socket: Socket) => {
    // Kept, because a closed socket no longer has it; unknown when it is closed already.
    const address = (socket.remoteAddress ?? 'unknown').replace(/^::ffff:/, '');
    const reason = places.acquire(address);
    if (reason === undefined) {
      socket.once('close', () => places.release(address));
      if (!isDescriptorLeft()) {
        exhaustedAt = clock.now();
        // Of the next connections nothing arrives here.
        warn('the next connections are reset, and files cannot be opened', {
          reason: 'the system lets this program have no more of them open',
          hint: RAISE_LIMIT,
        });
      }
      return;
    }
    socket.destroy();
    warn('connections are refused', { address, reason });
  });
  return () => (exhaustedAt === undefined ? [] : [exhausted(exhaustedAt)]);
}

function exhausted(at: number): Finding {
  return {
    area: 'computer',
    severity: 'warning',
    finding: `the system let this program have no more connections and files open, last at ${dateAndTime(at)}`,
    means: 'at such a moment a new page, overlay or device does not connect, and files cannot be written',
    todo: RAISE_LIMIT,
  };
}
