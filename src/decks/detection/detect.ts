/** Applies events or passing time to the deck table, and decides what to announce. */
import { say, type Text } from '../../core/message.ts';
import type { Algorithm, DeckCandidate, RuleContext } from './algorithms/algorithm.ts';
import {
  COUNTED_EARLIER,
  type Deck,
  type DeckId,
  type Detection,
  type Leader,
  type PlayedOn,
} from './deck.ts';
import { applyEvent, type DeckEvent } from './events.ts';
import { type Correction, correctByEar, noteHeard } from './hearing.ts';
import { labelOf } from './label.ts';
import {
  doublesOf,
  heardLevelOf,
  type LevelRule,
  levelChangedAt,
  levelOf,
  reportedLevelOf,
} from './level.ts';
import { emptyCountsAt, holdsTrack, isLoaded, isSettled, settlesAt } from './loaded-track.ts';
import { mutedCountsAt, noteMuted } from './muted.ts';
import { afterTried, hasLostChoice, putOnAir, replacedBy, withoutUnledChoice } from './on-air.ts';
import { assignPlays } from './plays.ts';
import { runs, runsNow, stopCountsAt } from './transport.ts';

/** Decks of a lost device count as playing this long. Reconnecting takes a second or two. */
const ABSENCE_MS = 5_000;

export interface Rule extends LevelRule {
  readonly algorithm: Algorithm;
  readonly percent: number;
}

export interface DetectionStep {
  readonly detection: Detection;
  readonly loaded: readonly DeckId[];
  /** First lead of a play; each is announced once. */
  readonly announced?: PlayedOn;
  readonly returned?: PlayedOn;
  readonly corrected?: Correction;
  readonly checkAt?: number | undefined;
}

/** Undefined if these simultaneous events change nothing. `at` never decreases. */
export function detect(
  before: Detection,
  events: readonly DeckEvent[],
  at: number,
  rule: Rule,
): DetectionStep | undefined {
  const { stopGrace } = rule.algorithm;
  const changed = events.reduce((table, event) => applyEvent(table, event, at, stopGrace), before);
  return changed === before ? undefined : evaluate(before, changed, at, rule);
}

export function advanceTime(before: Detection, at: number, rule: Rule): DetectionStep {
  return evaluate(before, before, at, rule);
}

/** Rules without levels need no warning about them. */
function withMuted(table: Detection, at: number, rule: Rule): Detection {
  return rule.algorithm.usesLevels
    ? noteMuted(table, at, rule, (deck) => isLoaded(deck.loaded) && playsAt(deck, table, at, rule))
    : table;
}

function evaluate(before: Detection, changed: Detection, at: number, rule: Rule): DetectionStep {
  const current = noteHeard(withMuted(assignPlays(changed, at), at, rule), at);
  const decision = rule.algorithm.decide(candidates(current, at, rule), ruleContext(current, at, rule));
  const tried = afterTried(current, decision.leader, at, rule);
  const announced = announceLeader(
    {
      ...(tried?.detection ?? current),
      withoutLevels: decision.withoutLevels === true,
      waitsForLevels: decision.waitsForLevels === true,
    },
    decision.leader,
    at,
  );
  const heard = correctByEar(announced.detection, decision.leader, at, rule);
  const checkAt = Math.min(
    decision.checkAt ?? Number.POSITIVE_INFINITY,
    heard.checkAt ?? Number.POSITIVE_INFINITY,
    nextChange(heard.detection, at, rule),
  );
  return {
    ...announced,
    ...(tried && { corrected: tried.corrected }),
    ...heard,
    loaded: [...current.decks.values()].filter((deck) => isNewOn(deck, before)).map(({ id }) => id),
    checkAt: Number.isFinite(checkAt) ? checkAt : undefined,
  };
}

/** Why a deck leads or waits: one sentence without full stop. */
export function explain(deck: Deck, table: Detection, at: number, rule: Rule): Text {
  const label = labelOf(deck, table);
  if (!isReachable(deck, table)) {
    return say('decks.deck-out-reach', { deck: label });
  }
  const playing = candidates(table, at, rule);
  const candidate = playing.find((other) => other.deck === deck.id);
  const byOperator = table.featured !== undefined && table.featured === table.putOnAir;
  if (byOperator && table.leading?.play !== table.featured) {
    if (deck.loaded.play === table.featured) {
      return say('decks.deck-put-air-operator-detection-decides', { deck: label });
    }
    if (candidate !== undefined && deck.id === table.leading?.deck) {
      return say('decks.deck-would-lead-but-operator-put', { deck: label });
    }
  }
  if (candidate !== undefined && hasLeftAir(table, deck.id)) {
    return say('decks.leads-left-air', { deck: label });
  }
  const returned = byOperator ? undefined : returnedLeader(table, playing);
  if (candidate !== undefined && returned === candidate) {
    return say('decks.leads-was-on-air', { deck: label });
  }
  if (candidate !== undefined && returned !== undefined && deck.loaded.play === table.featured) {
    return say('decks.stays-leader-was-on-air', { deck: label, other: returned.label });
  }
  if (candidate !== undefined) {
    const context = ruleContext(table, at, rule);
    const { leader, waitsForLevels } = rule.algorithm.decide(playing, context);
    return candidate.incumbent &&
      leader === undefined &&
      waitsForLevels !== true &&
      deck.loaded.play === table.featured
      ? say('decks.stays-no-other-leads', { deck: label })
      : rule.algorithm.explain(candidate, playing, context);
  }
  if (!isLoaded(deck.loaded)) {
    return say('decks.deck-empty', { deck: label });
  }
  // Another deck with the same track has yet to play it.
  const isPaused = deck.id === table.leading?.deck && deck.loaded.play === table.featured;
  return say(isPaused ? 'decks.deck-paused' : 'decks.deck-does-not-play', { deck: label });
}

/** The operator took the leader's track off air. */
function hasLeftAir({ featured, leading, plays }: Detection, deck: DeckId): boolean {
  return (
    featured === undefined &&
    leading?.deck === deck &&
    leading.play !== undefined &&
    plays.get(leading.play)?.announced === true
  );
}

/** Leader whose track was on air before, so that it isn't featured again. */
function returnedLeader(
  { featured, leading, plays }: Detection,
  playing: readonly DeckCandidate[],
): DeckCandidate | undefined {
  const play = leading?.play === undefined ? undefined : plays.get(leading.play);
  return featured !== undefined && play?.announced === true && play.id !== featured
    ? playing.find(({ deck, incumbent }) => incumbent && deck === leading?.deck)
    : undefined;
}

function ruleContext({ leading, room }: Detection, at: number, { percent }: Rule): RuleContext {
  return { at, percent, leading, room };
}

function candidates(table: Detection, at: number, rule: Rule): readonly DeckCandidate[] {
  const playing: DeckCandidate[] = [];
  for (const deck of table.decks.values()) {
    const { transport, loaded, masterSince, lostLeadAt } = deck;
    if (playsAt(deck, table, at, rule)) {
      const { startedAt = at, stop } = transport;
      const level = levelOf(deck, table, rule);
      const device = table.devices.get(deck.device);
      const playedBefore = startedAt === device?.since;
      const isUnreported = level === undefined && device?.levels === 'as they change';
      playing.push({
        deck: deck.id,
        label: labelOf(deck, table),
        level,
        isUnreported,
        othersReported:
          isUnreported && [...device.strips.values()].some((strip) => strip.level !== undefined),
        isHeard: level !== undefined && reportedLevelOf(deck, table, rule) === undefined,
        levelAt: levelChangedAt(deck, table),
        heardLevel: heardLevelOf(deck, table),
        doubles: doublesOf(deck, table),
        startedAt,
        playedBefore,
        stoppedAt: stop?.at,
        waitsSince: Math.max(startedAt, loaded.play === undefined ? loaded.loadedAt : loaded.playSince),
        // A deck that ran when its device came back may never have stopped.
        incumbent: deck.id === table.leading?.deck && (playedBefore || startedAt === table.leading.startedAt),
        masterSince,
        lostLeadAt: lostLeadAt ?? Number.NEGATIVE_INFINITY,
        play: loaded.play,
        counted: loaded.counted === COUNTED_EARLIER ? undefined : loaded.counted,
        countedEarlier: loaded.counted === COUNTED_EARLIER,
      });
    }
  }
  return playing;
}

/** Includes the grace after a stop, and the load of the next track. */
function playsAt(deck: Deck, table: Detection, at: number, { algorithm }: Rule): boolean {
  return (
    isPresent(deck, table, at) && holdsTrack(deck.loaded, at) && runs(deck.transport, at, algorithm.stopGrace)
  );
}

export function isPresent({ device }: Deck, table: Detection, at: number): boolean {
  const lostAt = table.devices.get(device)?.lostAt;
  return lostAt === undefined || at < lostAt + ABSENCE_MS;
}

export function isReachable({ device }: Deck, { devices }: Detection): boolean {
  return devices.get(device)?.lostAt === undefined;
}

/**
 * Not while its names may change, it stands still, or its device is lost: devices on a broken network are
 * lost one after another, and their decks haven't changed.
 */
function announceLeader(
  table: Detection,
  leader: DeckId | undefined,
  at: number,
): { readonly detection: Detection; readonly announced?: PlayedOn; readonly returned?: PlayedOn } {
  const deck = leader === undefined ? undefined : table.decks.get(leader);
  if (
    deck === undefined ||
    !isSettled(deck.loaded) ||
    !runsNow(deck.transport) ||
    !isReachable(deck, table)
  ) {
    return { detection: table };
  }
  const { leading } = table;
  const id = deck.loaded.play;
  const led = { deck: deck.id, play: id, startedAt: deck.transport.startedAt };
  const detection = withLeading(table, led, at);
  const play = id === undefined ? undefined : table.plays.get(id);
  if (play === undefined) {
    return { detection };
  }
  const on = { play: play.id, deck: deck.id };
  const again = play.announced && hasLostChoice(table) ? putOnAir(detection, deck.id) : undefined;
  if (again !== undefined) {
    return { ...again, detection: { ...again.detection, putOnAir: undefined } };
  }
  if (play.announced) {
    const featured = table.featured ?? play.id;
    return leading?.play === play.id && (leading.deck === deck.id || featured !== play.id)
      ? { detection }
      : { detection: { ...detection, featured }, returned: on };
  }
  const after = withoutUnledChoice(table);
  const plays = new Map(after.plays).set(play.id, { ...play, announced: true });
  return {
    detection: {
      ...withLeading(after, led, at),
      plays,
      featured: play.id,
      replaced: replacedBy(deck, table, after, at),
    },
    announced: on,
  };
}

function withLeading(table: Detection, leading: Leader, at: number): Detection {
  const before = table.leading;
  if (before?.deck === leading.deck) {
    const same = before.play === leading.play && before.startedAt === leading.startedAt;
    return same ? table : { ...table, leading };
  }
  const loser = before && table.decks.get(before.deck);
  const decks = loser ? new Map(table.decks).set(loser.id, { ...loser, lostLeadAt: at }) : table.decks;
  return { ...table, decks, leading };
}

function isNewOn(deck: Deck, before: Detection): boolean {
  const { play } = deck.loaded;
  return play !== undefined && play !== before.decks.get(deck.id)?.loaded.play;
}

/** Next change by time alone; infinity without one. */
function nextChange(table: Detection, at: number, rule: Rule): number {
  let next = Number.POSITIVE_INFINITY;
  const consider = (time: number | undefined): void => {
    if (time !== undefined && time > at && time < next) {
      next = time;
    }
  };
  for (const deck of table.decks.values()) {
    consider(settlesAt(deck.loaded));
    consider(emptyCountsAt(deck.loaded));
    consider(stopCountsAt(deck.transport, rule.algorithm.stopGrace));
    consider(mutedCountsAt(deck));
  }
  for (const { lostAt } of table.devices.values()) {
    consider(lostAt === undefined ? undefined : lostAt + ABSENCE_MS);
  }
  return next;
}
