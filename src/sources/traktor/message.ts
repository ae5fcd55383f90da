/** Keys may be missing; unknown ones are ignored. */
import * as v from 'valibot';
import { jsonIn } from '../../core/json.ts';
import { clampLevel } from '../../core/level.ts';

export type TraktorMessage = LoadMessage | UpdateMessage | ChannelMessage | ClockMessage;

export interface LoadMessage extends v.InferOutput<typeof LOAD> {
  readonly kind: 'load';
  /** 1 to 4, for A to D. */
  readonly deck: number;
}

/** A deck started or stopped; also sent every second, with the position, while it plays. */
export interface UpdateMessage extends v.InferOutput<typeof UPDATE> {
  readonly kind: 'update';
  readonly deck: number;
}

export interface ChannelMessage extends v.InferOutput<typeof CHANNEL> {
  readonly kind: 'channel';
  /** 1 to 4: channel 1 of Traktor's mixer is deck A's. */
  readonly channel: number;
}

export interface ClockMessage {
  readonly kind: 'clock';
  /** 1 to 4; undefined for Traktor's own clock. */
  readonly deck: number | undefined;
}

/** Ignores only values of wrong types. */
function maybe<Schema extends v.GenericSchema>(schema: Schema) {
  return v.fallback(v.optional(schema), undefined);
}

const NUMBER = maybe(v.pipe(v.number(), v.finite()));
const LEVEL = maybe(v.pipe(v.number(), v.transform(clampLevel)));
const TEXT = v.fallback(v.optional(v.string(), ''), '');
const TRUTH = maybe(v.boolean());

const UPDATE = v.object({
  isPlaying: TRUTH,
  /** Seconds. */
  elapsedTime: NUMBER,
  /** 1: the file's tempo. */
  tempo: NUMBER,
});

const LOAD = v.object({
  ...UPDATE.entries,
  title: TEXT,
  artist: TEXT,
  album: TEXT,
  genre: TEXT,
  comment: TEXT,
  label: TEXT,
  remixer: TEXT,
  /** Key in the file's tags. */
  keyText: TEXT,
  /** Detected by Traktor: `9m`. */
  key: TEXT,
  /** The beat grid's, without pitch. */
  bpm: NUMBER,
  /** A downbeat of the beat grid, seconds. */
  gridOffset: NUMBER,
  filePath: TEXT,
  /** Seconds. */
  trackLength: NUMBER,
});

const CHANNEL = v.object({
  isOnAir: TRUTH,
  /** Fader and crossfader, 0 to 1. */
  onAirLevel: LEVEL,
});

/** Some copies of the client name the deck in the body (`/updateDeck`). */
const DECK = v.object({ deck: TEXT });

const PATH = /^\/(deckLoaded|updateDeck|updateChannel|updateMasterClock)(?:\/([^/?]*))?\/?(?:\?|$)/;

/** Undefined for requests that the client does not send. `path`: request target. */
export function readMessage(path: string, body: Uint8Array): TraktorMessage | undefined {
  const [, kind, place = ''] = PATH.exec(path) ?? [];
  const named = jsonIn(body, DECK);
  if (kind === undefined || named === undefined) {
    return undefined;
  }
  const deck = deckNumber(place || named.deck);
  switch (kind) {
    case 'deckLoaded': {
      const values = jsonIn(body, LOAD);
      return deck === undefined || values === undefined ? undefined : { kind: 'load', deck, ...values };
    }
    case 'updateDeck': {
      const values = jsonIn(body, UPDATE);
      return deck === undefined || values === undefined ? undefined : { kind: 'update', deck, ...values };
    }
    case 'updateChannel': {
      const values = jsonIn(body, CHANNEL);
      return !/^[1-4]$/.test(place) || values === undefined
        ? undefined
        : { kind: 'channel', channel: Number(place), ...values };
    }
    default:
      return { kind: 'clock', deck };
  }
}

function deckNumber(letter: string): number | undefined {
  const at = 'ABCD'.indexOf(letter.toUpperCase());
  return letter.length === 1 && at >= 0 ? at + 1 : undefined;
}
