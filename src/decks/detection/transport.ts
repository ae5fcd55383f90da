import type { DeckTransport } from './deck.ts';

/** Milliseconds for which a deck counts as playing after it stopped. */
export interface StopGrace {
  readonly byButton: number;
  /** The platter stopped while the button is engaged: a scratch, or the end of the track. */
  readonly byPlatter: number;
}

/** Long enough for a stutter or a scratch, during which no other deck may count as the only one. */
export const HAND_GRACE: StopGrace = { byButton: 300, byPlatter: 1_000 };

/** Time after connecting in which a device reports its state rather than changes. */
export const JOINING_MS = 2_000;

/** Returns whether this is the first report since the device was connected, and so part of its state. */
export function isJoining(reportedAt: number | undefined, at: number, since: number): boolean {
  return (reportedAt === undefined || reportedAt < since) && at < since + JOINING_MS;
}

/** `since`: time of the connection. Decks that ran earlier count as started then, all at once. */
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
    // The deck stopped while it was out of reach, so the stop counts at once.
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

/** Combines button and platter, if both are reported. */
export function runsNow({ engaged, running }: DeckTransport): boolean {
  return running === undefined ? engaged === true : running && engaged !== false;
}

/** Returns true also for a deck that stopped too recently for the stop to count. */
export function runs(transport: DeckTransport, at: number, grace: StopGrace): boolean {
  return runsNow(transport) || at < (stopCountsAt(transport, grace) ?? at);
}

/** Time at which the stop counts; undefined for a deck that runs or never ran. */
export function stopCountsAt({ stop }: DeckTransport, grace: StopGrace): number | undefined {
  return stop && stop.at + (stop.byButton ? grace.byButton : grace.byPlatter);
}
