import type { HiddenBy } from '../../core/hidden-by.ts';
import type { LoggedLine } from '../../core/logged-line.ts';
import type { WIRE_VERSION } from './events.ts';
import type { HealthMessage } from './health.ts';
import type { Translatable } from './text.ts';

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
export interface WireDeck extends Translatable {
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
