/** What one player sends, as events of the deck table. Pure. */

import {
  type BeatPacket,
  isPlaying,
  isTempoMaster,
  type LinkDevice,
  PLAY_STATE,
  type PlayerStatus,
} from '@deckcast/prodjlink';
import type { DeckEvent, Tags } from '../../decks/index.ts';

/** A track as a player names it: a row in the library of the medium that it was loaded from. */
export interface TrackRef {
  /** Number of the player, or computer, that holds the medium. */
  readonly player: number;
  readonly slot: number;
  /** Of `TRACK_TYPE`. */
  readonly type: number;
  readonly id: number;
}

/** What is known of a track that is loaded now, by the status that reports it. */
export type DescribeTrack = (ref: TrackRef, status: PlayerStatus) => Tags;

/** Milliseconds without a status after which a player counts as lost: it sends five a second. */
const SILENCE_MS = 2_000;
/** While a track loads, the state comes and goes for up to this many milliseconds. */
const LOADING_MS = 3_000;
/**
 * CDJ-3000X names no track in every second status, and its play state is right in all. So a deck whose state is that of a
 * loaded track counts as empty only after this many statuses in a row without a track, in at least so many milliseconds.
 */
const EMPTY_STATUSES = 5;
const EMPTY_MS = 1_000;
/** A beat is overdue after this many times the interval to it; of 1,000 ms where that is not sent. */
const LATE_BEAT = 2.5;
const UNKNOWN_BEAT_MS = 1_000;
/** Every player has one deck. */
const NUMBER = 1;

/** What a player does that holds no track. */
const WITHOUT_TRACK: readonly number[] = [PLAY_STATE.empty, PLAY_STATE.cannotPlay];

/** The cue button is held: the DJ tries a place in the track. */
const PREVIEWS: readonly number[] = [PLAY_STATE.cuePlay, PLAY_STATE.cueScratch];

/** An event of the deck, without which deck it is. */
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
  /** Statuses without a track in a row, and when the first of them came. */
  #emptyStatuses = { count: 0, since: 0 };
  #isInLoop = false;
  /** Undefined: not reported yet. */
  #loaded: boolean | undefined;
  #engaged: boolean | undefined;
  #running: boolean | undefined;
  #master = false;
  #level: number | undefined;
  /** When the next beat is overdue, while beats alone show that it plays. */
  #beatBy: number | undefined;

  /** `id`: of the device in the deck table; it stays when the player gets another address. */
  constructor(id: string, device: LinkDevice, describe: DescribeTrack) {
    this.id = id;
    this.#device = device;
    this.#describe = describe;
  }

  get device(): LinkDevice {
    return this.#device;
  }

  /** Its state is known. */
  get isConnected(): boolean {
    return this.#connected;
  }

  get isPlaying(): boolean {
    return this.#connected && this.#running === true && this.#engaged !== false;
  }

  /** The track that it holds, as it names it. */
  get ref(): TrackRef | undefined {
    return this.#ref;
  }

  /** It plays on in a loop without the medium of its track. */
  get isInLoop(): boolean {
    return this.#isInLoop;
  }

  get tags(): Tags | undefined {
    return this.#tags;
  }

  /** The same player at another address. */
  moved(device: LinkDevice): void {
    this.#device = device;
  }

  /** Events of one status; they happen at once. `at`: milliseconds, monotonic. */
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

  /** Beats arrive only while it plays. Without an announcement, nothing else does. */
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

  /** How loud the mixer lets it through: 1, 0, or undefined while no mixer reports. */
  setLevel(level: number | undefined): readonly DeckEvent[] {
    if (level === this.#level) {
      return [];
    }
    this.#level = level;
    return this.#about([{ kind: 'level', level }]);
  }

  /** Names of the loaded track have arrived. */
  named(tags: Tags): readonly DeckEvent[] {
    if (tags.location !== this.#tags?.location) {
      return [];
    }
    this.#tags = tags;
    return this.#about([{ kind: 'tags', tags }]);
  }

  /** Draws the conclusion when nothing has arrived for long enough. */
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
    // A reload of the same track leaves no other trace.
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
    this.#emptyStatuses.count = 0;
    if (isSame(ref, this.#ref) && !begins) {
      // A player that is back sends everything again. That it is loaded, too: what it loads then is a load from its beginning.
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

  /** Whether a status without a track means that the deck holds none. */
  #isEmptied(playState: number, at: number): boolean {
    const { count, since } = this.#emptyStatuses;
    this.#emptyStatuses = { count: count + 1, since: count === 0 ? at : since };
    return (
      WITHOUT_TRACK.includes(playState) ||
      (count + 1 >= EMPTY_STATUSES && at >= this.#emptyStatuses.since + EMPTY_MS)
    );
  }

  #play(status: PlayerStatus): readonly DeckChange[] {
    const { playState, flags } = status;
    if (flags === 0) {
      // Two bits of it are set in every packet, so this one has no state. Opus Quad sends that now and then.
      return [];
    }
    if (playState === PLAY_STATE.emergencyLoop) {
      // What was audible stays audible, in a loop.
      const goesOn = isPlaying(status) || this.#running === true;
      return this.#transport(goesOn, goesOn);
    }
    const running = isPlaying(status) && !PREVIEWS.includes(playState);
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

  /** During a hand-over both say that they are master; the old one names the next. */
  #setTempo(status: PlayerStatus): readonly DeckChange[] {
    const master = isTempoMaster(status) && status.nextMaster === null;
    if (master === this.#master) {
      return [];
    }
    this.#master = master;
    return [{ kind: 'master', master }];
  }

  #about(changes: readonly DeckChange[]): readonly DeckEvent[] {
    // Each is an event of its own kind, about this deck.
    return changes.map((change) => ({ device: this.id, number: NUMBER, ...change }) as DeckEvent);
  }
}

/** Undefined: nothing is loaded. */
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

/** The play button, where the player does not say that it plays: a held platter, a search and the end of a track leave it on. */
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
