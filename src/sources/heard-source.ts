import type {
  HeardCollection,
  HeardTrack,
  PostResult,
  RoomHearing,
  Source,
  SourceHealth,
  SourceListener,
} from '../core/contracts.ts';
import type { Finding } from '../core/finding.ts';
import type { Clock } from '../core/tools.ts';
import { HeardPlays } from './heard-plays.ts';

/** A source without decks whose tracks are announced once the room hears them. */
export class HeardSource implements Source {
  readonly #source: Source;
  readonly #hearing: RoomHearing;
  readonly #clock: Clock;
  readonly #collection: HeardCollection | undefined;
  /** Undefined before the run. */
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
    const plays = new HeardPlays((transition) => listener.transition(transition));
    this.#plays = plays;
    const followed = this.#hearing.follow((state) => plays.update(state, this.#clock.monotonic()));
    try {
      await this.#source.run(
        {
          transition: (transition, named) => {
            const file = named ?? this.#collection?.fileOf(transition.track);
            if (plays.report(transition, file, this.#clock.monotonic())) {
              listener.loaded(transition.track, transition.nativeArt);
            }
            followed.want(plays.files);
          },
          visibility: (playId, hidden) => listener.visibility(playId, hidden),
          namesChanged: (playId, track, nativeArt) => {
            plays.changeNames(playId, { track, ...(nativeArt && { nativeArt }) });
            listener.namesChanged(playId, track, nativeArt);
          },
          loaded: (track, nativeArt) => listener.loaded(track, nativeArt),
        },
        signal,
      );
    } finally {
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
