import type { Text } from '../../../core/message.ts';
import { say } from '../../../core/message.ts';
import type { PlayId } from '../../../core/track.ts';
import type { DeckId, Leader, Room } from '../deck.ts';
import type { StopGrace } from '../transport.ts';

/** How one detection rule decides which of the playing decks leads. Everything in it is pure. */
export interface Algorithm {
  readonly stopGrace: StopGrace;
  /** How loud the decks are counts. */
  readonly usesLevels: boolean;
  /** `playing` holds every deck that counts as playing, in the table's order. */
  decide(playing: readonly DeckCandidate[], context: RuleContext): RuleDecision;
  /** Why this playing deck leads, or what it waits for: one sentence without full stop. */
  explain(deck: DeckCandidate, playing: readonly DeckCandidate[], context: RuleContext): Text;
}

export interface DeckCandidate {
  readonly deck: DeckId;
  /** Its label. */
  readonly label: string;
  /** 0 to 1; undefined when unknown. */
  readonly level: number | undefined;
  /** `level` is unknown, but its device tells it when it changes. */
  readonly isUntold: boolean;
  /** `isUntold`, and its device has told those of other decks. */
  readonly othersTold: boolean;
  /** `level` is how it is heard in the room, for nothing reports it. */
  readonly isHeard: boolean;
  /** The deck with the same recording that is heard in its place. */
  readonly doubles: DeckId | undefined;
  /** Decks of one device that played before it was connected count as started together. */
  readonly startedAt: number;
  /** It played before its device was connected. */
  readonly playedBefore: boolean;
  /** Absent while it runs; present within the grace after a stop. */
  readonly stoppedAt: number | undefined;
  /** Since when it has run with its loaded track. */
  readonly waitsSince: number;
  /** It was the last leader, and has not stopped since. */
  readonly incumbent: boolean;
  /** Since when it has been tempo master; undefined while it isn't. */
  readonly masterSince: number | undefined;
  /** When another deck took the lead from it; minus infinity when none ever did. */
  readonly lostLeadAt: number;
  /** Undefined while its first track loads. */
  readonly play: PlayId | undefined;
  /** Its place in the order of loads, once its program counts the track as played; undefined before, and elsewhere. */
  readonly counted: number | undefined;
}

export interface RuleContext {
  /** Milliseconds on the clock of all other times. */
  readonly at: number;
  /** `--detection.volume.percent`, 0 to 100. */
  readonly percent: number;
  /** The last leader. */
  readonly leading: Leader | undefined;
  /** Undefined while no sound of the room arrives. */
  readonly room: Room | undefined;
}

export interface RuleDecision {
  /** Absent when no deck leads. */
  readonly leader?: DeckId | undefined;
  /** The levels could not decide, because they are unknown, where decks usually have one. */
  readonly withoutLevels?: boolean;
  /** Nobody can say which deck is heard before levels are told. */
  readonly waitsForLevels?: boolean;
  /** When time alone may change the decision. */
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
