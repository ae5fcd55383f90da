import { SILENT_LEVEL } from '../../core/level.ts';
import type { PlayId } from '../../core/track.ts';
import { correctsAt, noteOnAir, noteSure, wasMistake } from './by-ear.ts';
import type { Deck, DeckId, Detection } from './deck.ts';
import { heardLevelOf, type LevelRule, reportedLevelOf } from './level.ts';
import { isSettled } from './loaded-track.ts';
import { runsNow } from './transport.ts';

/** Play that is featured again: it is clearly heard, or the DJ only tried the one after it. */
export interface Correction {
  readonly play: PlayId;
  readonly deck: DeckId;
  /** Featured by mistake; absent if the audience may have heard it long enough. */
  readonly mistake?: PlayId;
}

/** Same table if nothing changed. */
export function noteHeard(table: Detection, at: number): Detection {
  const { room } = table;
  if (room === undefined) {
    return table;
  }
  const isHeard = [...table.decks.values()].some((deck) => (heardLevelOf(deck, table) ?? 0) > SILENT_LEVEL);
  const unheardSince = isHeard ? undefined : (room.unheardSince ?? at);
  return unheardSince === room.unheardSince ? table : { ...table, room: { unheardSince } };
}

/** The leader's play was announced before. Never overrules the operator. */
export function correctByEar(
  before: Detection,
  leader: DeckId | undefined,
  at: number,
  rule: LevelRule,
): { readonly detection: Detection; readonly corrected?: Correction; readonly checkAt?: number } {
  const { featured } = before;
  if (featured === undefined) {
    return { detection: before };
  }
  const table = withOnAirEvidence(before, featured, at, rule);
  const deck = leader === undefined ? undefined : table.decks.get(leader);
  const play = deck && announcedPlayOn(deck, table);
  const sureEvidence =
    play !== undefined && play !== featured && featured !== table.putOnAir && table.room !== undefined
      ? noteSure(table.sureEvidence, play, levelByEar(deck, table, rule), at)
      : undefined;
  if (deck === undefined || play === undefined || sureEvidence === undefined) {
    return { detection: table.sureEvidence === undefined ? table : { ...table, sureEvidence: undefined } };
  }
  const dueAt = correctsAt(sureEvidence);
  if (at < dueAt) {
    return { detection: { ...table, sureEvidence }, checkAt: dueAt };
  }
  const isMistake = wasMistake(table.onAirEvidence);
  const mistake = isMistake ? table.plays.get(featured) : undefined;
  const plays = new Map(table.plays);
  if (mistake !== undefined) {
    // Announced again once the audience hears it.
    plays.set(mistake.id, { ...mistake, announced: false });
  }
  const corrected = { ...table, plays, featured: play, sureEvidence: undefined, replaced: [] };
  return {
    detection: withOnAirEvidence(corrected, play, at, rule),
    corrected: { play, deck: deck.id, ...(isMistake && { mistake: featured }) },
  };
}

/** Play of a running deck, if announced before. */
function announcedPlayOn({ loaded, transport }: Deck, { plays }: Detection): PlayId | undefined {
  const play = loaded.play === undefined ? undefined : plays.get(loaded.play);
  return play?.announced === true && isSettled(loaded) && runsNow(transport) ? play.id : undefined;
}

/** Undefined for reported levels. */
function levelByEar(deck: Deck | undefined, table: Detection, rule: LevelRule): number | undefined {
  return deck === undefined || reportedLevelOf(deck, table, rule) !== undefined
    ? undefined
    : heardLevelOf(deck, table);
}

function withOnAirEvidence(table: Detection, featured: PlayId, at: number, rule: LevelRule): Detection {
  const decks = [...table.decks.values()].filter(({ loaded }) => loaded.play === featured);
  const levels = decks.flatMap((deck) => {
    const level = reportedLevelOf(deck, table, rule) ?? heardLevelOf(deck, table);
    return level === undefined ? [] : [level];
  });
  const level = levels.length === 0 ? undefined : Math.max(...levels);
  const sound = { hasSound: table.room !== undefined, level };
  const onAirEvidence = noteOnAir(table.onAirEvidence, featured, sound, at);
  return onAirEvidence === table.onAirEvidence ? table : { ...table, onAirEvidence };
}
