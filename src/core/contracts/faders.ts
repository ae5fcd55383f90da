/** Faders of a controller, for sources that report none. */

export interface ControllerLevel {
  /** Loudness for the audience, 0 to 1, crossfader included; undefined while unknown. */
  readonly level: number | undefined;
  /** Own fader, 0 to 1; undefined until moved. */
  readonly fader: number | undefined;
}

/** Keyed by deck number, from 1. Missing decks are unknown. */
export type ControllerLevels = ReadonlyMap<number, ControllerLevel>;

export interface ControllerFaders {
  /** Calls `changed` at once and after each change. Returns a function that ends it. */
  follow(changed: (levels: ControllerLevels) => void): () => void;
}
