/** Whether a deck runs, and how long a stop must last to count. */
import type { DeckTransport } from './deck.ts';

/** Milliseconds that a deck counts as playing after it stopped. */
export interface StopGrace {
  /** Stopped by its play button. */
  readonly byButton: number;
  /** The platter stands still while the button is engaged: a scratch, or the track's end. */
  readonly byPlatter: number;
}

/** Long enough for a stutter and a scratch, so that no other deck counts as the only one meanwhile. */
export const HAND_GRACE: StopGrace = { byButton: 300, byPlatter: 1_000 };

/** Milliseconds after connecting in which a device reports its state rather than events. */
export const JOINING_MS = 2_000;

/** Whether a value is reported for the first time since its device was connected, as a part of its state. */
export function isJoining(reportedAt: number | undefined, at: number, since: number): boolean {
  return (reportedAt === undefined || reportedAt < since) && at < since + JOINING_MS;
}

/** `since`: when the device was connected. Decks that ran before that count as started then, all at once. */
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
    // It was out of reach: the stop was at any time before.
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

/** Whether it runs now, by button and platter, or by the one of them that is reported. */
export function runsNow({ engaged, running }: DeckTransport): boolean {
  return running === undefined ? engaged === true : running && engaged !== false;
}

/** Runs, or stopped so shortly ago that it doesn't count. */
export function runs(transport: DeckTransport, at: number, grace: StopGrace): boolean {
  return runsNow(transport) || at < (stopCountsAt(transport, grace) ?? at);
}

/** When the stop counts; undefined for a deck that runs or never ran. */
export function stopCountsAt({ stop }: DeckTransport, grace: StopGrace): number | undefined {
  return stop && stop.at + (stop.byButton ? grace.byButton : grace.byPlatter);
}
