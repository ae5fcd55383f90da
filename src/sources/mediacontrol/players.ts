/**
 * The player that last started (to play, or another track) wins. Pausing, and resuming the track on air,
 * announce nothing. When the player on air stops, the remaining one that started last follows; without one, its track
 * ends.
 */
import type { SourceListener } from '../../core/contracts/source.ts';
import { PlayEnd } from '../../core/play-end.ts';
import type { Clock } from '../../core/tools.ts';
import type { NativeArt, PlayId, Track } from '../../core/track.ts';
import { pause, Timer } from '../../core/waiting.ts';
import { PlayIds } from '../shared/play-ids.ts';
import { namesFromWeb } from '../shared/web-names.ts';

export interface PlayerState {
  readonly playing: boolean;
  readonly track: Track;
  /** Absent if unknown. A stream keeps it for all tracks. */
  readonly trackId?: string;
  /** Path on this computer, if the player tells it. */
  readonly file?: string | undefined;
  readonly art?: NativeArt | undefined;
  /** Art comes a moment after the names. */
  readonly artFollows: boolean;
  /** A title may come up to a second before its artist. */
  readonly isSlow: boolean;
}

/** Players update title and artist one after the other. */
const STABLE_AFTER_MS = 200;
/** Longer for slow players, and titles without an artist: often file names until tags are read. */
const SLOW_STABLE_AFTER_MS = 1000;
/** Art usually takes less; a track may not wait longer. */
const ART_FOLLOWS_WITHIN_MS = 1000;
/** A paused track stays on air this long while others play, so that a short pause does not switch twice. */
const GRACE_MS = 3000;
/** Later names of a file are a new play: the pipeline corrects a track for ten seconds. */
const CORRECTED_WITHIN_MS = 9000;

interface Player {
  state: PlayerState;
  identity: string;
  /** Last weighed track; undefined while paused. */
  considered: string | undefined;
  /** Rank of its last start; the highest started last. */
  start: number;
  readonly settling: Timer;
}

interface FeaturedPlayer {
  readonly player: Player;
  identity: string;
  readonly playId: PlayId;
  /** Track id, if a file name was announced instead of tags. */
  namelessId: string | undefined;
  /** Monotonic. */
  readonly at: number;
  readonly artFollows: boolean;
  art: NativeArt | undefined;
  /** Aborted once art came or another track is on air. */
  readonly artDecided: AbortController;
}

type PlayerListener = Pick<SourceListener, 'transition' | 'namesChanged' | 'ended'>;

export class Players {
  readonly #clock: Clock;
  readonly #listener: PlayerListener;
  readonly #end: PlayEnd;
  readonly #plays: PlayIds;
  readonly #players = new Map<string, Player>();
  #onAir: FeaturedPlayer | undefined;
  #starts = 0;
  readonly #grace: Timer;

  /** `signal`: the source stops, and forgets its players, which play on. */
  constructor(source: string, clock: Clock, listener: PlayerListener, signal: AbortSignal) {
    this.#clock = clock;
    this.#end = new PlayEnd(clock, listener);
    this.#grace = new Timer(clock);
    this.#plays = new PlayIds(source, clock);
    this.#listener = listener;
    signal.addEventListener('abort', () => this.#end.close(), { once: true });
  }

  /** `id`: stays while the player runs. */
  report(id: string, given: PlayerState): void {
    const state = { ...given, track: namesFromWeb(given.track) };
    const identity = identityOf(state.track);
    const player = this.#players.get(id) ?? {
      state,
      identity,
      considered: undefined,
      start: 0,
      settling: new Timer(this.#clock),
    };
    const isNew = !this.#players.has(id);
    const changed = isNew || !plays(player.state) || player.identity !== identity;
    this.#players.set(id, player);
    player.state = state;
    player.identity = identity;
    if (!plays(state)) {
      player.considered = undefined;
      player.settling.cancel();
      this.#watchOnAir();
      return;
    }
    if (this.#onAir?.identity === identity) {
      this.#updateArt(this.#onAir, state.art);
    }
    if (changed) {
      player.settling.set(settlesAfterMs(state), () => this.#weigh(player));
    }
    this.#watchOnAir();
  }

  forget(id: string): void {
    const player = this.#players.get(id);
    if (player !== undefined) {
      player.settling.cancel();
      this.#players.delete(id);
      this.#watchOnAir();
    }
  }

  close(): void {
    this.#end.close();
    for (const id of [...this.#players.keys()]) {
      this.forget(id);
    }
  }

  #weigh(player: Player): void {
    if (player.considered !== player.identity) {
      player.considered = player.identity;
      this.#starts += 1;
      player.start = this.#starts;
      if (this.#onAir !== undefined && this.#areLateNames(this.#onAir, player)) {
        this.#correct(this.#onAir, player);
      } else if (this.#onAir?.identity !== player.identity) {
        this.#putOnAir(player);
      } else {
        this.#end.goesOn();
      }
    }
    this.#watchOnAir();
  }

  #putOnAir(player: Player): void {
    this.#onAir?.artDecided.abort();
    const { track, trackId, file, art, artFollows } = player.state;
    const nativeArt: NativeArt = (signal) => this.#artOf(onAir, signal);
    const transition = this.#plays.next(track, { nativeArt, file });
    const onAir: FeaturedPlayer = {
      player,
      identity: player.identity,
      playId: transition.playId,
      namelessId: isFileName(track) ? trackId : undefined,
      at: this.#clock.monotonic(),
      artFollows,
      art,
      artDecided: new AbortController(),
    };
    this.#onAir = onAir;
    this.#end.announce(transition);
  }

  /** The tags of a file that was announced by its name. */
  #areLateNames(onAir: FeaturedPlayer, player: Player): boolean {
    return (
      onAir.player === player &&
      onAir.identity !== player.identity &&
      onAir.namelessId !== undefined &&
      onAir.namelessId === player.state.trackId &&
      this.#clock.monotonic() - onAir.at <= CORRECTED_WITHIN_MS
    );
  }

  #correct(onAir: FeaturedPlayer, { identity, state: { track, art } }: Player): void {
    onAir.identity = identity;
    onAir.namelessId = undefined;
    onAir.art = art;
    this.#listener.namesChanged(onAir.playId, track, (signal) => this.#artOf(onAir, signal));
  }

  #watchOnAir(): void {
    const isPlayed = this.#isOnAirPlayed();
    if (isPlayed || this.#newest() === undefined) {
      this.#grace.cancel();
      if (isPlayed) {
        this.#end.plays();
      } else {
        this.#end.stopped();
      }
      return;
    }
    this.#end.plays();
    if (!this.#grace.isSet) {
      this.#grace.set(GRACE_MS, () => {
        const newest = this.#newest();
        if (newest !== undefined) {
          this.#putOnAir(newest);
        }
      });
    }
  }

  /** Maybe its next track, or another player plays the same. */
  #isOnAirPlayed(): boolean {
    const onAir = this.#onAir;
    return [...this.#players.values()].some(
      (player) => plays(player.state) && (player === onAir?.player || player.identity === onAir?.identity),
    );
  }

  #newest(): Player | undefined {
    return [...this.#players.values()]
      .filter(({ considered, identity }) => considered === identity)
      .sort((one, other) => other.start - one.start)[0];
  }

  #updateArt(onAir: FeaturedPlayer, art: NativeArt | undefined): void {
    if (art !== undefined) {
      onAir.art = art;
      onAir.artDecided.abort();
    }
  }

  async #artOf(onAir: FeaturedPlayer, signal: AbortSignal): Promise<Uint8Array | undefined> {
    if (onAir.art === undefined && onAir.artFollows && !signal.aborted) {
      const either = AbortSignal.any([signal, onAir.artDecided.signal]);
      await pause(this.#clock, ART_FOLLOWS_WITHIN_MS, either);
    }
    return onAir.art?.(signal);
  }
}

function settlesAfterMs({ track, isSlow }: PlayerState): number {
  return isSlow || track.artist === '' ? SLOW_STABLE_AFTER_MS : STABLE_AFTER_MS;
}

function plays({ playing, track }: PlayerState): boolean {
  return playing && track.title !== '';
}

function identityOf(track: Track): string {
  return `${track.artist}\0${track.title}`;
}

/** Players show a file name as title until they have read the tags. */
function isFileName({ artist, title, filename }: Track): boolean {
  const isNamed = (name: string): boolean => name !== '' && name === title;
  return (
    artist === '' &&
    (AUDIO_FILE.test(title) || isNamed(filename) || isNamed(filename.replace(/\.[^.]+$/, '')))
  );
}

const AUDIO_FILE = /\.(aac|aiff?|alac|ape|flac|m4a|mp[34]|og[ag]|opus|wav|wma|webm)$/i;
