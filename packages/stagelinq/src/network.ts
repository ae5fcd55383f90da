import { pause, silentLogger, systemClock } from '@deckcast/wire-kit';
import type { AnnouncerEvent, DeviceInfo } from './announcer-table.ts';
import { CoalescedTimer } from './coalesced-timer.ts';
import {
  type ConnectionContext,
  DEFAULT_LIMITS,
  DEFAULT_TIMEOUTS,
  type Limits,
  type Timeouts,
} from './context.ts';
import { DeviceConnection, type DeviceReceiver } from './device.ts';
import {
  type AnnouncedIdentity,
  Discovery,
  type DiscoveryOptions,
  type DiscoveryStatus,
} from './discovery.ts';
import { asStagelinqError, StagelinqError } from './errors.ts';
import { type NetworkReceiver, statesTo, toAll } from './network-receiver.ts';
import { everyPath } from './paths.ts';

/** Options of `StagelinqNetwork`. */
export interface NetworkOptions extends Omit<DiscoveryOptions, 'identity'> {
  /** The network chooses the port. */
  readonly identity: Omit<AnnouncedIdentity, 'port'>;
  /** Paths to subscribe to. Default: every known path. */
  readonly paths?: ((device: DeviceInfo) => Iterable<string>) | undefined;
  readonly limits?: Partial<Limits> | undefined;
  readonly timeouts?: Partial<Timeouts> | undefined;
}

/** Lets a device process the announcement before we connect. */
const SETTLE_MS = 50;

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 5000;
/** Decks may appear later. */
const STATELESS_RETRY_MS = 60_000;
/** A longer connection resets the pause. */
const GOOD_MS = 10_000;

interface DeviceSession {
  readonly info: DeviceInfo;
  readonly closing: AbortController;
  device: DeviceConnection | undefined;
}

/** Finds all devices, connects, and reconnects while a lost one is announced. */
export class StagelinqNetwork {
  readonly #options: NetworkOptions;
  readonly #receivers: readonly NetworkReceiver[];
  readonly #all: ReturnType<typeof toAll>;
  #readsBeats: boolean;
  readonly #context: ConnectionContext;
  readonly #sessions = new Map<string, DeviceSession>();
  readonly #running = new Set<Promise<void>>();
  #discovery: Discovery | undefined;
  /** Last sign of devices that are no longer connected. */
  #heardAt: number | undefined;

  /** Every receiver gets everything. */
  constructor(options: NetworkOptions, ...receivers: readonly NetworkReceiver[]) {
    this.#options = options;
    this.#receivers = receivers;
    this.#all = toAll(receivers);
    this.#readsBeats = receivers.some(({ beat }) => beat !== undefined);
    const clock = options.clock ?? systemClock;
    this.#context = {
      token: options.identity.token,
      limits: { ...DEFAULT_LIMITS, ...options.limits },
      timeouts: { ...DEFAULT_TIMEOUTS, ...options.timeouts },
      log: options.log ?? silentLogger,
      clock,
      timer: new CoalescedTimer(clock),
    };
  }

  /** Ends when the signal fires: closes every connection and says goodbye. */
  async run(signal: AbortSignal): Promise<void> {
    const { identity, maxDevices } = this.#options;
    const { devices } = this.#context.limits;
    this.#discovery = new Discovery(
      {
        ...this.#options,
        identity: { ...identity, port: 0 },
        maxDevices: Math.min(maxDevices || devices, devices),
      },
      (event) => this.#onAnnouncement(event),
      this.#context.timer,
    );
    const stop = () => {
      for (const token of [...this.#sessions.keys()]) {
        this.#stop(token, new StagelinqError('closed', 'stopped'));
      }
    };
    signal.addEventListener('abort', stop, { once: true });
    await this.#discovery.run(signal);
    // Again, for devices found during the goodbyes.
    stop();
    await Promise.all(this.#running);
  }

  /**
   * Begins or ends reading beats. By default they are read if a receiver has `beat`. Unread beats cost almost nothing and
   * still show that a device is alive.
   */
  readBeats(reads: boolean): void {
    this.#readsBeats = reads;
    for (const { device } of this.#sessions.values()) {
      device?.readBeats(reads);
    }
  }

  status(): DiscoveryStatus {
    return (
      this.#discovery?.status() ?? {
        listening: undefined,
        interfaces: [],
        dropped: 0,
        leftOut: 0,
        ignored: [],
      }
    );
  }

  /**
   * Last time a device sent on a connection, monotonic; undefined if none was ever connected. Up to a second
   * late for a device whose beats nothing receives.
   */
  heardAt(): number | undefined {
    const connected = [...this.#sessions.values()].flatMap(({ device }) => device?.heardAt ?? []);
    const times = this.#heardAt === undefined ? connected : [this.#heardAt, ...connected];
    return times.length === 0 ? undefined : Math.max(...times);
  }

  #onAnnouncement(event: AnnouncerEvent): void {
    const { device } = event;
    switch (event.kind) {
      case 'ignored':
        this.#all.ignored(device, event.reason);
        return;
      case 'found':
        this.#begin(device);
        return;
      case 'moved':
        this.#stop(
          device.token,
          new StagelinqError('moved', `it is now at ${device.address}:${device.port}`),
        );
        this.#begin(device);
        return;
      case 'gone': {
        const reason = new StagelinqError('left', GONE[event.why]);
        this.#stop(device.token, reason);
        this.#all.gone(
          device,
          event.why === 'silence' ? new StagelinqError('silent', reason.message) : reason,
        );
        return;
      }
    }
  }

  #begin(info: DeviceInfo): void {
    this.#context.log.debug('device announced', labels(info));
    this.#all.found(info);
    const session: DeviceSession = { info, closing: new AbortController(), device: undefined };
    this.#sessions.set(info.token, session);
    const serving = this.#serve(session);
    this.#running.add(serving);
    serving.finally(() => this.#running.delete(serving));
  }

  #stop(token: string, reason: StagelinqError): void {
    const session = this.#sessions.get(token);
    if (session === undefined) {
      return;
    }
    this.#sessions.delete(token);
    this.#lose(session, reason);
    session.closing.abort(reason);
  }

  async #serve(session: DeviceSession): Promise<void> {
    const { clock } = this.#context;
    const { signal } = session.closing;
    let failures = 0;
    while (!signal.aborted) {
      // Devices refuse clients whose announcement they have not received; a starting one has received none.
      this.#discovery?.announce();
      await pause(clock, SETTLE_MS, signal);
      const device = await this.#open(session, failures + 1);
      this.#discovery?.note(session.info.token, device instanceof StagelinqError ? 'failed' : 'connected');
      const since = clock.monotonic();
      const reason = device instanceof StagelinqError ? device : await this.#use(session, device);
      const wasGood = clock.monotonic() - since > GOOD_MS;
      await pause(clock, retryMs(reason, wasGood ? 0 : failures), signal);
      failures = wasGood ? 0 : failures + 1;
    }
  }

  async #open({ info, closing }: DeviceSession, attempt: number): Promise<DeviceConnection | StagelinqError> {
    try {
      const receiver = this.#receiverFor(info);
      return await DeviceConnection.open(info, this.#context, receiver, this.#readsBeats, closing.signal);
    } catch (cause) {
      const error = asStagelinqError(cause, 'closed', 'the device could not be used');
      if (closing.signal.aborted) {
        return error;
      }
      const { code, message: reason } = error;
      this.#context.log.debug('device connection failed', { ...labels(info), attempt, code, reason });
      this.#all.failed(info, error, attempt);
      return error;
    }
  }

  /** Resolves with the reason for its end, after hours if all is well. */
  async #use(session: DeviceSession, device: DeviceConnection): Promise<StagelinqError> {
    const { info } = session;
    if (!session.closing.signal.aborted) {
      session.device = device;
      // `readBeats` may have been called while it connected.
      device.readBeats(this.#readsBeats);
      this.#context.log.debug('session opened', labels(info));
      this.#all.connected(info, () => device.files());
      device.start(this.#options.paths?.(info) ?? everyPath());
      device.services().then((services) => {
        if (session.device === device) {
          this.#all.services(info, services);
        }
      });
    }
    const reason = await device.ended;
    this.#lose(session, reason);
    return reason;
  }

  #lose(session: DeviceSession, reason: StagelinqError): void {
    if (session.device === undefined) {
      return;
    }
    this.#heardAt = this.heardAt();
    session.device = undefined;
    const { code, message } = reason;
    this.#context.log.debug('session ended', { ...labels(session.info), code, reason: message });
    this.#all.lost(session.info, reason);
  }

  #receiverFor(info: DeviceInfo): DeviceReceiver {
    const all = this.#all;
    return {
      value: statesTo(this.#receivers, info),
      badValue: (path, error) => all.badState(info, path, error),
      beat: (beat) => all.beat(info, beat),
      libraryChanged: (change) => all.libraryChanged(info, change),
      filesChanged: () => all.filesChanged(info),
    };
  }
}

const GONE = {
  exit: 'the device said goodbye',
  silence: 'the announcements of the device stopped',
  room: 'the device could not be connected and gave way to another one',
};

function labels({ source, software, version, address, port, token }: DeviceInfo) {
  return { device: source, software, version, address, port, token };
}

function retryMs(reason: StagelinqError, failures: number): number {
  if (reason.code === 'no-state') {
    return STATELESS_RETRY_MS;
  }
  return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
}
