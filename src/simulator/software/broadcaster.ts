/** A program that broadcasts to Icecast in Ogg, a stream for each track, with silence of about 128 kbit/s. */
import { connect, type Socket } from 'node:net';
import type { Clock } from '../../core/tools.ts';
import { Timer } from '../../core/waiting.ts';
import { type OggCodec, OggStreamWriter } from '../../ogg/index.ts';

export interface BroadcastOptions {
  readonly port: number;
  /** Another address of this computer than 127.0.0.1 makes it another client. */
  readonly from?: string;
  readonly mount?: string;
  readonly password?: string;
  readonly program?: string;
  readonly codec?: OggCodec;
}

export interface BroadcastTrack {
  readonly artist?: string;
  readonly title?: string;
  /** Further comments: `LABEL=…`. */
  readonly more?: readonly string[];
}

const PAGE_EVERY_MS = 250;
const PAGE = Buffer.alloc(4_000);

export class SimulatedBroadcaster {
  readonly #socket: Socket;
  readonly #codec: OggCodec;
  readonly #audio: Timer;
  #stream: OggStreamWriter | undefined;
  #serial = 0;
  /** What it was answered so far. */
  answer = '';
  /** The connection has ended. */
  closed = false;

  constructor(
    {
      port,
      from,
      mount = '/live.ogg',
      password = 'any',
      program = 'Broadcaster 1.0',
      codec = 'vorbis',
    }: BroadcastOptions,
    clock: Clock,
  ) {
    this.#codec = codec;
    this.#audio = new Timer(clock);
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      ...(from === undefined ? {} : { localAddress: from }),
    });
    this.#socket
      .on('data', (bytes) => {
        this.answer += bytes;
      })
      .on('error', () => undefined)
      .on('close', () => {
        this.closed = true;
        this.#audio.cancel();
      });
    this.#socket.write(
      [
        `SOURCE ${mount} HTTP/1.0`,
        `Authorization: Basic ${Buffer.from(`source:${password}`).toString('base64')}`,
        `User-Agent: ${program}`,
        'Content-Type: application/ogg',
        'ice-name: Some station',
        '',
        '',
      ].join('\r\n'),
    );
  }

  /** The next track begins: a stream of its own. */
  play({ artist, title, more = [] }: BroadcastTrack): void {
    const comments = [
      ...(artist === undefined ? [] : [`ARTIST=${artist}`]),
      ...(title === undefined ? [] : [`TITLE=${title}`]),
      ...more,
    ];
    this.send(this.#stream?.pages([PAGE], { last: true }) ?? Buffer.alloc(0));
    this.#serial += 1;
    this.#stream = new OggStreamWriter(this.#serial);
    this.send(this.#stream.begin(this.#codec, comments));
    this.#goOn();
  }

  /** Any bytes. */
  send(bytes: Uint8Array): void {
    if (this.#socket.writable) {
      this.#socket.write(bytes);
    }
  }

  /** It stays connected and sends nothing more: the network is gone, and it has not noticed. */
  fallSilent(): void {
    this.#audio.cancel();
  }

  close(): void {
    this.#audio.cancel();
    this.#socket.destroy();
  }

  #goOn(): void {
    this.#audio.set(PAGE_EVERY_MS, () => {
      this.send(this.#stream?.pages([PAGE]) ?? PAGE);
      this.#goOn();
    });
  }
}
