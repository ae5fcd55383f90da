import { evictOldest } from '../../core/evict.ts';
import type { LogFields } from '../../core/tools.ts';
import type { PlayId } from '../../core/track.ts';
import { type Grounds, isHidden } from './judgement.ts';
import { type FeaturedPlay, isPublishedHidden } from './play.ts';
import {
  currentPlay,
  type Effect,
  type EventTime,
  type PipelineEnvironment,
  type PipelineState,
  playAt,
} from './state.ts';

/** More than a source refers to, but bounded in a run of months. */
const REMEMBERED_PLAYS = 1_000;

/** State and effects, in order, while the rules of an event are applied. */
export class Step {
  readonly state: { -readonly [Name in keyof PipelineState]: PipelineState[Name] };
  readonly effects: Effect[] = [];
  readonly settings: PipelineEnvironment['settings'];
  readonly at: EventTime;
  /** Copied at the first change: there may be a thousand. */
  #plays: Map<number, FeaturedPlay> | undefined;

  constructor(before: PipelineState, { settings, at }: PipelineEnvironment) {
    this.state = { ...before };
    this.settings = settings;
    this.at = at;
  }

  /** Monotonic ms. */
  get now(): number {
    return this.at.monotonic;
  }

  get grounds(): Grounds {
    const { hiddenBefore, correctedBefore } = this.state;
    return { rules: this.settings, hiddenBefore, correctedBefore };
  }

  get current(): FeaturedPlay | undefined {
    return currentPlay(this.state);
  }

  playAt(position: number | undefined): FeaturedPlay | undefined {
    return playAt(this.state, position);
  }

  put(play: FeaturedPlay): void {
    const plays = this.#ownPlays();
    const { position } = play.place;
    plays.set(position, play);
    evictOldest(plays, REMEMBERED_PLAYS);
    const isWithheld = isHidden(play.judgement) || isPublishedHidden(play);
    if (isWithheld !== this.state.withheld.has(position)) {
      const withheld = new Set(this.state.withheld);
      if (isWithheld) {
        withheld.add(position);
        evictOldest(withheld, REMEMBERED_PLAYS);
      } else {
        withheld.delete(position);
      }
      this.state.withheld = withheld;
    }
  }

  putAll(change: (play: FeaturedPlay) => FeaturedPlay): void {
    for (const play of this.state.plays.values()) {
      this.put(change(play));
    }
  }

  /** The position of the play stays withheld. */
  forget({ place: { position } }: FeaturedPlay): void {
    this.#ownPlays().delete(position);
    this.unname(position);
  }

  forgetAll(): void {
    this.#plays = new Map();
    this.state.plays = this.#plays;
    this.state.withheld = new Set();
    this.state.ids = new Map();
  }

  #ownPlays(): Map<number, FeaturedPlay> {
    this.#plays ??= new Map(this.state.plays);
    this.state.plays = this.#plays;
    return this.#plays;
  }

  name(id: PlayId, position: number): void {
    const ids = new Map(this.state.ids).set(id, position);
    evictOldest(ids, REMEMBERED_PLAYS);
    this.state.ids = ids;
  }

  /** Forgets the ids of a play: if a source reports it again, that is a new play. */
  unname(position: number): void {
    this.state.ids = new Map([...this.state.ids].filter(([, at]) => at !== position));
  }

  log(level: 'info' | 'warn', message: string, fields: LogFields): void {
    this.effects.push({ kind: 'log', level, message, fields });
  }
}
