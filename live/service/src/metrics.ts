/** Contain no channel and no track. */
import { Counter, exposition, type Labels } from '../../../src/core/exposition.ts';

const HELP = {
  deckcast_live_requests_total: 'Requests by route and status.',
  deckcast_live_broadcasts_total: 'Tracks by outcome.',
  deckcast_live_faults_total: 'Errors of the service itself that nothing caught; each kind is logged once.',
} as const;
type CountedName = keyof typeof HELP;

export class Metrics {
  readonly #counts = new Map<CountedName, Counter>();

  count(name: CountedName, labels: Labels = {}): void {
    const counter = this.#counts.get(name) ?? new Counter();
    counter.add(labels);
    this.#counts.set(name, counter);
  }

  /** @param pending channels with a track to forward; undefined if unknown */
  text(pending: number | undefined): string {
    return exposition([
      ...[...this.#counts].map(([name, { samples }]) => ({
        name,
        help: HELP[name],
        type: 'counter' as const,
        samples,
      })),
      {
        name: 'deckcast_live_pending',
        help: 'Channels with a track that waits to be broadcast.',
        type: 'gauge',
        samples: pending === undefined ? [] : [{ value: pending }],
      },
    ]);
  }
}
