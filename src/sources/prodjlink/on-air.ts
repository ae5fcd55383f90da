import type { LinkDevice } from '@deckcast/prodjlink';

/** Ten missing messages. */
const SILENCE_MS = 3_000;
/** Booths have fewer, but a program may forge addresses. */
const MAX_MIXERS = 8;

interface Report {
  readonly channels: readonly boolean[];
  /** Monotonic. */
  readonly at: number;
}

export class OnAir {
  readonly #reports = new Map<string, Report>();

  /**
   * @param from address of the mixer
   * @param at monotonic
   */
  update(channels: readonly boolean[], from: string, at: number): void {
    for (const [address, report] of this.#reports) {
      if (at >= report.at + SILENCE_MS) {
        this.#reports.delete(address);
      }
    }
    if (this.#reports.has(from) || this.#reports.size < MAX_MIXERS) {
      this.#reports.set(from, { channels, at });
    }
  }

  isReported(at: number): boolean {
    return this.#reporting(at).length > 0;
  }

  /**
   * 1 or 0; undefined while no mixer reports. An all-in-one's own mixer counts, otherwise the first
   * stand-alone one.
   * @param allInOnes addresses of players, where a mixer is part of the same device
   */
  levelOf(
    { number, address }: Pick<LinkDevice, 'number' | 'address'>,
    allInOnes: ReadonlySet<string>,
    at: number,
  ): number | undefined {
    const reporting = this.#reporting(at);
    const [, report] =
      reporting.find(([from]) => from === address) ??
      reporting.find(([from]) => !allInOnes.has(from)) ??
      reporting[0] ??
      [];
    const isOpen = report?.channels[number - 1];
    return isOpen === undefined ? undefined : isOpen ? 1 : 0;
  }

  #reporting(at: number): readonly (readonly [from: string, report: Report])[] {
    return [...this.#reports].filter(([, report]) => at < report.at + SILENCE_MS);
  }
}
