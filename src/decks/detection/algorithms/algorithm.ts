import type { Text } from '../../../core/message.ts';
import { say } from '../../../core/message.ts';
import type { PlayId } from '../../../core/track.ts';
import type { DeckId, Leader, Room } from '../deck.ts';
import type { StopGrace } from '../transport.ts';

/** Detection rule. Pure. */
export interface Algorithm {
  readonly stopGrace: StopGrace;
  readonly usesLevels: boolean;
  /** `playing`: decks that count as playing, in the table's order. */
  decide(playing: readonly DeckCandidate[], context: RuleContext): RuleDecision;
  /** Why this deck leads or waits: one sentence without full stop. */
  explain(deck: DeckCandidate, playing: readonly DeckCandidate[], context: RuleContext): Text;
}

export interface DeckCandidate {
  readonly deck: DeckId;
  readonly label: string;
  readonly level: number | undefined;
  /** Unknown until it changes, because the device reports only changes. */
  readonly isUnreported: boolean;
  /** The same device has reported other decks' levels. */
  readonly othersReported: boolean;
  /** Heard in the room, not reported. */
  readonly isHeard: boolean;
  /** Last change of its reported level; undefined without one. */
  readonly levelAt: number | undefined;
  readonly heardLevel: number | undefined;
  readonly doubles: DeckId | undefined;
  /** Equal for decks that played before their device was connected. */
  readonly startedAt: number;
  readonly playedBefore: boolean;
  /** Set within the grace after a stop. */
  readonly stoppedAt: number | undefined;
  /** Runs with its loaded track since then. */
  readonly waitsSince: number;
  /** Last leader, without a stop since. */
  readonly incumbent: boolean;
  readonly masterSince: number | undefined;
  /** Last loss of the lead; minus infinity without one. */
  readonly lostLeadAt: number;
  /** Undefined while its first track loads. */
  readonly play: PlayId | undefined;
  /** Order among counts, if the program has counted the track as played since the source started. */
  readonly counted: number | undefined;
  readonly countedEarlier: boolean;
}

export interface RuleContext {
  readonly at: number;
  readonly percent: number;
  readonly leading: Leader | undefined;
  readonly room: Room | undefined;
}

export interface RuleDecision {
  readonly leader?: DeckId | undefined;
  /** Starts decided, because levels are unknown where decks usually have them. */
  readonly withoutLevels?: boolean;
  /** No deck leads until levels are reported. */
  readonly waitsForLevels?: boolean;
  readonly checkAt?: number | undefined;
}

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
