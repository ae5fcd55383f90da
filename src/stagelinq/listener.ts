import { createServer, type Server, type Socket } from 'node:net';
import type { DeviceInfo } from './announcer-table.ts';
import { closeWith, MessageChannel } from './channel.ts';
import type { ConnectionContext } from './context.ts';
import { asStagelinqError, StagelinqError } from './errors.ts';
import { Liveness } from './liveness.ts';
import { type DirectoryMessage, directoryCodec, measureDirectory } from './messages/directory.ts';
import type { StateReceiver } from './messages/state-decoder.ts';
import { STATE_MAP } from './messages/state-map.ts';
import { answerReference } from './references.ts';
import { acceptService } from './service.ts';
import { readStates, subscribe } from './state-map.ts';

/** What a listener asks and tells. */
export interface ListenerHost {
  /** The device with this token, if its state is wanted and it can't be dialled; asked again while it is not. */
  expected(token: string): DeviceInfo | undefined;
  paths(device: DeviceInfo): Iterable<string>;
  /** The device has connected its StateMap. What it says goes to the result. */
  connected(device: DeviceInfo): StateReceiver;
  lost(device: DeviceInfo, reason: StagelinqError): void;
}

/** A device that was offered a StateMap and has not come for it by then is not waited for any longer. */
const OFFER_MS = 8000;

/**
 * The other way to connect: devices dial us, which is the only way to hear a stand-alone mixer. They do so when
 * our announcement has a port and a token that begins with six bytes of ff. We answer with the services that we
 * want them to connect to, a TCP server for each device, and from there on roles are as ever: we subscribe.
 */
export class Listener {
  readonly #context: ConnectionContext;
  readonly #host: ListenerHost;
  readonly #server: Server;
  readonly #closing = new AbortController();

  /** @param context its token is the one announced with the listener's port */
  constructor(context: ConnectionContext, host: ListenerHost) {
    this.#context = context;
    this.#host = host;
    this.#server = createServer({ noDelay: true, keepAlive: true }, (socket) => this.#accept(socket));
    this.#server.maxConnections = context.limits.devices;
  }

  /** Starts to listen, until the signal fires. Resolves with the port to announce. @throws StagelinqError */
  open(signal: AbortSignal): Promise<number> {
    signal.addEventListener('abort', () => this.#close(), { once: true });
    return listen(this.#server);
  }

  #close(): void {
    this.#server.close();
    this.#closing.abort(new StagelinqError('closed', 'stopped'));
  }

  #accept(socket: Socket): void {
    const visit = new Visit(socket, this.#context, this.#host);
    closeWith(this.#closing.signal, visit.channel);
  }
}

/** One main connection that a device made to us, and the StateMap that it was offered. */
class Visit {
  readonly channel: MessageChannel;
  readonly #socket: Socket;
  readonly #context: ConnectionContext;
  readonly #host: ListenerHost;
  readonly #liveness: Liveness;
  #token: string | undefined;
  #offered: Server | undefined;

  constructor(socket: Socket, context: ConnectionContext, host: ListenerHost) {
    this.#socket = socket;
    this.#context = context;
    this.#host = host;
    this.#liveness = new Liveness(context);
    const { unsentBytes } = context.limits;
    this.channel = new MessageChannel(socket, {
      measure: measureDirectory,
      unsentBytes,
      onBytes: this.#touch,
    });
    this.channel.receive((bytes, start, end) =>
      this.#hear(directoryCodec.decode(bytes.subarray(start, end))),
    );
    this.#liveness.start(context.timeouts.quietSilenceMs, (reason) => this.channel.close(reason));
    this.channel.ended.then(() => {
      this.#liveness.stop();
      this.#offered?.close();
    });
  }

  readonly #touch = () => this.#liveness.touch();

  #hear(message: DirectoryMessage): void {
    if (message.kind === 'reference') {
      answerReference(this.channel, message, this.#context.token);
    }
    if (message.kind === 'request') {
      this.#token = message.token;
      this.channel.send(directoryCodec.encode({ kind: 'request', token: this.#context.token }));
    }
    // Also at later messages: the device may have called before we had heard its announcement.
    const device = this.#token === undefined ? undefined : this.#host.expected(this.#token);
    if (device !== undefined && this.#offered === undefined) {
      this.#offer(device);
    }
  }

  #offer(device: DeviceInfo): void {
    const cancel = this.#context.clock.after(OFFER_MS, () => server.close());
    const server = createServer({ noDelay: true }, (socket) => {
      // Only the device that it was offered to, and only once.
      if (socket.remoteAddress !== this.#socket.remoteAddress) {
        socket.destroy();
        return;
      }
      cancel();
      server.close();
      this.#serve(device, socket);
    });
    this.#offered = server;
    this.channel.ended.then(cancel);
    listen(server).then(
      (port) => {
        const { token } = this.#context;
        this.channel.send(directoryCodec.encode({ kind: 'service', token, service: STATE_MAP, port }));
      },
      (error) => this.channel.close(asStagelinqError(error, 'closed', 'no port is free')),
    );
  }

  #serve(device: DeviceInfo, socket: Socket): void {
    const receiver = this.#host.connected(device);
    const read = readStates(receiver, this.#context.limits.stringBytes);
    const states = acceptService(socket, STATE_MAP, this.#context, this.#touch, read);
    subscribe(states, this.#host.paths(device));
    states.ended.then((reason) => this.channel.close(reason));
    this.channel.ended.then((reason) => {
      states.close(reason);
      this.#host.lost(device, reason);
    });
  }
}

/** On a free port of every interface. */
function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (cause: Error) =>
      reject(new StagelinqError('closed', `cannot listen: ${cause.message}`, { cause }));
    server.once('error', fail);
    server.listen(0, '0.0.0.0', () => {
      server.removeListener('error', fail);
      // After listening, an error concerns one connection that could not be accepted.
      server.on('error', () => {});
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}
