/** Follows the beats of the source for the outputs, and only while there is one. */

import type { DeckBeats, RoomBeat, RoomBeats, RoomTime } from '../../core/contracts/beat.ts';
import { guarded } from '../../core/faults.ts';
import type { Finding } from '../../core/finding.ts';
import { say } from '../../core/message.ts';
import { readLive } from '../../core/option.ts';
import type { Clock } from '../../core/tools.ts';
import type { PlayId } from '../../core/track.ts';
import { Timer } from '../../core/waiting.ts';
import type { Pipeline } from '../pipeline/contract.ts';
import type { BeatSettings } from './options.ts';
import { RoomClock } from './room-beat.ts';

/** A deck that plays this long without a beat has none. */
const NO_BEAT_MS = 10_000;

type OnBeat = (beat: RoomBeat | undefined) => void;

export class Beats implements RoomBeats {
  readonly #settings: BeatSettings;
  readonly #clock: Clock;
  readonly #room = new RoomClock();
  readonly #next: Timer;
  readonly #followers = new Set<OnBeat>();
  #decks: DeckBeats | undefined;
  #following: { readonly decks: DeckBeats; readonly leave: () => void } | undefined;
  #shows: (play: PlayId) => boolean = () => false;
  #isBeating = false;
  /** Since when the deck that leads has played without a beat. */
  #beatlessSince: number | undefined;

  constructor(settings: BeatSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
    this.#next = new Timer(clock);
  }

  /** Takes beats from these decks until the returned function is called. */
  connect(decks: DeckBeats | undefined): () => void {
    this.#decks = decks;
    this.#update();
    return () => {
      if (this.#decks === decks) {
        this.#decks = undefined;
        this.#update();
      }
    };
  }

  /** Takes the judgement whether a play is on air and may be shown. */
  judgeBy({ shows }: Pick<Pipeline, 'shows'>): void {
    this.#shows = shows;
  }

  follow(onBeat: OnBeat): () => void {
    const follower = guarded((beat: RoomBeat | undefined) => onBeat(beat));
    this.#followers.add(follower);
    this.#update();
    return () => {
      this.#followers.delete(follower);
      this.#update();
    };
  }

  now(): RoomTime | undefined {
    if (this.#followers.size === 0) {
      return undefined;
    }
    this.#advance();
    const now = this.#room.now;
    if (now === undefined) {
      return undefined;
    }
    const { leader, ...time } = now;
    return { ...time, positionMs: this.#positionOf(leader) };
  }

  findings(): readonly Finding[] {
    const since = this.#beatlessSince;
    return since === undefined || this.#clock.monotonic() < since + NO_BEAT_MS
      ? []
      : [
          {
            area: 'devices',
            severity: 'warning',
            finding: say('beat.deck-plays-without-beat'),
            means: say('beat.lights-get-no-beat'),
            todo: say('beat.analyze-track-or-choose-source'),
          },
        ];
  }

  /** Begins or ends to follow the decks. */
  #update(): void {
    const wanted = this.#followers.size > 0 ? this.#decks : undefined;
    if (this.#following?.decks !== wanted) {
      this.#following?.leave();
      this.#following = wanted && { decks: wanted, leave: wanted.follow(() => this.#advance()) };
      this.#advance();
    }
  }

  #advance(): void {
    const early = readLive(this.#settings, 'beat.early');
    const at = this.#clock.monotonic() + early;
    const decks = this.#following?.decks.at(at) ?? [];
    const leads = decks.find(({ leads }) => leads);
    this.#beatlessSince =
      leads === undefined || (leads.grid?.bpm ?? 0) > 0
        ? undefined
        : (this.#beatlessSince ?? this.#clock.monotonic());
    const beat = this.#room.advance(decks, at, readLive(this.#settings, 'beat.follow'));
    this.#next.cancel();
    const { nextBeatAt, now } = this.#room;
    if (nextBeatAt !== undefined) {
      this.#next.set(nextBeatAt - at, () => this.#advance());
    }
    if (beat !== undefined) {
      this.#isBeating = true;
      this.#tell({ ...beat, begunAt: beat.begunAt - early, positionMs: now && this.#positionOf(now.leader) });
    } else if (now === undefined && this.#isBeating) {
      this.#isBeating = false;
      this.#tell(undefined);
    }
  }

  #tell(beat: RoomBeat | undefined): void {
    for (const follower of this.#followers) {
      follower(beat);
    }
  }

  /** A hidden track's position could identify it, so it takes the judgement about the play that is on air. */
  #positionOf({ play, grid }: NonNullable<RoomClock['now']>['leader']): number | undefined {
    return play !== undefined && this.#shows(play) ? grid.positionMs : undefined;
  }
}
