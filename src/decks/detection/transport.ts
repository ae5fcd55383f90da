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

/** `since`: when the device was connected. Decks that ran before that count as started then, all at once. */
export function changeTransport(
  before: DeckTransport,
  change: { readonly engaged: boolean } | { readonly running: boolean },
  at: number,
  grace: StopGrace,
  since: number,
): DeckTransport {
  // Its state after it was out of reach: a stop was at any time before.
  const isBack = before.reportedAt !== undefined && before.reportedAt < since && at < since + JOINING_MS;
  const { startedAt, stop, ...now } = { ...before, ...change, reportedAt: at };
  if (now.engaged === before.engaged && now.running === before.running) {
    return isBack ? { ...before, reportedAt: at } : before;
  }
  if (!runsNow(now)) {
    const byButton = stop?.byButton === true || now.engaged === false;
    const stoppedAt = isBack ? at - Math.max(grace.byButton, grace.byPlatter) : at;
    return startedAt === undefined
      ? now
      : { ...now, startedAt, stop: { at: stop?.at ?? stoppedAt, byButton } };
  }
  if (startedAt !== undefined && runs(before, at, grace)) {
    return { ...now, startedAt };
  }
  const joining = before.engaged === undefined && before.running === undefined && at < since + JOINING_MS;
  return { ...now, startedAt: joining ? since : at };
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
