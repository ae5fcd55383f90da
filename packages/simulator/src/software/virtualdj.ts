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
  /** Default: named after the title. */
  readonly path?: string;
}

interface VirtualDeck {
  track: VirtualDjTrack | undefined;
  playing: boolean;
  volume: number;
  side: 'left' | 'right' | 'none';
  /** Factor of the pitch fader. */
  pitch: number;
  /** Milliseconds of the track at `movedAt`. */
  passedMs: number;
  movedAt: number;
}

/** Answer to unknown scripts. */
const FAILED = 'error:-2147467259';

const BEATLESS_BPM = 120;
const MINUTE_MS = 60_000;

export class SimulatedVirtualDj {
  wasQueried = false;
  /** Empty: answers any client. */
  password = '';
  crossfader = 0.5;
  sandbox = false;
  closed = false;
  busy = false;
  /** Lacks conditions, `sandbox` and `get_title`. */
  old = false;
  readonly #decks = new Map<number, VirtualDeck>();
  beforeAnswer: (script: string) => void = () => undefined;
  readonly #now: () => number;

  /** `now`: monotonic milliseconds. */
  constructor(now = (): number => performance.now()) {
    this.#now = now;
  }

  load(number: number, track: VirtualDjTrack | undefined): void {
    Object.assign(this.#settled(number), { track, playing: false, passedMs: 0 });
  }

  play(number: number, playing = true): void {
    this.#settled(number).playing = playing;
  }

  pitch(number: number, factor: number): void {
    this.#settled(number).pitch = factor;
  }

  jump(number: number, toMs: number): void {
    this.#settled(number).passedMs = toMs;
  }

  /** Beats since the start of the track, its first downbeat. */
  beat(number: number): number {
    const { track, passedMs } = this.#settled(number);
    return (passedMs / MINUTE_MS) * (track?.bpm ?? BEATLESS_BPM);
  }

  volume(number: number, to: number): void {
    this.#deck(number).volume = to;
  }

  assign(number: number, side: VirtualDeck['side']): void {
    this.#deck(number).side = side;
  }

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

  /** HTTP/1.0, one answer for each connection. Resolves to the address. */
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
      return this.#ofDeck(this.#settled(Number(number)), verb);
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

  #ofDeck({ track, playing, volume, side, pitch, passedMs }: VirtualDeck, verb: string): string {
    const bpm = track?.bpm ?? BEATLESS_BPM;
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
        return String(bpm);
      case 'get_bpm':
        return (bpm * pitch).toFixed(2);
      case 'get_time elapsed absolute':
        return passedMs.toFixed(0);
      case 'get_beatpos':
        return track.bpm === undefined ? FAILED : ((passedMs / MINUTE_MS) * bpm).toFixed(4);
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
      pitch: 1,
      passedMs: 0,
      movedAt: this.#now(),
    };
    this.#decks.set(number, deck);
    return deck;
  }

  #settled(number: number): VirtualDeck {
    const deck = this.#deck(number);
    const now = this.#now();
    deck.passedMs += deck.playing ? (now - deck.movedAt) * deck.pitch : 0;
    deck.movedAt = now;
    return deck;
  }
}
