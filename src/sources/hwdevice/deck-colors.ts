/**
 * Who tells a colour: the deck itself, the preferences of the layer that a player shows, or the profile of its
 * user. On a player the profile's numbers are those of players, not of decks.
 */
export type ColorTeller = 'deck' | 'layer' | 'profile';

export type DeviceRole = 'player' | 'all-in-one';

/** The first that tells counts. What players say of their layers has been seen on hardware. */
const TRUST: Readonly<Record<DeviceRole, readonly ColorTeller[]>> = {
  player: ['layer', 'deck'],
  'all-in-one': ['deck', 'profile', 'layer'],
};

/** The colours that one device tells of its decks. */
export class DeckColors {
  /** By number of the deck. */
  readonly #told = new Map<number, Map<ColorTeller, string>>();

  /** `color`: `#aarrggbb`. */
  note(teller: ColorTeller, number: number, color: string): void {
    this.#told.set(number, new Map(this.#told.get(number)).set(teller, color));
  }

  /** Of each deck that it told a colour of; empty where none counts. */
  *all(role: DeviceRole): Generator<{ readonly number: number; readonly color: string }> {
    for (const [number, colors] of this.#told) {
      const teller = TRUST[role].find((one) => colors.has(one));
      yield { number, color: (teller && colors.get(teller)) ?? '' };
    }
  }
}
