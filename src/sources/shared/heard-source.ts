import type { DeckBeats } from '../../core/contracts/beat.ts';
import type { HeardTrack } from '../../core/contracts/deck.ts';
import type { HeardCollection, RoomHearing } from '../../core/contracts/hearing.ts';
import type { Source, SourceListener } from '../../core/contracts/source.ts';
import type { Clock } from '../../core/tools.ts';
import type { PlayId, Transition } from '../../core/track.ts';
import { Timer } from '../../core/waiting.ts';
import { SOUND_BEGINS_MS } from '../../decks/index.ts';
import { HeardPlays } from './heard-plays.ts';
import { SourceWrapper } from './source-wrapper.ts';

/** The room has to hear the tracks of a source without decks. */
export class HeardSource extends SourceWrapper implements Source {
  readonly #hearing: RoomHearing;
  readonly #clock: Clock;
  readonly #collection: HeardCollection | undefined;
  #plays: HeardPlays | undefined;
  readonly beats: DeckBeats = {
    follow: (changed) => this.#hearing.beats?.follow(changed) ?? (() => undefined),
    at: (time) =>
      (this.#plays?.heard ?? []).map(({ play, file, isOnAir, level }) => ({
        deck: file,
        play,
        leads: isOnAir,
        level,
        grid: this.#hearing.beats?.at(file, time),
      })),
  };

  constructor(source: Source, hearing: RoomHearing, clock: Clock, collection?: HeardCollection) {
    super(source);
    this.#hearing = hearing;
    this.#clock = clock;
    this.#collection = collection;
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const now = (): number => this.#clock.monotonic();
    let onAir: PlayId | undefined;
    const announce = (transition: Transition): void => {
      onAir = transition.playId;
      listener.transition(transition);
    };
    const plays = new HeardPlays(announce, now());
    const beginning = new Timer(this.#clock);
    beginning.set(SOUND_BEGINS_MS, () => plays.decide(now()));
    this.#plays = plays;
    const followed = this.#hearing.follow((state) => plays.update(state, now()));
    try {
      await this.source.run(
        {
          ...listener,
          transition: (reported) => {
            if (reported.playId === onAir) {
              // The play on air goes on after its end was reported.
              listener.transition(reported);
              return;
            }
            const file = reported.file ?? this.#collection?.fileOf(reported.track);
            const transition = { ...reported, file };
            if (plays.report(transition, now())) {
              listener.loaded(transition.track, transition.nativeArt);
            }
            followed.want(plays.files);
          },
          namesChanged: (playId, track, nativeArt) => {
            plays.changeNames(playId, { track, ...(nativeArt && { nativeArt }) });
            listener.namesChanged(playId, track, nativeArt);
          },
          playedBefore: (transition) => {
            plays.consider(transition);
            followed.want(plays.files);
          },
        },
        signal,
      );
    } finally {
      beginning.cancel();
      followed.close();
    }
  }

  audible(): readonly HeardTrack[] {
    return this.#plays?.audible ?? [];
  }
}
