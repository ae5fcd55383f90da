/** The values of a device's state paths, and who wants to hear of changes. No I/O. */
import type { StateJson } from '../core/recording.ts';
import type { Random } from './random.ts';
import { printValue } from './values.ts';

/** Null is "no value", which devices send as the null string. */
type Value = StateJson | null;

export type StateWatcher = (path: string, value: Value, printed: string | null) => void;

interface Entry {
  readonly value: Value;
  readonly printed: string | null;
}

export class StateStore {
  readonly #entries = new Map<string, Entry>();
  readonly #watchers = new Set<StateWatcher>();
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Tells the watchers, but only if the value is another one than before. */
  set(path: string, value: Value): void {
    const before = this.#entries.get(path);
    if (before !== undefined && sameValue(before.value, value)) {
      return;
    }
    const printed = value === null ? null : printValue(value, this.#random);
    this.#entries.set(path, { value, printed });
    for (const watcher of this.#watchers) {
      watcher(path, value, printed);
    }
  }

  /** What a subscriber hears at once; undefined for a path that this device does not support. */
  printed(path: string): string | null | undefined {
    return this.#entries.get(path)?.printed;
  }

  value(path: string): Value | undefined {
    return this.#entries.get(path)?.value;
  }

  /** A boot: forgets everything, then takes these values on. Nobody is told, because nobody is connected. */
  reset(values: Iterable<readonly [path: string, value: StateJson]>): void {
    this.#entries.clear();
    for (const [path, value] of values) {
      this.#entries.set(path, { value, printed: printValue(value, this.#random) });
    }
  }

  /** Returns how to stop watching. */
  watch(watcher: StateWatcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}

function sameValue(one: Value, other: Value): boolean {
  if (one === null || other === null) {
    return one === other;
  }
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => JSON.stringify(one[key]) === JSON.stringify(other[key]));
}
