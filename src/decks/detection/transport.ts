import type { DeckTransport } from './deck.ts';

/** Milliseconds for which a stopped deck counts as playing. */
export interface StopGrace {
  readonly byButton: number;
  /** Platter stopped, button engaged: a scratch, or the end of the track. */
  readonly byPlatter: number;
}

/** Outlasts a stutter or scratch, during which no other deck may count as the only one. */
export const HAND_GRACE: StopGrace = { byButton: 300, byPlatter: 1_000 };

/** A device reports its state, not changes, this long after connecting. */
export const JOINING_MS = 2_000;

/** First report since the device was connected: part of its state. */
export function isJoining(reportedAt: number | undefined, at: number, since: number): boolean {
  return (reportedAt === undefined || reportedAt < since) && at < since + JOINING_MS;
}

/** `since`: the connection. Decks that ran earlier count as started then, all at once. */
export function changeTransport(
  before: DeckTransport,
  change: { readonly engaged: boolean } | { readonly running: boolean },
  at: number,
  grace: StopGrace,
  since: number,
): DeckTransport {
  const joining = isJoining(before.reportedAt, at, since);
  const { startedAt, stop, ...now } = { ...before, ...change, reportedAt: at };
  if (now.engaged === before.engaged && now.running === before.running) {
    return joining ? { ...before, reportedAt: at } : before;
  }
  if (!runsNow(now)) {
    const byButton = stop?.byButton === true || now.engaged === false;
    // Stopped while out of reach, so it counts at once.
    const stoppedAt = joining ? at - Math.max(grace.byButton, grace.byPlatter) : at;
    return startedAt === undefined
      ? now
      : { ...now, startedAt, stop: { at: stop?.at ?? stoppedAt, byButton } };
  }
  if (startedAt !== undefined && runs(before, at, grace)) {
    return { ...now, startedAt };
  }
  return { ...now, startedAt: joining && before.reportedAt === undefined ? since : at };
}

/** Combines button and platter. */
export function runsNow({ engaged, running }: DeckTransport): boolean {
  return running === undefined ? engaged === true : running && engaged !== false;
}

/** Includes the grace after a stop. */
export function runs(transport: DeckTransport, at: number, grace: StopGrace): boolean {
  return runsNow(transport) || at < (stopCountsAt(transport, grace) ?? at);
}

/** When the stop counts; undefined if the deck runs or never ran. */
export function stopCountsAt({ stop }: DeckTransport, grace: StopGrace): number | undefined {
  return stop && stop.at + (stop.byButton ? grace.byButton : grace.byPlatter);
}
