import type { Socket } from 'node:net';
import type { BroadcastAudio, BroadcastTap } from '../../core/contracts/hearing.ts';
import { plainAddress } from '../../core/loopback.ts';
import type { Secret } from '../../core/option.ts';
import type { Clock } from '../../core/tools.ts';
import { Timer } from '../../core/waiting.ts';
import { type Broadcaster, Conversation, type ConversationEvents } from './conversation.ts';

const OPENS_WITHIN_MS = 10_000;
/** Audio never pauses, not even in silence. */
const SILENT_AFTER_MS = 10_000;
/** Lets a client that still sends read the last response. */
const READS_ANSWER_WITHIN_MS = 2_000;

export interface IcecastConnectionOptions extends Pick<ConversationEvents, 'names'> {
  readonly password: Secret;
  readonly clock: Clock;
  /** Absent: audio is dropped. */
  readonly audio: BroadcastAudio | undefined;
  readonly onBegin: (connection: IcecastConnection, broadcaster: Broadcaster) => string | undefined;
  /** Called once, when receiving ends. `fault`: the client's mistake. */
  readonly onEnd: (connection: IcecastConnection, fault: string | undefined) => void;
  readonly onClosed: (connection: IcecastConnection) => void;
}

export class IcecastConnection {
  readonly host: string;
  readonly #socket: Socket;
  readonly #options: IcecastConnectionOptions;
  readonly #conversation: Conversation;
  readonly #limit: Timer;
  #heardAt: number;
  readonly #rest: Timer;
  #tap: BroadcastTap | undefined;
  #ended = false;
  #isGoodbye = false;

  constructor(socket: Socket, options: IcecastConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.host = plainAddress(socket.remoteAddress ?? '');
    this.#heardAt = options.clock.monotonic();
    this.#limit = new Timer(options.clock);
    this.#rest = new Timer(options.clock);
    this.#limit.set(OPENS_WITHIN_MS, () => this.end('it sent no complete request'));
    this.#conversation = new Conversation(options.password, {
      names: options.names,
      audio: (piece) => this.#restFor(this.#tap?.push(piece) ?? 0),
      begin: (broadcaster) => this.#begin(broadcaster),
      send: (text, last, fault) => {
        if (last) {
          this.end(fault, text);
        } else {
          socket.write(text);
        }
      },
    });
    socket
      .on('data', (bytes: Buffer) => this.#receive(bytes))
      // A client that half-closes waits for nothing.
      .on('end', () => {
        this.#isGoodbye ||= !this.#ended;
        this.end();
      })
      // Clients may leave with a reset; `close` follows.
      .on('error', () => undefined)
      .on('close', () => {
        this.end();
        this.#limit.cancel();
        options.onClosed(this);
      });
  }

  /** Monotonic. */
  get heardAt(): number {
    return this.#heardAt;
  }

  /** The client ended it in order, rather than fell silent or was cut off. */
  get isGoodbye(): boolean {
    return this.#isGoodbye;
  }

  get broadcaster(): Broadcaster | undefined {
    return this.#conversation.broadcaster;
  }

  end(fault?: string, answer = ''): void {
    if (this.#ended) {
      return;
    }
    this.#ended = true;
    this.#tap?.end();
    this.#rest.cancel();
    this.#socket.resume();
    this.#options.onEnd(this, fault);
    // Closing at once would lose the answer while the client sends.
    this.#limit.set(answer === '' ? 0 : READS_ANSWER_WITHIN_MS, () => this.#socket.destroy());
    this.#socket.end(answer);
  }

  destroy(): void {
    this.end();
    this.#limit.cancel();
    this.#socket.destroy();
  }

  #receive(bytes: Buffer): void {
    this.#heardAt = this.#options.clock.monotonic();
    if (!this.#ended) {
      this.#conversation.push(bytes);
    }
  }

  /** Pauses reading, because each packet wakes the program. */
  #restFor(ms: number): void {
    if (ms === 0 || this.#rest.isSet || this.#ended) {
      return;
    }
    this.#rest.set(ms, () => this.#socket.resume());
    setImmediate(() => {
      if (this.#rest.isSet) {
        this.#socket.pause();
      }
    });
  }

  #begin(broadcaster: Broadcaster): string | undefined {
    const refusal = this.#options.onBegin(this, broadcaster);
    if (refusal === undefined) {
      this.#tap = this.#options.audio?.begin(broadcaster);
      this.#awaitSilence();
    }
    return refusal;
  }

  #awaitSilence(): void {
    const { clock } = this.#options;
    this.#limit.set(this.#heardAt + SILENT_AFTER_MS - clock.monotonic(), () => {
      if (clock.monotonic() >= this.#heardAt + SILENT_AFTER_MS) {
        this.end(`it sent nothing for ${SILENT_AFTER_MS / 1_000} seconds`);
      } else {
        this.#awaitSilence();
      }
    });
  }
}
