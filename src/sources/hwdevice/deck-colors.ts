/** Layers are of a player; the user's profile numbers players, not decks. */
export type ColorReporter = 'deck' | 'layer' | 'profile';

export type DeviceRole = 'player' | 'all-in-one';

/** Preferred first. Layer colors were confirmed on hardware. */
const TRUST: Readonly<Record<DeviceRole, readonly ColorReporter[]>> = {
  player: ['layer', 'deck'],
  'all-in-one': ['deck', 'profile', 'layer'],
};

export class DeckColors {
  readonly #reported = new Map<number, Map<ColorReporter, string>>();

  /** @param color `#aarrggbb` */
  note(reporter: ColorReporter, number: number, color: string): void {
    this.#reported.set(number, new Map(this.#reported.get(number)).set(reporter, color));
  }

  /** `color`: empty if its reporter does not count for this role. */
  *all(role: DeviceRole): Generator<{ readonly number: number; readonly color: string }> {
    for (const [number, colors] of this.#reported) {
      const reporter = TRUST[role].find((one) => colors.has(one));
      yield { number, color: (reporter && colors.get(reporter)) ?? '' };
    }
  }
}
