import {
  type BeatPacket,
  isPlaying,
  isTempoMaster,
  type LinkDevice,
  PLAY_STATE,
  type PlayerStatus,
} from '@deckcast/prodjlink';
import type { DeckEvent, Tags } from '../../decks/index.ts';

/** Row in the library of the track's medium. */
export interface TrackRef {
  readonly player: number;
  readonly slot: number;
  readonly type: number;
  readonly id: number;
}

export type DescribeTrack = (ref: TrackRef, status: PlayerStatus) => Tags;

/** A player sends five statuses a second. */
const SILENCE_MS = 2_000;
/** The state may flicker while a track loads. */
const LOADING_MS = 3_000;
/**
 * CDJ-3000X omits the track in every second status, with a correct play state. So a deck with a loaded
 * track's play state counts as empty only after this many statuses without one in a row, over at least
 * `MIN_TRACKLESS_MS`.
 */
const MIN_TRACKLESS_STATUSES = 5;
const MIN_TRACKLESS_MS = 1_000;
/** A beat is overdue after this many announced intervals, or multiples of `UNKNOWN_BEAT_MS`. */
const LATE_BEAT = 2.5;
const UNKNOWN_BEAT_MS = 1_000;
export const DECK_NUMBER = 1;

const EMPTY_STATES: readonly number[] = [PLAY_STATE.empty, PLAY_STATE.cannotPlay];

/** The DJ holds the cue button. */
export const PREVIEW_STATES: readonly number[] = [PLAY_STATE.cuePlay, PLAY_STATE.cueScratch];

type DeckChange = DeckEvent extends infer Event
  ? Event extends { readonly number: number }
    ? Omit<Event, 'device' | 'number'>
    : never
  : never;

export class PlayerDeck {
  readonly id: string;
  readonly #describe: DescribeTrack;
  #device: LinkDevice;
  #connected = false;
  #statusAt: number | undefined;
  #ref: TrackRef | undefined;
  #tags: Tags | undefined;
  #loadedAt = Number.NEGATIVE_INFINITY;
  #wasLoading = false;
  /** Statuses in a row without a track, and the first one's time. */
  #trackless = { count: 0, since: 0 };
  #isInLoop = false;
  #loaded: boolean | undefined;
  #engaged: boolean | undefined;
  #running: boolean | undefined;
  #master = false;
  #level: number | undefined;
  /** Next beat overdue, while only beats show that the deck plays. */
  #beatBy: number | undefined;

  /** `id`: survives changes of the player's address. */
  constructor(id: string, device: LinkDevice, describe: DescribeTrack) {
    this.id = id;
    this.#device = device;
    this.#describe = describe;
  }

  get device(): LinkDevice {
    return this.#device;
  }

  get isConnected(): boolean {
    return this.#connected;
  }

  get isPlaying(): boolean {
    return this.#connected && this.#running === true && this.#engaged !== false;
  }

  get ref(): TrackRef | undefined {
    return this.#ref;
  }

  get isInLoop(): boolean {
    return this.#isInLoop;
  }

  get tags(): Tags | undefined {
    return this.#tags;
  }

  moved(device: LinkDevice): void {
    this.#device = device;
  }

  /** `at`: monotonic. */
  onStatus(status: PlayerStatus, at: number): readonly DeckEvent[] {
    const isBack = this.#statusAt !== undefined && !this.#connected;
    const connected = this.#connect();
    this.#statusAt = at;
    this.#isInLoop = status.emergencyLoop || status.playState === PLAY_STATE.emergencyLoop;
    this.#beatBy = undefined;
    return [
      ...connected,
      ...this.#about(this.#load(status, at, isBack)),
      ...this.#about(this.#play(status)),
      ...this.#about(this.#setTempo(status)),
    ];
  }

  /** Beats come only from a playing deck, and are all that an unannounced client receives. */
  onBeat({ nextBeat }: BeatPacket, at: number): readonly DeckEvent[] {
    if (this.#statusAt !== undefined && at < this.#statusAt + SILENCE_MS) {
      return [];
    }
    this.#beatBy = at + (nextBeat ?? UNKNOWN_BEAT_MS) * LATE_BEAT;
    const loaded: readonly DeckChange[] =
      this.#loaded === undefined ? [{ kind: 'loaded', loaded: true }] : [];
    this.#loaded ??= true;
    return [...this.#connect(), ...this.#about(loaded), ...this.#about(this.#transport(true, true))];
  }

  /** Mixer's level: 1, 0, or undefined without one. */
  setLevel(level: number | undefined): readonly DeckEvent[] {
    if (level === this.#level) {
      return [];
    }
    this.#level = level;
    return this.#about([{ kind: 'level', level }]);
  }

  named(tags: Tags): readonly DeckEvent[] {
    if (tags.location !== this.#tags?.location) {
      return [];
    }
    this.#tags = tags;
    return this.#about([{ kind: 'tags', tags }]);
  }

  /** Missing beats mean a stopped deck, missing statuses a lost player. */
  checkSilence(at: number): readonly DeckEvent[] {
    if (this.#beatBy !== undefined) {
      if (at < this.#beatBy) {
        return [];
      }
      this.#beatBy = undefined;
      return this.#about(this.#transport(false, false));
    }
    if (!this.#connected || this.#statusAt === undefined || at < this.#statusAt + SILENCE_MS) {
      return [];
    }
    this.#connected = false;
    return [{ device: this.id, kind: 'lost' }];
  }

  gone(): readonly DeckEvent[] {
    this.#connected = false;
    return [{ device: this.id, kind: 'gone' }];
  }

  #connect(): readonly DeckEvent[] {
    if (this.#connected) {
      return [];
    }
    this.#connected = true;
    const { name, number } = this.#device;
    return [
      { device: this.id, kind: 'connected', name, labels: 'player' },
      { device: this.id, kind: 'player', player: number },
    ];
  }

  #load(status: PlayerStatus, at: number, isBack: boolean): readonly DeckChange[] {
    const isLoading = status.playState === PLAY_STATE.loading;
    // Loading the same track again shows only in the play state.
    const begins = isLoading && !this.#wasLoading && at >= this.#loadedAt + LOADING_MS;
    this.#wasLoading = isLoading;
    const ref = refOf(status);
    if (ref === undefined) {
      if (!this.#isEmptied(status.playState, at)) {
        return [];
      }
      const wasEmpty = this.#loaded === false;
      this.#ref = undefined;
      this.#tags = undefined;
      this.#loaded = false;
      return wasEmpty ? [] : [{ kind: 'loaded', loaded: false }];
    }
    this.#trackless.count = 0;
    if (isSame(ref, this.#ref) && !begins) {
      // Sends all values again after a reconnect. With `loaded`, a later load counts as new.
      return isBack && this.#tags !== undefined
        ? [
            { kind: 'tags', tags: this.#tags },
            { kind: 'loaded', loaded: true },
          ]
        : [];
    }
    const emptied: readonly DeckChange[] =
      this.#loaded === undefined ? [] : [{ kind: 'loaded', loaded: false }];
    this.#ref = ref;
    this.#loaded = true;
    this.#loadedAt = at;
    this.#tags = this.#describe(ref, status);
    return [...emptied, { kind: 'tags', tags: this.#tags }, { kind: 'loaded', loaded: true }];
  }

  #isEmptied(playState: number, at: number): boolean {
    const { count, since } = this.#trackless;
    this.#trackless = { count: count + 1, since: count === 0 ? at : since };
    return (
      EMPTY_STATES.includes(playState) ||
      (count + 1 >= MIN_TRACKLESS_STATUSES && at >= this.#trackless.since + MIN_TRACKLESS_MS)
    );
  }

  #play(status: PlayerStatus): readonly DeckChange[] {
    const { playState, flags } = status;
    if (flags === 0) {
      // Valid packets set two of these bits. An Opus Quad sends others now and then.
      return [];
    }
    if (playState === PLAY_STATE.emergencyLoop) {
      const isStillPlaying = isPlaying(status) || this.#running === true;
      return this.#transport(isStillPlaying, isStillPlaying);
    }
    const running = isPlaying(status) && !PREVIEW_STATES.includes(playState);
    return this.#transport(running || isButtonOn(playState, this.#engaged === true), running);
  }

  #transport(engaged: boolean, running: boolean): readonly DeckChange[] {
    const changes: DeckChange[] = [];
    if (engaged !== this.#engaged) {
      this.#engaged = engaged;
      changes.push({ kind: 'engaged', engaged });
    }
    if (running !== this.#running) {
      this.#running = running;
      changes.push({ kind: 'running', running });
    }
    return changes;
  }

  /** Both decks claim to be master during a hand-over; the old one names its successor. */
  #setTempo(status: PlayerStatus): readonly DeckChange[] {
    const master = isTempoMaster(status) && status.nextMaster === null;
    if (master === this.#master) {
      return [];
    }
    this.#master = master;
    return [{ kind: 'master', master }];
  }

  #about(changes: readonly DeckChange[]): readonly DeckEvent[] {
    // The spread loses the link between kind and fields.
    return changes.map((change) => ({ device: this.id, number: DECK_NUMBER, ...change }) as DeckEvent);
  }
}

function refOf({ sourcePlayer, slot, trackType, trackId, playState }: PlayerStatus): TrackRef | undefined {
  return trackId === 0 || playState === PLAY_STATE.cannotPlay
    ? undefined
    : { player: sourcePlayer, slot, type: trackType, id: trackId };
}

function isSame(one: TrackRef, other: TrackRef | undefined): boolean {
  return (
    other !== undefined &&
    one.player === other.player &&
    one.slot === other.slot &&
    one.type === other.type &&
    one.id === other.id
  );
}

/** A held platter, a search and the end of a track leave the button on. */
function isButtonOn(playState: number, before: boolean): boolean {
  switch (playState) {
    case PLAY_STATE.playing:
    case PLAY_STATE.looping:
      return true;
    case PLAY_STATE.searching:
    case PLAY_STATE.ended:
      return before;
    default:
      return false;
  }
}
