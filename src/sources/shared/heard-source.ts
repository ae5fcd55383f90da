import type { HeardTrack } from '../../core/contracts/deck.ts';
import type { HeardCollection, RoomHearing } from '../../core/contracts/hearing.ts';
import type { PostResult, Source, SourceListener } from '../../core/contracts/source.ts';
import type { Finding } from '../../core/finding.ts';
import type { SourceHealth } from '../../core/health.ts';
import type { Clock } from '../../core/tools.ts';
import { Timer } from '../../core/waiting.ts';
import { SOUND_BEGINS_MS } from '../../decks/index.ts';
import { HeardPlays } from './heard-plays.ts';

/** Announces the tracks of a source without decks once the room hears them. */
export class HeardSource implements Source {
  readonly #source: Source;
  readonly #hearing: RoomHearing;
  readonly #clock: Clock;
  readonly #collection: HeardCollection | undefined;
  #plays: HeardPlays | undefined;
  readonly findings?: () => Promise<readonly Finding[]>;
  readonly settingsChanged?: () => void;
  readonly accept?: (body: unknown) => PostResult;

  constructor(source: Source, hearing: RoomHearing, clock: Clock, collection?: HeardCollection) {
    this.#source = source;
    this.#hearing = hearing;
    this.#clock = clock;
    this.#collection = collection;
    const findings = source.findings?.bind(source);
    const settingsChanged = source.settingsChanged?.bind(source);
    const accept = source.accept?.bind(source);
    Object.assign(
      this,
      findings && { findings },
      settingsChanged && { settingsChanged },
      accept && { accept },
    );
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const now = (): number => this.#clock.monotonic();
    const plays = new HeardPlays((transition) => listener.transition(transition), now());
    const beginning = new Timer(this.#clock);
    beginning.set(SOUND_BEGINS_MS, () => plays.decide(now()));
    this.#plays = plays;
    const followed = this.#hearing.follow((state) => plays.update(state, now()));
    try {
      await this.#source.run(
        {
          transition: (transition, named) => {
            const file = named ?? this.#collection?.fileOf(transition.track);
            if (plays.report(transition, file, now())) {
              listener.loaded(transition.track, transition.nativeArt);
            }
            followed.want(plays.files);
          },
          visibility: (playId, hidden) => listener.visibility(playId, hidden),
          namesChanged: (playId, track, nativeArt) => {
            plays.changeNames(playId, { track, ...(nativeArt && { nativeArt }) });
            listener.namesChanged(playId, track, nativeArt);
          },
          offAir: (playId) => listener.offAir(playId),
          loaded: (track, nativeArt) => listener.loaded(track, nativeArt),
          playedBefore: (transition, file) => {
            plays.consider(transition, file);
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

  health(): SourceHealth {
    return this.#source.health();
  }
}
