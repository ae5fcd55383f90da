import type { DeviceInfo } from './announcer-table.ts';
import { closeWith, type MessageChannel } from './channel.ts';
import { type MainConnection, openMainConnection } from './connection.ts';
import type { ConnectionContext } from './context.ts';
import { dialService } from './dial.ts';
import { asStagelinqError, StagelinqError } from './errors.ts';
import { FileTransfer } from './file-transfer.ts';
import type { OnMessage } from './framing.ts';
import { Liveness } from './liveness.ts';
import { BEAT_INFO, type Beat, beatCodec } from './messages/beat-info.ts';
import { BROADCAST, broadcastCodec, type LibraryChange, parseLibraryChange } from './messages/broadcast.ts';
import { FILE_TRANSFER } from './messages/file-transfer.ts';
import { StateDecoder, type StateReceiver } from './messages/state-decoder.ts';
import { STATE_MAP, stateCodec } from './messages/state-map.ts';

/** Checks for unread beats within the allowed silence. */
const LOOKS_IN_SILENCE = 5;

/** Reads each message, or discards all when only their arrival counts. */
type ServiceUse = { readonly read: OnMessage } | { readonly unreadMs: number; readonly onBytes: () => void };

export interface DeviceReceiver extends StateReceiver {
  beat(beat: Beat): void;
  libraryChanged(change: LibraryChange): void;
  /** A file changed or a medium was removed, so that read data may be stale. */
  filesChanged(): void;
}

/** Connections to one device, which begin and end together. */
export class DeviceConnection {
  readonly info: DeviceInfo;
  readonly #context: ConnectionContext;
  readonly #receiver: DeviceReceiver;
  readonly #main: MainConnection;
  readonly #liveness: Liveness;
  readonly #closing = new AbortController();
  #states: MessageChannel | undefined;
  #readsBeats: boolean;
  /** `opening` also while the port is unknown. */
  #beats: MessageChannel | 'opening' | undefined = 'opening';
  #files: Promise<FileTransfer> | undefined;

  private constructor(
    info: DeviceInfo,
    context: ConnectionContext,
    receiver: DeviceReceiver,
    main: MainConnection,
    liveness: Liveness,
    readsBeats: boolean,
  ) {
    this.info = info;
    this.#readsBeats = readsBeats;
    this.#context = context;
    this.#receiver = receiver;
    this.#main = main;
    this.#liveness = liveness;
  }

  /**
   * Connects far enough to see that the device can be used. Call `start` at once: nothing is received before.
   * @param readsBeats see `readBeats`
   * @throws StagelinqError; then nothing stays open
   */
  static async open(
    info: DeviceInfo,
    context: ConnectionContext,
    receiver: DeviceReceiver,
    readsBeats: boolean,
    signal: AbortSignal,
  ): Promise<DeviceConnection> {
    const liveness = new Liveness(context);
    const main = await openMainConnection(info, STATE_MAP, context, () => liveness.touch(), signal);
    const device = new DeviceConnection(info, context, receiver, main, liveness, readsBeats);
    main.channel.ended.then((reason) => device.close(reason));
    liveness.start(context.timeouts.quietSilenceMs, (reason) => device.close(reason));
    try {
      device.#states = await device.#open(STATE_MAP);
      if (device.#states === undefined) {
        throw new StagelinqError('no-state', 'the device offers no StateMap: it has no decks to watch');
      }
    } catch (cause) {
      const reason = asStagelinqError(cause, 'closed', 'the device could not be used');
      device.close(reason);
      throw reason;
    }
    return device;
  }

  start(paths: Iterable<string>): void {
    const states = this.#states;
    if (states === undefined) {
      return;
    }
    const decoder = new StateDecoder(this.#context.limits.stringBytes);
    states.receive((bytes, start, end) => decoder.decode(bytes, start, end, this.#receiver));
    states.ended.then((reason) => this.close(reason));
    // The device never answers for paths that it lacks.
    const messages = Array.from(paths, (path) => stateCodec.encode({ kind: 'subscribe', path, interval: 0 }));
    states.send(Buffer.concat(messages));
    // Opened late if the list is still arriving: audible decks do not wait for them.
    this.#main.named(BEAT_INFO).then(() => this.#openBeats());
    this.#main.named(BROADCAST).then(() => this.#openBroadcast());
  }

  /** Resolves to ports by name, once the list is complete. Never rejects. */
  async services(): Promise<ReadonlyMap<string, number>> {
    await this.#main.complete;
    return this.#main.services;
  }

  /** Resolves to the reason for the end. Never rejects. */
  get ended(): Promise<StagelinqError> {
    return this.#main.channel.ended;
  }

  /** @throws StagelinqError */
  files(): Promise<FileTransfer> {
    this.#files ??= this.#openFiles();
    return this.#files;
  }

  get heardAt(): number {
    return this.#liveness.heardAt;
  }

  close(reason: StagelinqError): void {
    this.#liveness.stop();
    this.#main.channel.close(reason);
    this.#closing.abort(reason);
  }

  /** The service is opened again, because unread beats of seconds may wait on the connection. */
  readBeats(reads: boolean): void {
    if (reads === this.#readsBeats) {
      return;
    }
    this.#readsBeats = reads;
    if (this.#beats === undefined) {
      this.#openBeats();
    } else if (this.#beats !== 'opening') {
      this.#beats.close(new StagelinqError('closed', 'the beats are opened again'));
    }
  }

  /**
   * Beats are also the best sign of life, because a device sends them all the time once it has begun. The first one may
   * take a while. Reading each at once would wake the process 30 times a second, although one sign of life in some
   * seconds is enough.
   */
  async #openBeats(): Promise<void> {
    const { silenceMs, quietSilenceMs } = this.#context.timeouts;
    const reads = this.#readsBeats;
    let beating = false;
    const begin = () => {
      if (!beating) {
        this.#liveness.limit(silenceMs);
      }
      beating = true;
    };
    const read: OnMessage = (bytes, start, end) => {
      const message = beatCodec.decode(bytes.subarray(start, end));
      if (message.kind === 'beat') {
        begin();
        this.#receiver.beat(message);
      }
    };
    const unread = { unreadMs: silenceMs / LOOKS_IN_SILENCE, onBytes: begin };
    this.#beats = 'opening';
    const channel = await this.#openOptional(BEAT_INFO, reads ? { read } : unread);
    this.#beats = channel;
    if (channel === undefined) {
      return;
    }
    channel.ended.then(() => {
      this.#beats = undefined;
      if (!this.#closing.signal.aborted) {
        this.#liveness.limit(quietSilenceMs);
        if (reads !== this.#readsBeats) {
          this.#openBeats();
        }
      }
    });
    if (reads === this.#readsBeats) {
      channel.send(beatCodec.encode({ kind: 'start' }));
    } else {
      channel.close(new StagelinqError('closed', 'the beats are opened again'));
    }
  }

  async #openBroadcast(): Promise<void> {
    const read: OnMessage = (bytes, start, end) => {
      const change = parseLibraryChange(broadcastCodec.decode(bytes.subarray(start, end)).json);
      if (change !== undefined) {
        this.#receiver.libraryChanged(change);
      }
    };
    await this.#openOptional(BROADCAST, { read });
  }

  async #openFiles(): Promise<FileTransfer> {
    try {
      await this.#main.complete;
      const channel = await this.#open(FILE_TRANSFER);
      if (channel === undefined) {
        throw new StagelinqError('no-services', 'the device offers no FileTransfer');
      }
      channel.ended.then(() => {
        this.#files = undefined;
      });
      return new FileTransfer(channel, this.#context, () => this.#receiver.filesChanged());
    } catch (cause) {
      this.#files = undefined;
      throw asStagelinqError(cause, 'unreachable', 'the files of the device cannot be reached');
    }
  }

  /** Logs a failure, which costs that service only. */
  async #openOptional(service: string, use: ServiceUse): Promise<MessageChannel | undefined> {
    const note = (reason: unknown) => {
      if (this.#closing.signal.aborted) {
        return;
      }
      const error = asStagelinqError(reason, 'closed', 'the service could not be used');
      this.#context.log.debug('device service unavailable', {
        service,
        device: this.info.source,
        address: this.info.address,
        code: error.code,
        reason: error.message,
      });
    };
    try {
      const channel = await this.#open(service, 'unreadMs' in use ? use : undefined);
      if (channel === undefined) {
        return undefined;
      }
      if ('read' in use) {
        channel.receive(use.read);
      }
      channel.ended.then(note);
      return channel;
    } catch (cause) {
      note(cause);
      return undefined;
    }
  }

  /** Undefined if the device does not offer the service. The channel ends with the device. */
  async #open(
    service: string,
    discard?: Extract<ServiceUse, { unreadMs: number }>,
  ): Promise<MessageChannel | undefined> {
    const port = this.#main.services.get(service);
    if (port === undefined) {
      return undefined;
    }
    const { address } = this.info;
    const sendsMuch = service === FILE_TRANSFER;
    const target = { address, port, service, unreadMs: discard?.unreadMs, sendsMuch };
    const onBytes = () => {
      this.#liveness.touch();
      discard?.onBytes();
    };
    const { signal } = this.#closing;
    const channel = await dialService(target, this.#context, onBytes, signal);
    closeWith(signal, channel);
    return channel;
  }
}
