import { afterReading, type WireClock } from '@deckcast/wire-kit';
import type { DeviceInfo } from './announcer-table.ts';
import { closeWith, MessageChannel } from './channel.ts';
import type { ConnectionContext } from './context.ts';
import { dial } from './dial.ts';
import { StagelinqError } from './errors.ts';
import { type DirectoryMessage, directoryCodec, measureDirectory, NO_TOKEN } from './messages/directory.ts';

/** Real devices have at most six. */
const MAX_SERVICES = 32;

/** A device lists its services on it, and it stays open while the device is used. */
export interface MainConnection {
  /** Ports by name. Grows until `complete`. */
  readonly services: ReadonlyMap<string, number>;
  /** Resolves when the list seems complete or the connection is over. Never rejects. */
  readonly complete: Promise<unknown>;
  /** Resolves when the device names this service, even after `complete`. Never rejects. */
  named(service: string): Promise<void>;
  readonly channel: MessageChannel;
}

/**
 * Resolves once `needed` is listed, or the list is complete without it. @param onBytes the device sent
 * anything @throws StagelinqError `unreachable`, `not-announced`, `no-services`, or the error that broke the
 * connection
 */
export async function openMainConnection(
  device: DeviceInfo,
  needed: string,
  context: ConnectionContext,
  onBytes: () => void,
  signal: AbortSignal,
): Promise<MainConnection> {
  const { address, port } = device;
  const target = { address, port, timeoutMs: context.timeouts.connectMs };
  const socket = await dial(target, context.clock, signal).catch((error) => {
    // The reset of a refusal may arrive before the connection counts as open.
    throw error instanceof StagelinqError && isReset(error.cause) ? notAnnounced(error) : error;
  });
  const list = new ServiceList(needed, context);
  const options = {
    measure: measureDirectory,
    unsentBytes: context.limits.unsentBytes,
    onBytes: () => {
      onBytes();
      list.onBytes();
    },
  };
  const channel = new MessageChannel(socket, options);
  channel.receive((bytes, start, end) => {
    const message = directoryCodec.decode(bytes.subarray(start, end));
    if (message.kind === 'service') {
      list.add(message.service, message.port);
    }
    if (message.kind === 'reference') {
      list.onReference();
      answerReference(channel, message, context.token);
    }
    // Requests get no answer: we have no services, and devices accept that.
  });
  closeWith(signal, channel);
  channel.send(directoryCodec.encode({ kind: 'request', token: context.token }));
  channel.ended.then((reason) => list.end(reason));
  const broken = await list.usable;
  if (broken === undefined) {
    sendReferences(channel, context);
    return {
      services: list.services,
      complete: list.complete,
      named: (service) => list.named(service),
      channel,
    };
  }
  channel.close(broken);
  signal.throwIfAborted();
  throw broken.code === 'closed' && list.services.size === 0 ? notAnnounced(broken) : broken;
}

function isReset(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNRESET';
}

function notAnnounced(cause: StagelinqError): StagelinqError {
  return new StagelinqError(
    'not-announced',
    'the device closed the connection at once: it has not heard our announcement (a firewall, another network, or broadcasts that are not let through), or does not accept our token',
    { cause },
  );
}

/** List of services, whose end the protocol does not mark. */
class ServiceList {
  readonly services = new Map<string, number>();
  /** Resolves to undefined once a service can be used, otherwise to the reason. */
  readonly usable: Promise<StagelinqError | undefined>;
  readonly complete: Promise<void>;
  readonly #needed: string;
  readonly #context: ConnectionContext;
  readonly #cancelTotal: () => void;
  readonly #awaited = new Map<string, () => void>();
  #becomeUsable: (error: StagelinqError | undefined) => void = () => {};
  #completed: () => void = () => {};
  #cancelQuiet: () => void = () => {};
  #hasEnded = false;

  constructor(needed: string, context: ConnectionContext) {
    this.#needed = needed;
    this.#context = context;
    this.usable = new Promise((resolve) => {
      this.#becomeUsable = resolve;
    });
    this.complete = new Promise((resolve) => {
      this.#completed = resolve;
    });
    const { servicesMs } = context.timeouts;
    this.#cancelTotal = afterReading(context.clock, servicesMs, () => {
      const nothing = new StagelinqError('no-services', `the device offered nothing in ${servicesMs} ms`);
      this.end(this.services.size > 0 ? undefined : nothing);
    });
  }

  add(service: string, port: number): void {
    if (this.services.size < MAX_SERVICES) {
      this.services.set(service, port);
    }
    if (service === this.#needed) {
      this.#becomeUsable(undefined);
    }
    this.#awaited.get(service)?.();
    this.#waitForMore();
  }

  named(service: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.services.has(service)) {
        resolve();
      } else {
        this.#awaited.set(service, resolve);
      }
    });
  }

  /** The next service may arrive in small pieces, so bytes end the pause too. */
  onBytes(): void {
    if (this.services.size > 0) {
      this.#waitForMore();
    }
  }

  /** Follows the list; means nothing before it. */
  onReference(): void {
    if (this.services.size > 0) {
      this.end();
    }
  }

  end(error?: StagelinqError): void {
    this.#hasEnded = true;
    this.#cancelTotal();
    this.#cancelQuiet();
    this.#becomeUsable(error);
    this.#completed();
  }

  #waitForMore(): void {
    if (this.#hasEnded) {
      return;
    }
    this.#cancelQuiet();
    const { clock, timeouts } = this.#context;
    this.#cancelQuiet = afterReading(clock, timeouts.servicesQuietMs, () => this.end());
  }
}

type Reference = Extract<DirectoryMessage, { kind: 'reference' }>;

function sendReferences(channel: MessageChannel, { token, clock, timer, timeouts }: ConnectionContext): void {
  const send = () => {
    const reference = {
      kind: 'reference',
      origin: token,
      responder: NO_TOKEN,
      clock: nanoseconds(clock),
    } as const;
    channel.send(directoryCodec.encode(reference));
  };
  send();
  channel.ended.then(timer.every(timeouts.referenceMs, send));
}

/** Mixers stay attached only to clients that answer. */
function answerReference(channel: MessageChannel, reference: Reference, token: string): void {
  // Answers to our own references get none, which would never end.
  if (reference.responder !== NO_TOKEN || reference.origin === token) {
    return;
  }
  channel.send(directoryCodec.encode({ ...reference, responder: token }));
}

function nanoseconds(clock: WireClock): bigint {
  return BigInt(Math.round(clock.monotonic() * 1e6));
}
