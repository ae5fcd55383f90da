import type { Clock } from './tools.ts';

interface OnceOptions {
  /** Strangers may invent any number of matters. */
  readonly most?: number;
  readonly lasts?: { readonly ms: number; readonly clock: Pick<Clock, 'monotonic'> };
}

/** Limits repeated log lines: each matter begins once, until it ends. */
export class Once {
  /** Monotonic time; 0 without `lasts`. */
  readonly #begun = new Map<string, number>();
  readonly #options: OnceOptions;

  constructor(options: OnceOptions = {}) {
    this.#options = options;
  }

  /** Returns false if it has begun already. */
  begins(matter = ''): boolean {
    const { most = Number.POSITIVE_INFINITY, lasts } = this.#options;
    if (this.has(matter) || (this.#begun.size >= most && !this.#begun.has(matter))) {
      return false;
    }
    this.#begun.set(matter, lasts?.clock.monotonic() ?? 0);
    return true;
  }

  has(matter = ''): boolean {
    const since = this.#begun.get(matter);
    const { lasts } = this.#options;
    return since !== undefined && (lasts === undefined || lasts.clock.monotonic() - since < lasts.ms);
  }

  /** Without `matter`, all end. */
  ends(matter?: string): void {
    if (matter === undefined) {
      this.#begun.clear();
    } else {
      this.#begun.delete(matter);
    }
  }
}
