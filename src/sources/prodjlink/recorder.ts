import { isDeepStrictEqual } from 'node:util';
import { PRESENCE_PORT, type ReceivedDatagram, STATUS_PORT, TIMING_PORT } from '@deckcast/prodjlink';
import type { DatagramEvent, Untimed } from '@deckcast/wire-kit/recording';
import { evictOldest } from '../../core/evict.ts';
import type { Clock } from '../../core/tools.ts';

/** Keeps repetitions this often: a player counts as lost after two silent seconds. */
const REPEATED_MS = 500;
/** Networks have fewer, but a program may forge addresses. */
const MAX_SENDERS = 256;

const PORTS = { presence: PRESENCE_PORT, timing: TIMING_PORT, status: STATUS_PORT } as const;

type Message = ReceivedDatagram['message'];

interface Kept {
  readonly news: unknown;
  /** Monotonic. */
  readonly at: number;
}

export class DatagramRecorder {
  readonly #write: (event: Untimed<DatagramEvent>) => void;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #kept = new Map<string, Kept>();

  constructor(write: (event: Untimed<DatagramEvent>) => void, clock: Pick<Clock, 'monotonic'>) {
    this.#write = write;
    this.#clock = clock;
  }

  receive({ port, address, bytes, message }: ReceivedDatagram): void {
    const at = this.#clock.monotonic();
    const key = `${port} ${senderOf(address, message)}`;
    const news = newsIn(message);
    const kept = this.#kept.get(key);
    if (kept !== undefined && at < kept.at + REPEATED_MS && isDeepStrictEqual(news, kept.news)) {
      return;
    }
    this.#kept.delete(key);
    this.#kept.set(key, { news, at });
    evictOldest(this.#kept, MAX_SENDERS);
    const hex = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
    this.#write({ event: 'datagram', port: PORTS[port], address, bytes: hex });
  }
}

/** Undecodable messages share a key, so that noise cannot fill the file. */
function senderOf(address: string, message: Message): string {
  if (message === undefined) {
    return '';
  }
  const number = 'number' in message ? message.number : '';
  const code = message.kind === 'unknown' ? message.code : '';
  // CDJ-3000X omits the track in every second status, so each would differ from the last.
  const track = message.kind === 'status' && message.trackId === 0 ? 'no track' : '';
  return `${address} ${message.name} ${number} ${message.kind} ${code}${track}`;
}

/** Drops counters and positions, which always change. */
function newsIn(message: Message): unknown {
  switch (message?.kind) {
    case 'status': {
      const { beat, beatInBar, pitch, ...news } = message;
      return news;
    }
    case 'mixer-status': {
      const { beatInBar, ...news } = message;
      return news;
    }
    case 'position':
    case 'unknown':
    case undefined:
      return undefined;
    default:
      return message;
  }
}
