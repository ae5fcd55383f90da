import type { Socket } from 'node:net';
import type { BroadcastAudio } from '../../core/contracts/hearing.ts';
import { evictOldest } from '../../core/evict.ts';
import { Once } from '../../core/once.ts';
import type { Secret } from '../../core/option.ts';
import type { Clock, Logger } from '../../core/tools.ts';
import { Timer } from '../../core/waiting.ts';
import { MOUNT_TAKEN, TOO_MANY } from './answers.ts';
import type { Broadcasts } from './broadcasts.ts';
import { IcecastConnection } from './connection.ts';
import { type Broadcaster, NO_PASSWORD, WRONG_PASSWORD } from './conversation.ts';

/** Clients without a broadcast; another ends the oldest. */
const MAX_WAITING = 256;
const MAX_BROADCASTERS = 32;
const MAX_REPLACED = 16;
/** libshout (Mixxx and others) first tries without the password. */
const PASSWORD_WITHIN_MS = 3_000;
const MAX_CHALLENGED = 100;
/** A hostile client must not fill the log. */
const MAX_WARNINGS = 100;

export interface ReceiverOptions {
  readonly password: Secret;
  /** Broadcaster that stays, of two on a mount. */
  readonly conflict: 'newest' | 'first';
  readonly broadcasts: Broadcasts;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onReceived: () => void;
  readonly audio: BroadcastAudio | undefined;
}

export interface RefusedPassword {
  /** IP address. */
  readonly host: string;
  /** Otherwise it gave none. */
  readonly isWrong: boolean;
}

interface Holder {
  readonly connection: IcecastConnection;
  /** May not take the mount back. */
  readonly replaced: ReadonlySet<string>;
}

export class Receiver {
  readonly #options: ReceiverOptions;
  readonly #connections = new Set<IcecastConnection>();
  readonly #holders = new Map<string, Holder>();
  readonly #challenged = new Map<string, Timer>();
  readonly #once = new Once({ most: MAX_WARNINGS });
  #refused: RefusedPassword | undefined;

  constructor(options: ReceiverOptions) {
    this.#options = options;
  }

  /** Last client without the right password, until it sends that or another broadcast begins. */
  get refusedPassword(): RefusedPassword | undefined {
    return this.#refused;
  }

  accept(socket: Socket): void {
    const { password, clock, broadcasts, onReceived, audio } = this.#options;
    const connection = new IcecastConnection(socket, {
      password,
      clock,
      audio,
      names: (mount, names) => {
        if (connection.broadcaster === undefined) {
          // Updates were authorized.
          this.#passwordAccepted(connection.host);
        }
        onReceived();
        broadcasts.names(mount, names);
      },
      onBegin: (one, broadcaster) => this.#begin(one, broadcaster),
      onEnd: (one, fault) => this.#ended(one, fault),
      onClosed: (one) => this.#connections.delete(one),
    });
    this.#connections.add(connection);
    const waiting = [...this.#connections].filter(({ broadcaster }) => broadcaster === undefined);
    if (waiting.length > MAX_WAITING) {
      waiting[0]?.destroy();
    }
  }

  close(): void {
    for (const connection of this.#connections) {
      connection.destroy();
    }
    for (const timer of this.#challenged.values()) {
      timer.cancel();
    }
  }

  #begin(connection: IcecastConnection, broadcaster: Broadcaster): string | undefined {
    const { mount, program } = broadcaster;
    const { broadcasts, log, conflict, onReceived } = this.#options;
    const holder = this.#holders.get(mount);
    const name = nameOf(connection, broadcaster);
    if (holder === undefined && this.#holders.size >= MAX_BROADCASTERS) {
      return TOO_MANY;
    }
    if (holder !== undefined && (conflict === 'first' || holder.replaced.has(name))) {
      return MOUNT_TAKEN;
    }
    this.#holders.set(mount, { connection, replaced: replacedBy(name, holder) });
    this.#passwordReceived(connection.host);
    this.#refused = undefined;
    onReceived();
    log.info(holder === undefined ? 'broadcast begins' : 'broadcast continues over another connection', {
      source: 'icecast',
      mount,
      program,
      from: connection.host,
    });
    const isReturn =
      holder !== undefined && nameOf(holder.connection, holder.connection.broadcaster) === name;
    broadcasts.begin(broadcaster, isReturn);
    holder?.connection.end(
      isReturn
        ? `${program} connected again: its network failed, or two copies of it broadcast`
        : 'another program broadcasts to its mount point now',
    );
    return undefined;
  }

  #ended(connection: IcecastConnection, fault: string | undefined): void {
    const { broadcaster, host } = connection;
    const { broadcasts, log } = this.#options;
    if (fault === NO_PASSWORD) {
      this.#awaitPassword(host);
    } else if (fault === WRONG_PASSWORD) {
      this.#passwordReceived(host);
      this.#refuse(host, fault);
    } else if (fault !== undefined) {
      this.#warn(host, fault);
    }
    if (broadcaster !== undefined && this.#holders.get(broadcaster.mount)?.connection === connection) {
      this.#holders.delete(broadcaster.mount);
      log.info('broadcast ends', {
        source: 'icecast',
        mount: broadcaster.mount,
        program: broadcaster.program,
      });
      broadcasts.end(broadcaster.mount, connection);
    }
  }

  #awaitPassword(host: string): void {
    if (this.#challenged.has(host) || this.#challenged.size >= MAX_CHALLENGED) {
      return;
    }
    const timer = new Timer(this.#options.clock);
    this.#challenged.set(host, timer);
    timer.set(PASSWORD_WITHIN_MS, () => {
      this.#challenged.delete(host);
      this.#refuse(host, NO_PASSWORD);
    });
  }

  #passwordAccepted(host: string): void {
    this.#passwordReceived(host);
    if (this.#refused?.host === host) {
      this.#refused = undefined;
    }
  }

  #passwordReceived(host: string): void {
    this.#challenged.get(host)?.cancel();
    this.#challenged.delete(host);
  }

  #refuse(host: string, fault: string): void {
    this.#refused = { host, isWrong: fault === WRONG_PASSWORD };
    this.#warn(host, fault);
  }

  #warn(from: string, reason: string): void {
    const { log } = this.#options;
    if (this.#once.begins(`${from} ${reason}`)) {
      log.warn('connection closed', { source: 'icecast', from, reason });
    } else {
      log.debug('connection closed again', { source: 'icecast', from, reason });
    }
  }
}

function nameOf({ host }: IcecastConnection, broadcaster: Broadcaster | undefined): string {
  return `${host} ${broadcaster?.program}`;
}

/** Replaced on the mount by this program; excludes itself. */
function replacedBy(name: string, holder: Holder | undefined): ReadonlySet<string> {
  const before = holder?.connection.broadcaster;
  const replaced = new Set(holder?.replaced);
  if (holder !== undefined && before !== undefined) {
    replaced.add(nameOf(holder.connection, before));
  }
  replaced.delete(name);
  evictOldest(replaced, MAX_REPLACED);
  return replaced;
}
