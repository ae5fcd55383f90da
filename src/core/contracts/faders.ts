/** Contract of the faders of a controller, for sources that report none. */

export interface ControllerLevel {
  /** Level of the deck for the audience, 0 to 1, crossfader included; undefined while unknown. */
  readonly level: number | undefined;
  /** Position of the deck's own fader, 0 to 1; undefined until it was moved. */
  readonly fader: number | undefined;
}

/** Levels by deck number, from 1. Missing decks are unknown. */
export type ControllerLevels = ReadonlyMap<number, ControllerLevel>;

export interface ControllerFaders {
  /** Calls `changed` at once and after each change. Returns a function that ends this. */
  follow(changed: (levels: ControllerLevels) => void): () => void;
}
