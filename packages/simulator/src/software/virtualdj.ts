/** Network Control plug-in, quirks included. */

import { createServer, type Socket } from 'node:net';
import { openServer } from '@deckcast/wire-kit';

export interface VirtualDjTrack {
  readonly title: string;
  readonly artist: string;
  readonly album?: string;
  readonly genre?: string;
  readonly label?: string;
  readonly comment?: string;
  readonly key?: string;
  readonly bpm?: number;
  readonly year?: number;
  /** Answer to `get_filepath`; absent: a file named after the title. */
  readonly path?: string;
}

interface VirtualDeck {
  track: VirtualDjTrack | undefined;
  playing: boolean;
  volume: number;
  side: 'left' | 'right' | 'none';
}

/** Answer to unknown scripts. */
export const FAILED = 'error:-2147467259';

export class SimulatedVirtualDj {
  wasQueried = false;
  /** Empty: answers any client. */
  password = '';
  crossfader = 0.5;
  sandbox = false;
  closed = false;
  busy = false;
  /** Old build, without conditions, `sandbox` and `get_title`. */
  old = false;
  readonly #decks = new Map<number, VirtualDeck>();
  beforeAnswer: (script: string) => void = () => undefined;

  load(number: number, track: VirtualDjTrack | undefined): void {
    Object.assign(this.#deck(number), { track, playing: false });
  }

  play(number: number, playing = true): void {
    this.#deck(number).playing = playing;
  }

  volume(number: number, to: number): void {
    this.#deck(number).volume = to;
  }

  assign(number: number, side: VirtualDeck['side']): void {
    this.#deck(number).side = side;
  }

  /** Stands in for an HTTP client's `fetch`. */
  readonly fetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    init.signal?.throwIfAborted();
    if (this.closed) {
      throw Object.assign(new TypeError('fetch failed'), {
        cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
      });
    }
    if (this.busy) {
      await new Promise((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    }
    const { status, body } = this.#respond(
      init.method ?? 'GET',
      new URL(url).pathname,
      new Headers(init.headers).get('authorization') ?? '',
      String(init.body ?? ''),
    );
    return new Response(body, { status });
  };

  /** Real socket: HTTP/1.0, one answer for each connection, until the signal fires. Resolves to its address. */
  async serve(signal: AbortSignal): Promise<string> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      let received = '';
      sockets.add(socket);
      socket
        .setEncoding('utf8')
        .on('error', () => undefined)
        .on('close', () => sockets.delete(socket))
        .on('data', (text) => {
          if (this.closed) {
            socket.destroy();
            return;
          }
          received += text;
          const [head = '', body] = received.split('\r\n\r\n');
          const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
          if (body === undefined || Buffer.byteLength(body) < length) {
            return;
          }
          const [method = '', path = ''] = head.split(' ');
          const password = /authorization: ([^\r]*)/i.exec(head)?.[1] ?? '';
          const answer = this.#respond(method, path, password, body);
          socket.end(`HTTP/1.0 ${answer.status} OK\r\nContent-Type: text/plain\r\n\r\n${answer.body}`);
        });
    });
    const port = await openServer(server, { host: '127.0.0.1', port: 0 });
    const close = (): void => {
      server.close();
      for (const socket of sockets) {
        socket.destroy();
      }
    };
    signal.addEventListener('abort', close, { once: true });
    return `http://127.0.0.1:${port}`;
  }

  #respond(
    method: string,
    path: string,
    authorization: string,
    script: string,
  ): { readonly status: number; readonly body: string } {
    this.wasQueried = true;
    if (method !== 'POST' || path !== '/query') {
      return { status: 404, body: '' };
    }
    if (this.password !== '' && authorization !== `Bearer ${this.password}`) {
      return { status: 401, body: '' };
    }
    this.beforeAnswer(script);
    return { status: 200, body: this.answer(script) };
  }

  answer(script: string): string {
    const [, condition, yes = '', no = ''] = /^(.*?) \? (.*) : (.*)$/.exec(script) ?? [];
    if (condition !== undefined) {
      return this.old ? FAILED : this.answer(this.answer(condition) === 'yes' ? yes : no);
    }
    const [, text] = /^get_text '(.*)'$/.exec(script) ?? [];
    if (text !== undefined) {
      return text;
    }
    const [, number, verb = ''] = /^deck (\d+) (.*)$/.exec(script) ?? [];
    if (number !== undefined) {
      return this.#ofDeck(this.#deck(Number(number)), verb);
    }
    switch (script) {
      case 'crossfader':
        return String(this.crossfader);
      case 'sandbox':
        return this.old ? FAILED : this.sandbox ? 'on' : 'off';
      default:
        return FAILED;
    }
  }

  #ofDeck({ track, playing, volume, side }: VirtualDeck, verb: string): string {
    switch (verb) {
      case 'loaded':
        return track === undefined ? 'no' : 'yes';
      case 'play':
        return playing ? 'true' : 'false';
      case 'is_audible':
        return playing && volume > 0 ? '1' : '0';
      case 'volume':
        return volume > 0.999 ? '100%' : String(volume);
      case 'leftcross':
        return side === 'left' ? 'on' : 'off';
      case 'rightcross':
        return side === 'right' ? 'on' : 'off';
      case 'get_title':
        return this.old ? FAILED : (track?.title ?? 'Drag a song on this deck to load it');
      case "get_loaded_song 'title'":
        return track?.title ?? FAILED;
    }
    if (track === undefined) {
      return FAILED;
    }
    switch (verb) {
      case 'get_artist':
        return `"${track.artist}"\r\n`;
      case 'get_album':
        return track.album ?? '';
      case 'get_genre':
        return track.genre ?? FAILED;
      case 'get_bpm absolute':
        return String(track.bpm ?? 120);
      case "get_loaded_song 'label'":
        return track.label ?? '';
      case "get_loaded_song 'comment'":
        return track.comment ?? '';
      case "get_loaded_song 'key'":
        return track.key ?? '';
      case "get_loaded_song 'year'":
        return String(track.year ?? '');
      case 'get_songlength':
        return '301.5';
      case 'get_filepath':
        return track.path ?? `/Users/dj/Music/${track.title}.mp3`;
      default:
        return FAILED;
    }
  }

  #deck(number: number): VirtualDeck {
    const deck = this.#decks.get(number) ?? {
      track: undefined,
      playing: false,
      volume: 0,
      side: 'none',
    };
    this.#decks.set(number, deck);
    return deck;
  }
}
