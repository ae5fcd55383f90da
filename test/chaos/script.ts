/** Chaos set as data, from which everything follows. */

/** `secret`: a rule hides it. */
export interface ChaosTrack {
  /** In every text that names the track, and nowhere else. */
  readonly token: string;
  readonly artist: string;
  readonly title: string;
  readonly genre: string;
  readonly filename: string;
  readonly secret: boolean;
}

export type HidingField = 'title' | 'artist' | 'genre' | 'filename';

/** Decks count from 1, tracks from 0. */
export type DeckMove =
  | { readonly do: 'load'; readonly deck: number; readonly track: number }
  | { readonly do: 'unload' | 'play' | 'pause'; readonly deck: number }
  /** Hand on or off the platter, in play mode. */
  | { readonly do: 'platter'; readonly deck: number; readonly turns: boolean }
  | { readonly do: 'fader'; readonly deck: number; readonly level: number }
  | { readonly do: 'color'; readonly deck: number; readonly red: boolean };

export type DiskTrouble = 'full' | 'broken' | 'hangs';
export type ServiceTrouble = 'fails' | 'limits' | 'refuses' | 'offline' | 'hangs' | 'loses the answer';
export type ServiceName = 'chat' | 'webhook';

export type ChaosTrouble =
  | { readonly do: 'drop'; readonly ms: number }
  | { readonly do: 'kill' | 'stop'; readonly ms: number }
  /** SIGSTOP, or a laptop's nap. */
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
  | { readonly do: 'clock'; readonly ms: number }
  | { readonly do: 'hide' | 'reveal' }
  /** `next`: the track on air leaves the air. */
  | { readonly do: 'new set'; readonly next?: true }
  /** Of a loaded track that the operator's page names; the operator presses `ms` after reading it. */
  | { readonly do: 'hide next'; readonly track: number; readonly ms: number }
  /** `back`: rows between it and the last one of the set list. */
  | { readonly do: 'remove'; readonly back: number }
  /** Of the last removed row. */
  | { readonly do: 'put back' }
  | { readonly do: 'snapshot' };

/** `at`: ms from the start, never decreasing. */
export type TimedAct = { readonly at: number } & ChaosAct;

export interface ChaosSet {
  readonly seed: number;
  /** See `decks/index.ts`. */
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
  readonly endsAt: number;
  /** Ms for immediate effects; 0 in simulated time. */
  readonly slackMs: number;
}

/** Tempo of a track, which begins with a downbeat. */
export function bpmOf(track: number): number {
  return 117 + 5 * (track % 4);
}

/** Ms (`--streaming.timeout`). */
export const PICTURES_WAIT_MS = 4_000;
