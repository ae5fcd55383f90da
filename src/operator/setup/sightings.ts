/** Stopped sources search on request, with pauses, so that a shared port is mostly free. */

import type { Finding } from '../../core/finding.ts';
import type { Clock } from '../../core/tools.ts';

const REST_MS = 5_000;
/** Multiple of a search's duration. */
const RESTS_FOR = 5;

export interface Sightings {
  /** Returns the last search's findings, and starts another after the rest, without waiting. `search` never rejects. */
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
