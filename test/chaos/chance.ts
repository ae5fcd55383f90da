import { createRandom } from '../../packages/simulator/src/simulation.ts';

/** Same seed, same choices. */
export class Chance {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = createRandom(seed);
  }

  readonly next = (): number => this.#random();

  /** Both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.#random() * (most - least + 1));
  }

  percent(share: number): boolean {
    return this.#random() * 100 < share;
  }

  /** @throws Error if `items` is empty */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.between(0, items.length - 1)];
    if (item === undefined) {
      throw new Error('nothing to pick from');
    }
    return item;
  }

  shuffle<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => ({ item, at: this.#random() }))
      .sort((one, other) => one.at - other.at)
      .map(({ item }) => item);
  }
}
