import type { HiddenBy } from '../../core/hidden-by.ts';
import type { LoggedLine } from '../../core/logged-line.ts';
import type { Silence } from '../../core/silence.ts';
import type { WIRE_VERSION } from './events.ts';
import type { HealthMessage } from './health.ts';
import type { Translatable } from './text.ts';

/**
 * Messages of `/api/v1/operator` (WebSocket): everything that the operator's page shows besides the on-air state,
 * complete each time; at most four a second, and at least two a second. For operators only.
 */
export interface OperatorMessage {
  readonly v: typeof WIRE_VERSION;
  readonly type: 'operator';
  /** The server's clock, milliseconds since 1970-01-01 UTC. */
  readonly at: number;
  /** Held track; null without one. */
  readonly held: WireHeld | null;
  /** Reason for hiding the track on air; null while it is visible. */
  readonly hiddenBy: HiddenBy | null;
  /** The track on air is noted for *Hide next time*: `--hide.tracks` has its names. */
  readonly listed: boolean;
  /** The featured track waits for its pictures: it can be hidden before the audience sees it. */
  readonly waiting: boolean;
  /** When the track on air ended, as `at`: its player stopped, its broadcast ended. Null while it plays. */
  readonly endedAt: number | null;
  /** The track on air is not known to play on; null while it plays. Its length ends here unless it goes on. */
  readonly silence: Silence | null;
  /** Milliseconds of stops after which the track on air went on: they are no part of its length. */
  readonly silentMs: number;
  readonly decks: readonly WireDeck[];
  /** The source has decks, so that a deck can be put on air. */
  readonly canPutOnAir: boolean;
  readonly health: HealthMessage;
  /** A token lets other devices operate. */
  readonly hasToken: boolean;
  /** Changes when the server starts again: it knows no code of `POST /api/v1/phone` from before. */
  readonly codeIssuer: string;
  /** Devices that have signed in with a code of this issuer. */
  readonly signedIn: number;
  /**
   * Lines since the last message, and earlier ones whose names were hidden or revealed since; in the first message, all
   * kept lines.
   */
  readonly log: readonly LoggedLine[];
}

/** Names are empty while hidden. */
export interface WireHeld {
  /** Identifies this play without naming its track: for `skip` and `hide-next-time`. */
  readonly play: string;
  readonly artist: string;
  readonly title: string;
  readonly deck: string | null;
  readonly hidden: boolean;
  /** Null while visible. */
  readonly hiddenBy: HiddenBy | null;
  /** `--hide.tracks` has its names, so it is hidden whenever it is played. */
  readonly listed: boolean;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly until: number;
}

/** Names are empty while hidden. */
export interface WireDeck extends Translatable {
  readonly deck: string;
  readonly device: string;
  /** Identifies the play of the loaded track without naming it: for `onair` and `hide-next-time`. Null while its names are incomplete. */
  readonly play: string | null;
  readonly artist: string;
  readonly title: string;
  readonly loaded: boolean;
  /** False while its device is lost, so that `playing` and `level` may be outdated. */
  readonly reachable: boolean;
  readonly playing: boolean;
  /** 0 to 1; null if the hardware reports none. */
  readonly level: number | null;
  /** Name of the deck's color; empty if unknown. */
  readonly color: string;
  readonly featured: boolean;
  /** The loaded track has been on air, so it is not the next one. */
  readonly announced: boolean;
  readonly hidden: boolean;
  /** Null while visible. */
  readonly hiddenBy: HiddenBy | null;
  /** `--hide.tracks` has the names of its track, so it is hidden whenever it is played. */
  readonly listed: boolean;
  /** Why the deck leads, or the condition that it waits for, in one sentence. */
  readonly reason: string;
}
