/** A chaos set as data: the DJ's moves and the troubles with their times. Everything else follows from it. */

/** Track for a deck. `secret`: a rule always hides it. */
export interface ChaosTrack {
  /** Occurs in every text that names the track, and nowhere else. */
  readonly token: string;
  readonly artist: string;
  readonly title: string;
  readonly genre: string;
  readonly filename: string;
  readonly secret: boolean;
}

/** Field with the word that hides a track. */
export type HidingField = 'title' | 'artist' | 'genre' | 'filename';

/** Decks count from 1, tracks from 0. */
export type DeckMove =
  | { readonly do: 'load'; readonly deck: number; readonly track: number }
  | { readonly do: 'unload' | 'play' | 'pause'; readonly deck: number }
  /** A hand on the platter or off it; the deck stays in play mode. */
  | { readonly do: 'platter'; readonly deck: number; readonly turns: boolean }
  | { readonly do: 'fader'; readonly deck: number; readonly level: number }
  /** Red is the hiding color. */
  | { readonly do: 'color'; readonly deck: number; readonly red: boolean };

export type DiskTrouble = 'full' | 'broken' | 'hangs';
export type ServiceTrouble = 'fails' | 'limits' | 'refuses' | 'offline' | 'hangs' | 'loses the answer';
export type ServiceName = 'chat' | 'webhook';

/** Trouble of the program for `ms` milliseconds. */
export type ChaosTrouble =
  /** Breaks every connection to the devices, and restores them afterward. */
  | { readonly do: 'drop'; readonly ms: number }
  /** `kill -9` or an orderly stop, with a restart afterward. */
  | { readonly do: 'kill' | 'stop'; readonly ms: number }
  /** Takes the processor away (SIGSTOP, or a laptop that sleeps for a moment). */
  | { readonly do: 'stall'; readonly ms: number }
  | { readonly do: 'disk'; readonly how: DiskTrouble; readonly ms: number }
  | {
      readonly do: 'service';
      readonly which: ServiceName;
      readonly how: ServiceTrouble;
      readonly ms: number;
    };

export type ChaosAct =
  | DeckMove
  | ChaosTrouble
  /** Sets the computer's clock forward or back by this many milliseconds. */
  | { readonly do: 'clock'; readonly ms: number }
  /** The operator's verdict on the current track. */
  | { readonly do: 'hide' | 'reveal' }
  /** Checks everything that is visible from outside. */
  | { readonly do: 'snapshot' };

/** `at`: milliseconds from the start of the set; never decreases. */
export type TimedAct = { readonly at: number } & ChaosAct;

export interface ChaosSet {
  readonly seed: number;
  /** Kind of deck source; see `decks/index.ts`. */
  readonly decks: string;
  readonly deckCount: number;
  readonly algorithm: 'volume' | 'lead';
  readonly percent: number;
  /** Seconds of `--delay`. */
  readonly delay: number;
  /** Duration of a picture look-up in ms. */
  readonly picturesMs: number;
  readonly tracks: readonly ChaosTrack[];
  readonly acts: readonly TimedAct[];
  /** End of the set in ms. */
  readonly endsAt: number;
  /** Tolerance in ms for immediate effects: 0 in simulated time. */
  readonly slackMs: number;
}

/** Longest wait of a publication for pictures in ms (`--streaming.timeout`). */
export const PICTURES_WAIT_MS = 4_000;
