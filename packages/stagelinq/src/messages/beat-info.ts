import { ByteReader, ByteWriter, type Codec } from '../bytes.ts';
import { StagelinqError } from '../errors.ts';

/**
 * Message of the `BeatInfo` service, in a frame.
 *
 * | id (u32) | kind | after the id |
 * |---|---|---|
 * | 0 | `start` | nothing |
 * | 1 | `stop` | nothing |
 * | 2 | `beat` | clock u64, deck count u32, per deck 3 x f64 (beat, total beats, bpm), then per deck f64 (position) |
 *
 * Once started, a device sends about 30 beats a second, even while nothing plays.
 */
export type BeatMessage = { readonly kind: 'start' } | { readonly kind: 'stop' } | Beat;

/** Beats and positions of all decks at one moment. */
export interface Beat {
  readonly kind: 'beat';
  /** Nanoseconds since the device started. */
  readonly clock: bigint;
  readonly decks: readonly DeckBeat[];
}

/** Beat and position of one deck. */
export interface DeckBeat {
  /** Beats since the track's first, with fraction. */
  readonly beat: number;
  readonly totalBeats: number;
  /** 120 on an empty deck of some devices. */
  readonly bpm: number;
  /** Position in samples: divide by the track's sample rate for seconds. */
  readonly samples: number;
}

/** Name of the beat service. */
export const BEAT_INFO = 'BeatInfo';

const START = 0;
const STOP = 1;
const BEAT = 2;
const BYTES_PER_DECK = 4 * 8;

/** Codec of the beat service's frames. */
export const beatCodec: Codec<BeatMessage> = {
  encode(message) {
    const writer = new ByteWriter();
    if (message.kind === 'start') {
      return writer.u32(START).finishFrame();
    }
    if (message.kind === 'stop') {
      return writer.u32(STOP).finishFrame();
    }
    writer.u32(BEAT).u64(message.clock).u32(message.decks.length);
    for (const deck of message.decks) {
      writer.f64(deck.beat).f64(deck.totalBeats).f64(deck.bpm);
    }
    for (const deck of message.decks) {
      writer.f64(deck.samples);
    }
    return writer.finishFrame();
  },

  decode(bytes) {
    const reader = new ByteReader(bytes);
    reader.u32();
    const message = readBody(reader, reader.u32());
    reader.end();
    return message;
  },
};

function readBody(reader: ByteReader, id: number): BeatMessage {
  switch (id) {
    case START:
      return { kind: 'start' };
    case STOP:
      return { kind: 'stop' };
    case BEAT:
      return { kind: 'beat', clock: reader.u64(), decks: readDecks(reader, reader.u32()) };
    default:
      throw new StagelinqError('malformed', `unknown beat message ${id}`);
  }
}

function readDecks(reader: ByteReader, count: number): DeckBeat[] {
  if (reader.remaining !== count * BYTES_PER_DECK) {
    throw new StagelinqError('malformed', `${reader.remaining} bytes can't hold the beats of ${count} decks`);
  }
  const decks = Array.from({ length: count }, () => ({
    beat: reader.f64(),
    totalBeats: reader.f64(),
    bpm: reader.f64(),
  }));
  return decks.map((deck) => ({ ...deck, samples: reader.f64() }));
}
