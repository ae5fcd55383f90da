/**
 * Several media players, one track: the player that started (a play or another track) last wins.
 * Pausing is no start, so it announces nothing while nobody else plays; nor does going on with the track that is on
 * air. When the player on air has stopped, the one that started last of those that still play follows.
 */
import type { Clock } from '../../core/tools.ts';
import type { NativeArt, Track } from '../../core/track.ts';
import { pause, Timer } from '../../core/waiting.ts';

export interface PlayerState {
  readonly playing: boolean;
  readonly track: Track;
  /** Absent until the player has told of its art. */
  readonly art?: NativeArt;
  /** Such players tell the names first and the art a moment later, if there is any. */
  readonly artFollows: boolean;
  /** Its new title comes up to a second before its new artist. */
  readonly isSlow: boolean;
}

/** So long names must stay the same: players update title and artist one after the other. */
const SETTLES_AFTER_MS = 200;
/** For slow players, and for a title without an artist, which is often only the name of the file until tags are read. */
const SETTLES_SLOWLY_AFTER_MS = 1000;
/** Longer than art usually takes, and no longer than a track may wait for it. */
const ART_FOLLOWS_WITHIN_MS = 1000;
/** How long a track stays on air that pauses while others play: a DJ who pauses for a moment must not change it twice. */
const GRACE_MS = 3000;

interface Player {
  state: PlayerState;
  /** Tells its track from others. */
  identity: string;
  /** The track of its current stretch of playing, once it was weighed; undefined while it pauses. */
  weighed: string | undefined;
  /** Counts up with every start of any player: tells which started last. */
  start: number;
  readonly settling: Timer;
}

interface FeaturedPlayer {
  readonly player: Player;
  readonly identity: string;
  readonly artFollows: boolean;
  art: NativeArt | undefined;
  /** Fires when its art has come, or none will. */
  readonly artDecided: AbortController;
}

export class Players {
  readonly #clock: Clock;
  readonly #announce: (track: Track, art: NativeArt) => void;
  readonly #players = new Map<string, Player>();
  #onAir: FeaturedPlayer | undefined;
  #starts = 0;
  readonly #grace: Timer;

  constructor(clock: Clock, announce: (track: Track, art: NativeArt) => void) {
    this.#clock = clock;
    this.#grace = new Timer(clock);
    this.#announce = announce;
  }

  /** What a player says now. `id` names the player for as long as it is there. */
  report(id: string, state: PlayerState): void {
    const identity = identityOf(state.track);
    const player = this.#players.get(id) ?? {
      state,
      identity,
      weighed: undefined,
      start: 0,
      settling: new Timer(this.#clock),
    };
    const isNew = !this.#players.has(id);
    const changed = isNew || !plays(player.state) || player.identity !== identity;
    this.#players.set(id, player);
    player.state = state;
    player.identity = identity;
    if (!plays(state)) {
      player.weighed = undefined;
      player.settling.cancel();
      this.#watchOnAir();
      return;
    }
    if (this.#onAir?.identity === identity) {
      this.#takeArt(this.#onAir, state.art);
    }
    if (changed) {
      player.settling.set(settlesAfterMs(state), () => this.#weigh(player));
    }
    this.#watchOnAir();
  }

  /** The player is gone. */
  forget(id: string): void {
    const player = this.#players.get(id);
    if (player !== undefined) {
      player.settling.cancel();
      this.#players.delete(id);
      this.#watchOnAir();
    }
  }

  /** Drops every timer. */
  close(): void {
    for (const id of [...this.#players.keys()]) {
      this.forget(id);
    }
  }

  #weigh(player: Player): void {
    if (player.weighed !== player.identity) {
      player.weighed = player.identity;
      this.#starts += 1;
      player.start = this.#starts;
      if (this.#onAir?.identity !== player.identity) {
        this.#putOnAir(player);
      }
    }
    this.#watchOnAir();
  }

  #putOnAir(player: Player): void {
    this.#onAir?.artDecided.abort();
    const { track, art, artFollows } = player.state;
    const onAir: FeaturedPlayer = {
      player,
      identity: player.identity,
      artFollows,
      art,
      artDecided: new AbortController(),
    };
    this.#onAir = onAir;
    this.#announce(track, (signal) => this.#artOf(onAir, signal));
  }

  /** Gives the air to another when its player has not played for a while. Called after every change. */
  #watchOnAir(): void {
    if (this.#isOnAirPlayed() || this.#newest() === undefined) {
      this.#grace.cancel();
      return;
    }
    if (!this.#grace.isSet) {
      this.#grace.set(GRACE_MS, () => {
        const newest = this.#newest();
        if (newest !== undefined) {
          this.#putOnAir(newest);
        }
      });
    }
  }

  /** By its player, which may be on the way to its next track, or by another that tells of the same track. */
  #isOnAirPlayed(): boolean {
    const onAir = this.#onAir;
    return [...this.#players.values()].some(
      (player) => plays(player.state) && (player === onAir?.player || player.identity === onAir?.identity),
    );
  }

  /** Of the players whose track has settled, the one that started last. */
  #newest(): Player | undefined {
    return [...this.#players.values()]
      .filter(({ weighed, identity }) => weighed === identity)
      .sort((one, other) => other.start - one.start)[0];
  }

  #takeArt(onAir: FeaturedPlayer, art: NativeArt | undefined): void {
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
  return isSlow || track.artist === '' ? SETTLES_SLOWLY_AFTER_MS : SETTLES_AFTER_MS;
}

function plays({ playing, track }: PlayerState): boolean {
  return playing && track.title !== '';
}

function identityOf(track: Track): string {
  return `${track.artist}\0${track.title}`;
}
