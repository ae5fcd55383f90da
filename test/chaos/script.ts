/** A chaos set as data: what the DJ's hands do and what goes wrong, each at its time. Everything else follows from it. */

/** What a deck is asked to play. `secret`: an expression hides it, always. */
export interface ChaosTrack {
  /** Whatever names the track holds this, and nothing else does. */
  readonly token: string;
  readonly artist: string;
  readonly title: string;
  readonly genre: string;
  readonly filename: string;
  readonly secret: boolean;
}

/** Where the word stands that hides a track. */
export type HidingField = 'title' | 'artist' | 'genre' | 'filename';

/** Decks count from 1; tracks from 0. */
export type DeckMove =
  | { readonly do: 'load'; readonly deck: number; readonly track: number }
  | { readonly do: 'unload' | 'play' | 'pause'; readonly deck: number }
  /** A hand on the platter, or off it: the button stays pressed. */
  | { readonly do: 'platter'; readonly deck: number; readonly turns: boolean }
  | { readonly do: 'fader'; readonly deck: number; readonly level: number }
  /** Red is the color that hides. */
  | { readonly do: 'color'; readonly deck: number; readonly red: boolean };

export type DiskTrouble = 'full' | 'broken' | 'hangs';
export type ServiceTrouble = 'fails' | 'limits' | 'refuses' | 'offline' | 'hangs' | 'loses the answer';
export type ServiceName = 'chat' | 'webhook';

/** What befalls the program for `ms` milliseconds. */
export type ChaosTrouble =
  /** Every connection to the devices breaks, and is there again afterward. */
  | { readonly do: 'drop'; readonly ms: number }
  /** `kill -9`, or an orderly stop; it is started again afterward. */
  | { readonly do: 'kill' | 'stop'; readonly ms: number }
  /** It gets no processor (SIGSTOP, a laptop that sleeps for a moment). */
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
  /** The computer's clock is set forward or back by this many milliseconds. */
  | { readonly do: 'clock'; readonly ms: number }
  /** The operator's word about the track on air. */
  | { readonly do: 'hide' | 'reveal' }
  /** Everything that is visible from outside is checked. */
  | { readonly do: 'snapshot' };

/** `at`: milliseconds from the start of the set; never decreases. */
export type TimedAct = { readonly at: number } & ChaosAct;

export interface ChaosSet {
  readonly seed: number;
  /** Which kind of deck source plays it; see `decks/index.ts`. */
  readonly decks: string;
  readonly deckCount: number;
  readonly algorithm: 'volume' | 'lead';
  readonly percent: number;
  /** Seconds of `--delay`. */
  readonly delay: number;
  /** How long a look-up of pictures takes, milliseconds. */
  readonly picturesMs: number;
  readonly tracks: readonly ChaosTrack[];
  readonly acts: readonly TimedAct[];
  /** When it is over, milliseconds. */
  readonly endsAt: number;
  /** What happens at once may take this many milliseconds longer: none in simulated time. */
  readonly slackMs: number;
}

/** Milliseconds that a publication waits for pictures at most (`--streaming.timeout`). */
export const PICTURES_WAIT_MS = 4_000;
