/**
 * What sources that are switched off find by themselves. They search only on request, and pause in between, so that a port
 * that is shared for listening is free most of the time.
 */

import type { Finding } from '../../core/finding.ts';
import type { Clock } from '../../core/tools.ts';

/** Milliseconds between two searches, at least. */
const REST_MS = 5_000;
/** A search that took longer is followed by a rest of this many times that. */
const RESTS_FOR = 5;

export interface Sightings {
  /**
   * What this source found in its last search; nothing before that. Lets it search again when it has rested, and does not
   * wait for it. `search` never rejects.
   */
  of(source: string, search: () => Promise<readonly Finding[]>): readonly Finding[];
}

export function createSightings({ monotonic }: Pick<Clock, 'monotonic'>): Sightings {
  const seen = new Map<string, { readonly findings: readonly Finding[]; readonly restsUntil: number }>();
  return {
    of(source, search) {
      const began = monotonic();
      const { findings, restsUntil } = seen.get(source) ?? { findings: [], restsUntil: began };
      if (began >= restsUntil) {
        seen.set(source, { findings, restsUntil: Number.POSITIVE_INFINITY });
        void search().then((now) => {
          const ended = monotonic();
          const restsUntil = ended + Math.max(REST_MS, RESTS_FOR * (ended - began));
          seen.set(source, { findings: now, restsUntil });
        });
      }
      return findings;
    },
  };
}
