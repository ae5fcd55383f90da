import type { HiddenBy } from '../../core/hidden-by.ts';
import type { LoggedLine } from '../../core/logged-line.ts';
import type { WIRE_VERSION } from './events.ts';
import type { HealthMessage } from './health.ts';

/**
 * The messages of `/api/v1/operator` (WebSocket): everything that the operator's page shows besides what is on air,
 * complete each time; at most four a second, and at least two a second. For operators only.
 */
export interface OperatorMessage {
  readonly v: typeof WIRE_VERSION;
  readonly type: 'operator';
  /** The server's clock, milliseconds since 1970-01-01 UTC. */
  readonly at: number;
  /** The held track; null when there is none. */
  readonly held: WireHeld | null;
  /** Why the track on air is hidden; null while it is not. */
  readonly hiddenBy: HiddenBy | null;
  /** The featured track waits for its pictures: it can be hidden before the audience sees it. */
  readonly waiting: boolean;
  readonly decks: readonly WireDeck[];
  /** Whether a deck can be put on air: the source has decks. */
  readonly canPutOnAir: boolean;
  readonly health: HealthMessage;
  /**
   * Lines since the last message, and earlier ones again whose names were hidden or revealed since; in the first message,
   * all kept lines.
   */
  readonly log: readonly LoggedLine[];
}

/** Names are empty while hidden. */
export interface WireHeld {
  /** Names this play, and nothing of its track: for `skip`. */
  readonly play: string;
  readonly artist: string;
  readonly title: string;
  readonly deck: string | null;
  readonly hidden: boolean;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly until: number;
}

/** Names are empty while hidden. */
export interface WireDeck {
  readonly deck: string;
  readonly device: string;
  /** Names the play of the loaded track, and nothing of the track: for `onair`. Null while its names are not complete. */
  readonly play: string | null;
  readonly artist: string;
  readonly title: string;
  readonly loaded: boolean;
  readonly playing: boolean;
  /** 0 to 1; null when the hardware reports none. */
  readonly level: number | null;
  /** Name of the deck's color; empty when unknown. */
  readonly color: string;
  readonly featured: boolean;
  /** It has been on air in this load, so it is not what comes next. */
  readonly announced: boolean;
  readonly hidden: boolean;
  /** Null while it is not hidden. */
  readonly hiddenBy: HiddenBy | null;
  /** One sentence: why it leads, or what it waits for. */
  readonly reason: string;
}

/** `POST /api/v1/onair`. */
export interface OnAirRequest {
  /** The deck's label: "2", "1B". */
  readonly deck: string | number;
  /** As `decks` of the operator's messages has it: refused for any other track. Without it: what is loaded. */
  readonly play?: string;
}

/** `POST /api/v1/skip`: which track is meant. Another one may be held by the time a request arrives. */
export interface SkipRequest {
  /** As `held` of the operator's messages has it: refused for any other track. Without it: what is held. */
  readonly play?: string;
}

/**
 * `POST /api/v1/hide`, `reveal`, `recall` and `hide-next-time`: which track is meant. The next one may be on air by the
 * time a request arrives, and may be one that nobody must see. `hide` hides the track that is meant also when it is over.
 */
export interface PlayRequest {
  /**
   * In the set, from 1, as the events have it: all but `hide` are refused for any other track. Without it: what is on
   * air.
   */
  readonly position?: number;
}

/** `POST /api/v1/edit`: the right names, at least one of them. */
export interface EditRequest extends PlayRequest {
  /** @maxLength 1000 */
  readonly artist?: string;
  /** @maxLength 1000 */
  readonly title?: string;
}

/** `POST /api/v1/track`: with an artist or a title; a key that is not listed is refused. Texts of up to 1000 characters. */
export interface TrackRequest {
  readonly artist?: string;
  readonly title?: string;
  readonly genre?: string;
  readonly album?: string;
  readonly filename?: string;
  readonly label?: string;
  readonly remixer?: string;
  readonly comment?: string;
  readonly key?: string;
  /** Beats a minute, below 1000; 0 when unknown. */
  readonly bpm?: number;
  /** Of four digits; 0 when unknown. */
  readonly year?: number;
  /** The recording's ISRC; hyphens and small letters do no harm. */
  readonly isrc?: string;
  /** Seconds; 0 when unknown. */
  readonly duration?: number;
}

/** `PUT /api/v1/decks/{deck}`: what is left out is unknown; without a track the deck is empty. */
export interface DeckRequest {
  readonly track?: TrackRequest | null;
  /** Left out: it plays while a track is loaded. */
  readonly playing?: boolean;
  /** How loud the audience hears it, 0 to 1. */
  readonly level?: number;
  /** It sets the tempo. */
  readonly master?: boolean;
  /** The track's file on the computer that deckcast runs on, by which the room is listened to. */
  readonly path?: string;
}
