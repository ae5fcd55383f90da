import type { Text } from '../../../core/message.ts';
import { say } from '../../../core/message.ts';
import type { PlayId } from '../../../core/track.ts';
import type { DeckId, Leader, Room } from '../deck.ts';
import type { StopGrace } from '../transport.ts';

/** A detection rule: decides which of the playing decks leads. Pure. */
export interface Algorithm {
  readonly stopGrace: StopGrace;
  readonly usesLevels: boolean;
  /** `playing`: every deck that counts as playing, in the order of the table. */
  decide(playing: readonly DeckCandidate[], context: RuleContext): RuleDecision;
  /** Reason why this deck leads or waits, as one sentence without full stop. */
  explain(deck: DeckCandidate, playing: readonly DeckCandidate[], context: RuleContext): Text;
}

export interface DeckCandidate {
  readonly deck: DeckId;
  readonly label: string;
  readonly level: number | undefined;
  /** `level` is unknown, but the device reports it when it changes. */
  readonly isUnreported: boolean;
  /** `isUnreported`, but the device has reported levels of other decks. */
  readonly othersReported: boolean;
  /** `level` was heard in the room, not reported. */
  readonly isHeard: boolean;
  /** When its reported level changed last; undefined if never. */
  readonly levelAt: number | undefined;
  readonly heardLevel: number | undefined;
  readonly doubles: DeckId | undefined;
  /** Decks that played before their device was connected count as started together. */
  readonly startedAt: number;
  /** It played before its device was connected. */
  readonly playedBefore: boolean;
  /** Absent while it runs; set within the grace after a stop. */
  readonly stoppedAt: number | undefined;
  /** Since when it runs with its loaded track. */
  readonly waitsSince: number;
  /** It was the last leader, and hasn't stopped since. */
  readonly incumbent: boolean;
  readonly masterSince: number | undefined;
  /** When another deck last took the lead from it; minus infinity if never. */
  readonly lostLeadAt: number;
  /** Undefined while its first track loads. */
  readonly play: PlayId | undefined;
  /** Position in the order of loads, once the program counts the track as played; undefined otherwise. */
  readonly counted: number | undefined;
}

export interface RuleContext {
  /** Milliseconds on the clock of all other times. */
  readonly at: number;
  readonly percent: number;
  readonly leading: Leader | undefined;
  readonly room: Room | undefined;
}

export interface RuleDecision {
  /** Absent if no deck leads. */
  readonly leader?: DeckId | undefined;
  /** Levels are unknown where decks usually have them, so starts decided. */
  readonly withoutLevels?: boolean;
  /** No deck leads until levels are reported. */
  readonly waitsForLevels?: boolean;
  readonly checkAt?: number | undefined;
}

/** "deck 1", "decks 1 and 3". */
export function namesOf(decks: readonly DeckCandidate[]): Text {
  const [one = '', two = '', ...others] = decks.map(({ label }) => label);
  if (two === '') {
    return say('decks.one', { deck: one });
  }
  const last = others.pop();
  return last === undefined
    ? say('decks.two', { one, two })
    : say('decks.several', { decks: [one, two, ...others].join(', '), last });
}
