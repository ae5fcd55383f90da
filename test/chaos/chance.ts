import { createRandom } from '../../packages/simulator/src/simulation.ts';

/** Random choices of a run. The same seed gives the same run. */
export class Chance {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = createRandom(seed);
  }

  /** Returns a number from 0 to below 1. */
  readonly next = (): number => this.#random();

  /** Returns an integer, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.#random() * (most - least + 1));
  }

  /** Returns true with this probability in percent. */
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
