/** Minimal StagelinQ client for tests that examine a device's messages one by one. */
import { createSocket, type Socket as Datagrams } from 'node:dgram';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import {
  type Announcement,
  announcementCodec,
  directoryCodec,
  measureDirectory,
  measureFrames,
  Splitter,
} from '@deckcast/stagelinq';
import type { Codec } from '../../packages/stagelinq/src/bytes.ts';
import { waitFor } from './wait.ts';

export const CLIENT_TOKEN = '52fdfc072182654f163f5f0f9a621d72';

/** Announces itself on loopback and receives other announcements. */
export class RawClient {
  readonly announcements: Announcement[] = [];
  /** Number of received datagrams of any kind. */
  datagrams = 0;
  readonly #port: number;
  readonly #datagrams: Datagrams;
  readonly #sockets: Socket[] = [];

  constructor(discoveryPort: number) {
    this.#port = discoveryPort;
    this.#datagrams = createSocket({ type: 'udp4', reuseAddr: true });
  }

  async open(): Promise<void> {
    this.#datagrams.on('message', (bytes) => {
      this.datagrams += 1;
      try {
        this.announcements.push(announcementCodec.decode(bytes));
      } catch {
        // Tests send junk too.
      }
    });
    this.#datagrams.bind(this.#port);
    await once(this.#datagrams, 'listening');
    this.#datagrams.setBroadcast(true);
  }

  announce(action: Announcement['action'] = 'howdy'): Promise<void> {
    const bytes = announcementCodec.encode({
      token: CLIENT_TOKEN,
      source: 'raw client',
      action,
      software: 'test',
      version: '1',
      port: 0,
    });
    return new Promise((resolve) => {
      this.#datagrams.send(bytes, this.#port, '127.255.255.255', () => resolve());
    });
  }

  directory(port: number) {
    return this.#connection(port, directoryCodec, measureDirectory);
  }

  /** Connects to a service and names it. */
  service<Message>(port: number, name: string, codec: Codec<Message>) {
    const connection = this.#connection(port, codec, measureFrames());
    connection.send(directoryCodec.encode({ kind: 'service', token: CLIENT_TOKEN, service: name, port: 1 }));
    return connection;
  }

  /**
   * Port of a service of the device whose main connection is at `port`, after the device received this client's
   * announcement.
   */
  async find(port: number, service: string): Promise<number> {
    for (let tries = 0; tries < 20; tries += 1) {
      const directory = this.directory(port);
      directory.send(directoryCodec.encode({ kind: 'request', token: CLIENT_TOKEN }));
      const found = await waitFor(service, () => {
        const offer = directory.messages.find(
          (message) => message.kind === 'service' && message.service === service,
        );
        return directory.state.closed ? 'refused' : offer;
      });
      if (found !== 'refused') {
        return found.kind === 'service' ? found.port : 0;
      }
      await this.announce();
    }
    throw new Error(`the device at port ${port} does not hear us`);
  }

  close(): void {
    this.#datagrams.close();
    for (const socket of this.#sockets) {
      socket.destroy();
    }
  }

  #connection<Message>(port: number, codec: Codec<Message>, measure: ReturnType<typeof measureFrames>) {
    const socket = connect(port, '127.0.0.1');
    this.#sockets.push(socket);
    const splitter = new Splitter(measure);
    const messages: Message[] = [];
    const chunks: number[] = [];
    const state = { closed: false };
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk.length);
      splitter.push(chunk, (bytes, start, end) => {
        // A copy, because the splitter's bytes are valid during this call only.
        messages.push(codec.decode(Buffer.from(bytes.subarray(start, end))));
      });
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      state.closed = true;
    });
    return {
      messages,
      chunks,
      state,
      send: (bytes: Uint8Array): void => void socket.write(bytes),
      next: (accept: (message: Message) => boolean): Promise<Message> =>
        waitFor(
          'a message',
          () => messages.find(accept),
          () => `${messages.length} others came`,
        ),
    };
  }
}
