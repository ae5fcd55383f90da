/** MPRIS players on a D-Bus session bus: who is there, what they say, and when that changes. */
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
/** The library tells nothing when the bus goes away, so it is asked. */
const ALIVE_EVERY_MS = 10_000;

export interface BusListener {
  /** The bus answers; from now on the players are heard. */
  connected(): void;
  /** The player's properties as the bus gives them. `name` is what `playerctl --list-all` prints. */
  player(name: string, properties: unknown): void;
  gone(name: string): void;
}

/**
 * Listens until the signal fires; rejects when the bus cannot be reached or goes away.
 * Players that do not answer are passed over until they say something.
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

class Session {
  readonly #bus: MessageBus;
  readonly #listener: BusListener;
  readonly #clock: Clock;
  /** Each player's connection: signals carry only that, and one connection may go by several names. */
  readonly #owners = new Map<string, string>();
  /** Players whose properties are being asked for; true when they changed again meanwhile. */
  readonly #asking = new Map<string, boolean>();
  /** Fires with the connection's error: nothing is answered any more. */
  readonly #failed = new AbortController();

  constructor(bus: MessageBus, listener: BusListener, clock: Clock) {
    this.#bus = bus;
    // A mistake in what is made of a player's words is not the bus's, and the player is asked again.
    this.#listener = {
      connected: guarded(() => listener.connected()),
      player: guarded((name, properties) => listener.player(name, properties)),
      gone: guarded((name) => listener.gone(name)),
    };
    this.#clock = clock;
    // The library's types leave out the event that it emits for a connection's errors.
    (bus as NodeJS.EventEmitter).on('error', (error) => this.#failed.abort(error));
    bus.on('message', (message) => this.#take(message));
  }

  async start(): Promise<void> {
    await this.#match(`type='signal',interface='${PROPERTIES}',member='PropertiesChanged',path='${PATH}'`);
    await this.#match(
      `type='signal',sender='${BUS}',member='NameOwnerChanged',arg0namespace='${PREFIX.slice(0, -1)}'`,
    );
    const [names] = await this.call(BUS, '/', BUS, 'ListNames');
    for (const name of Array.isArray(names) ? names : []) {
      if (typeof name === 'string' && name.startsWith(PREFIX)) {
        const [owner] = await this.call(BUS, '/', BUS, 'GetNameOwner', 's', [name]).catch(() => []);
        this.#found(name, owner);
      }
    }
  }

  close(): void {
    this.#bus.disconnect();
  }

  /** The answer's values. Rejects when the other side refuses, does not answer in time, or the bus fails. */
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

  #take(message: Message): void {
    if (message.type !== MessageType.SIGNAL) {
      return;
    }
    if (message.member === 'PropertiesChanged' && message.body[0] === PLAYER) {
      for (const [name, owner] of this.#owners) {
        if (owner === message.sender) {
          void this.#ask(name);
        }
      }
    } else if (message.member === 'NameOwnerChanged') {
      const [name, before, now] = message.body;
      if (typeof name === 'string' && name.startsWith(PREFIX)) {
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
      void this.#ask(name);
    }
  }

  /** Asks for everything instead of applying the change: some players only say that something has changed. */
  async #ask(name: string): Promise<void> {
    if (this.#asking.has(name)) {
      this.#asking.set(name, true);
      return;
    }
    do {
      this.#asking.set(name, false);
      const owner = this.#owners.get(name);
      // Without an answer it left or hangs. When it says something again, it is asked again.
      const answer = await this.call(name, PATH, PROPERTIES, 'GetAll', 's', [PLAYER]).catch(() => undefined);
      // Its last words may be read together with the news that it has left.
      if (answer !== undefined && owner !== undefined && owner === this.#owners.get(name)) {
        this.#listener.player(name.slice(PREFIX.length), answer[0]);
      }
    } while (this.#asking.get(name) === true);
    this.#asking.delete(name);
  }
}
