/**
 * Where a color comes from: the deck itself, the preferences of the layer that a player shows, or the profile of its
 * user. On a player the profile's numbers are those of players, not of decks.
 */
export type ColorReporter = 'deck' | 'layer' | 'profile';

export type DeviceRole = 'player' | 'all-in-one';

/** The first that reports a color counts. The colors of layers were confirmed on hardware. */
const TRUST: Readonly<Record<DeviceRole, readonly ColorReporter[]>> = {
  player: ['layer', 'deck'],
  'all-in-one': ['deck', 'profile', 'layer'],
};

/** The colors that one device reports for its decks. */
export class DeckColors {
  /** By number of the deck. */
  readonly #reported = new Map<number, Map<ColorReporter, string>>();

  /** `color`: `#aarrggbb`. */
  note(reporter: ColorReporter, number: number, color: string): void {
    this.#reported.set(number, new Map(this.#reported.get(number)).set(reporter, color));
  }

  /** For each deck with a reported color; empty where none counts. */
  *all(role: DeviceRole): Generator<{ readonly number: number; readonly color: string }> {
    for (const [number, colors] of this.#reported) {
      const reporter = TRUST[role].find((one) => colors.has(one));
      yield { number, color: (reporter && colors.get(reporter)) ?? '' };
    }
  }
}
