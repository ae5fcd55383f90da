import { Message, type MessageBus, MessageType, sessionBus } from '@jellybrick/dbus-next';
import { guarded } from '../../../core/faults.ts';
import type { Clock } from '../../../core/tools.ts';
import { pause, within } from '../../../core/waiting.ts';

const PREFIX = 'org.mpris.MediaPlayer2.';
const PATH = '/org/mpris/MediaPlayer2';
const PLAYER = 'org.mpris.MediaPlayer2.Player';
const PROPERTIES = 'org.freedesktop.DBus.Properties';
const BUS = 'org.freedesktop.DBus';
const ANSWER_WITHIN_MS = 5000;
/** The library does not report a lost bus. */
const ALIVE_EVERY_MS = 10_000;

export interface BusListener {
  /** The bus answers; players follow. */
  connected(): void;
  /** `properties`: unparsed. `name`: as `playerctl --list-all` prints it. */
  player(name: string, properties: unknown): void;
  gone(name: string): void;
}

/**
 * Rejects if the bus cannot be reached or goes away. A player that does not answer is skipped until its next
 * signal.
 */
export async function listenToPlayers(
  address: string,
  listener: BusListener,
  signal: AbortSignal,
  clock: Clock,
): Promise<void> {
  const session = new Session(sessionBus({ busAddress: address }), listener, clock);
  try {
    await session.start();
    listener.connected();
    while (!signal.aborted) {
      await pause(clock, ALIVE_EVERY_MS, signal);
      if (!signal.aborted) {
        await session.call(BUS, '/', BUS, 'GetId');
      }
    }
  } finally {
    session.close();
  }
}

/** Names that `playerctl --list-all` prints; queries no player. Rejects if the bus cannot be reached. */
export async function listPlayers(address: string, clock: Clock): Promise<readonly string[]> {
  const nobody = { connected: () => undefined, player: () => undefined, gone: () => undefined };
  const session = new Session(sessionBus({ busAddress: address }), nobody, clock);
  try {
    return (await session.names()).map((name) => name.slice(PREFIX.length));
  } finally {
    session.close();
  }
}

class Session {
  readonly #bus: MessageBus;
  readonly #listener: BusListener;
  readonly #clock: Clock;
  /** Connections of players: signals carry only those, and one may own several names. */
  readonly #owners = new Map<string, string>();
  /** Players that came or left during the first listing, whose signals are newer. Undefined afterward. */
  #signaled: Set<string> | undefined = new Set();
  /** Pending requests; true if the player changed again. */
  readonly #requesting = new Map<string, boolean>();
  readonly #failed = new AbortController();

  constructor(bus: MessageBus, listener: BusListener, clock: Clock) {
    this.#bus = bus;
    // A bug in processing properties must not end the session.
    this.#listener = {
      connected: guarded(() => listener.connected()),
      player: guarded((name, properties) => listener.player(name, properties)),
      gone: guarded((name) => listener.gone(name)),
    };
    this.#clock = clock;
    // Missing from the library's types.
    (bus as NodeJS.EventEmitter).on('error', (error) => this.#failed.abort(error));
    bus.on('message', (message) => this.#onMessage(message));
  }

  async start(): Promise<void> {
    await this.#match(`type='signal',interface='${PROPERTIES}',member='PropertiesChanged',path='${PATH}'`);
    await this.#match(
      `type='signal',sender='${BUS}',member='NameOwnerChanged',arg0namespace='${PREFIX.slice(0, -1)}'`,
    );
    for (const name of await this.names()) {
      const [owner] = await this.call(BUS, '/', BUS, 'GetNameOwner', 's', [name]).catch(() => []);
      if (this.#signaled?.has(name) === false) {
        this.#found(name, owner);
      }
    }
    this.#signaled = undefined;
  }

  async names(): Promise<readonly string[]> {
    const [names] = await this.call(BUS, '/', BUS, 'ListNames');
    return (Array.isArray(names) ? names : []).filter(
      (name): name is string => typeof name === 'string' && name.startsWith(PREFIX),
    );
  }

  close(): void {
    this.#bus.disconnect();
  }

  /** Rejects if the other side refuses or does not answer in time, or the bus fails. */
  async call(
    destination: string,
    path: string,
    iface: string,
    member: string,
    signature = '',
    body: unknown[] = [],
  ): Promise<readonly unknown[]> {
    const message = new Message({ destination, path, interface: iface, member, signature, body });
    const late = (): Error => new Error(`${destination} does not answer`);
    const limit = { clock: this.#clock, ms: ANSWER_WITHIN_MS, late, signal: this.#failed.signal };
    const answer = await within(limit, () => this.#bus.call(message));
    return answer?.body ?? [];
  }

  #match(rule: string): Promise<readonly unknown[]> {
    return this.call(BUS, '/org/freedesktop/DBus', BUS, 'AddMatch', 's', [rule]);
  }

  #onMessage(message: Message): void {
    if (message.type !== MessageType.SIGNAL) {
      return;
    }
    if (message.member === 'PropertiesChanged' && message.body[0] === PLAYER) {
      for (const [name, owner] of this.#owners) {
        if (owner === message.sender) {
          void this.#requestProperties(name);
        }
      }
    } else if (message.member === 'NameOwnerChanged') {
      const [name, before, now] = message.body;
      if (typeof name === 'string' && name.startsWith(PREFIX)) {
        this.#signaled?.add(name);
        if (typeof before === 'string' && before !== '') {
          this.#owners.delete(name);
          this.#listener.gone(name.slice(PREFIX.length));
        }
        this.#found(name, now);
      }
    }
  }

  #found(name: string, owner: unknown): void {
    if (typeof owner === 'string' && owner !== '') {
      this.#owners.set(name, owner);
      void this.#requestProperties(name);
    }
  }

  /** Requests all properties: some players signal only that something changed. */
  async #requestProperties(name: string): Promise<void> {
    if (this.#requesting.has(name)) {
      this.#requesting.set(name, true);
      return;
    }
    do {
      this.#requesting.set(name, false);
      const owner = this.#owners.get(name);
      // A player without an answer has left or hangs; its next signal requests again.
      const answer = await this.call(name, PATH, PROPERTIES, 'GetAll', 's', [PLAYER]).catch(() => undefined);
      if (answer !== undefined && owner !== undefined && owner === this.#owners.get(name)) {
        this.#listener.player(name.slice(PREFIX.length), answer[0]);
      }
    } while (this.#requesting.get(name) === true);
    this.#requesting.delete(name);
  }
}
