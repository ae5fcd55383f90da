/** Icecast in Ogg: a stream for each track, silence of about 128 kbit/s. */

import { connect, type Socket } from 'node:net';
import { Timer, type WireClock } from '@deckcast/wire-kit';
import { type OggCodec, OggStreamWriter } from './ogg-stream.ts';

export interface BroadcastOptions {
  readonly port: number;
  /** Addresses other than 127.0.0.1 make it another client. */
  readonly from?: string | undefined;
  readonly mount?: string;
  readonly password?: string;
  readonly program?: string;
  readonly codec?: OggCodec;
  /** Latin-1; replaces the request's head. */
  readonly head?: string;
  readonly onError?: (error: Error) => void;
}

export interface BroadcastTrack {
  readonly artist?: string;
  readonly title?: string;
  /** `LABEL=…`. */
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
  answer = '';
  closed = false;
  readonly answered: Promise<void>;

  constructor(
    {
      port,
      from,
      mount = '/live.ogg',
      password = 'any',
      program = 'Broadcaster 1.0',
      codec = 'vorbis',
      head,
      onError = () => undefined,
    }: BroadcastOptions,
    clock: WireClock,
  ) {
    this.#codec = codec;
    this.#audio = new Timer(clock);
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      // Delayed bytes arrive after those that another program sends later.
      noDelay: true,
      ...(from === undefined ? {} : { localAddress: from }),
    });
    this.#socket
      .on('data', (bytes) => {
        this.answer += bytes;
      })
      .on('error', onError)
      .on('close', () => {
        this.closed = true;
        this.#audio.cancel();
      });
    this.answered = new Promise((resolve) => {
      this.#socket.once('data', () => resolve()).once('close', () => resolve());
    });
    this.#socket.write(
      head ??
        [
          `SOURCE ${mount} HTTP/1.0`,
          `Authorization: Basic ${Buffer.from(`source:${password}`).toString('base64')}`,
          `User-Agent: ${program}`,
          'Content-Type: application/ogg',
          'ice-name: Some station',
          '',
          '',
        ].join('\r\n'),
      head === undefined ? 'utf8' : 'latin1',
    );
  }

  play({ artist, title, more = [] }: BroadcastTrack): void {
    this.begin([
      ...(artist === undefined ? [] : [`ARTIST=${artist}`]),
      ...(title === undefined ? [] : [`TITLE=${title}`]),
      ...more,
    ]);
  }

  begin(comments: readonly (string | Uint8Array)[]): void {
    this.send(this.#stream?.pages([PAGE], { last: true }) ?? Buffer.alloc(0));
    this.#serial += 1;
    this.#stream = new OggStreamWriter(this.#serial);
    this.send(this.#stream.begin(this.#codec, comments));
    this.sendSilence();
  }

  send(bytes: Uint8Array): void {
    if (this.#socket.writable) {
      this.#socket.write(bytes);
    }
  }

  /** Stays connected, as if the network were gone unnoticed. */
  fallSilent(): void {
    this.#audio.cancel();
  }

  /** Sends the rest first. */
  leave(): void {
    this.#audio.cancel();
    this.#socket.end();
  }

  close(): void {
    this.#audio.cancel();
    this.#socket.destroy();
  }

  sendSilence(): void {
    this.#audio.set(PAGE_EVERY_MS, () => {
      this.send(this.#stream?.pages([PAGE]) ?? PAGE);
      this.sendSilence();
    });
  }
}
