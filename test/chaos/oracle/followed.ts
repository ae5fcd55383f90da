/** Whether one play was featured after another, by the leading decks. */
import { overlaps, type Span, without } from './times.ts';

/** Leads may be seen or end this much off, while names, stops and faders settle. */
const EARLY_MS = 1_500;
const LATE_MS = 3_000;

export interface Lead<Play> extends Span {
  readonly play: Play;
}

interface Sight {
  readonly delayMs: number;
  /** 0 if every change is reported. */
  readonly lookEveryMs: number;
  readonly blind: readonly Span[];
}

export type Certainty = 'yes' | 'maybe' | 'no';

/** `leads`: this run's. A featured play that leads again is not new. */
export function wasFollowed<Play>(play: Play, leads: readonly Lead<Play>[], sight: Sight): Certainty {
  const own = leads.filter((lead) => lead.play === play);
  const since = (own.find((lead) => isFeatured(lead, sight) !== 'no') ?? own[0])?.from ?? 0;
  const others = new Set(leads.map((lead) => lead.play).filter((other) => other !== play));
  const followed = [...others].map((other) => {
    const ofOther = leads.filter((lead) => lead.play === other);
    const before = most(ofOther.filter(({ from }) => from < since).map((lead) => isFeatured(lead, sight)));
    const after = most(ofOther.filter(({ from }) => from >= since).map((lead) => isFeatured(lead, sight)));
    return before === 'yes' ? 'no' : before === 'maybe' && after === 'yes' ? 'maybe' : after;
  });
  return most(followed);
}

function isFeatured({ from, to }: Span, { delayMs, lookEveryMs, blind }: Sight): Certainty {
  const isSeen = !blind.some((span) => overlaps(span, { from: from - LATE_MS, to }));
  if (isSeen && delayMs === 0 && lookEveryMs === 0) {
    return 'yes';
  }
  const seen = Math.max(0, ...without({ from, to }, blind).map((span) => span.to - span.from));
  if (seen >= delayMs + lookEveryMs + LATE_MS) {
    return 'yes';
  }
  return isSeen && to - from < delayMs - EARLY_MS ? 'no' : 'maybe';
}

function most(all: readonly Certainty[]): Certainty {
  return all.includes('yes') ? 'yes' : all.includes('maybe') ? 'maybe' : 'no';
}
