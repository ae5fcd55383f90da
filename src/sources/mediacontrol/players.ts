/**
 * Several media players, one track: the player that started (a play or another track) last wins.
 * Pausing is no start, so it announces nothing; nor does going on with the track that is on air.
 */
import type { Clock } from '../../core/tools.ts';
import type { NativeArt, Track } from '../../core/track.ts';

export interface PlayerState {
  readonly playing: boolean;
  readonly track: Track;
  /** Absent until the player has told of its art. */
  readonly art?: NativeArt;
  /** Such players tell the names first and the art a moment later, if there is any. */
  readonly artFollows: boolean;
  /** Milliseconds that names must stay the same: players update title and artist one after the other. */
  readonly settlesAfterMs: number;
}

/** Longer than art usually takes, and no longer than a track may wait for it. */
const ART_FOLLOWS_WITHIN_MS = 1000;

interface Player {
  state: PlayerState;
  /** The track of its current stretch of playing, once it was weighed; undefined while it pauses. */
  weighed: string | undefined;
  cancelSettling: (() => void) | undefined;
}

interface OnAir {
  readonly identity: string;
  readonly artFollows: boolean;
  art: NativeArt | undefined;
  readonly artWaiters: Set<() => void>;
}

export class Players {
  readonly #clock: Clock;
  readonly #announce: (track: Track, art: NativeArt) => void;
  readonly #players = new Map<string, Player>();
  #onAir: OnAir | undefined;

  constructor(clock: Clock, announce: (track: Track, art: NativeArt) => void) {
    this.#clock = clock;
    this.#announce = announce;
  }

  /** What a player says now. `id` names the player for as long as it is there. */
  report(id: string, state: PlayerState): void {
    const player = this.#players.get(id) ?? { state, weighed: undefined, cancelSettling: undefined };
    const isNew = !this.#players.has(id);
    const before = player.state;
    this.#players.set(id, player);
    player.state = state;
    if (!state.playing || state.track.title === '') {
      player.weighed = undefined;
      this.#stopSettling(player);
      return;
    }
    if (this.#onAir?.identity === identityOf(state.track)) {
      this.#takeArt(this.#onAir, state.art);
    }
    const changed = isNew || !before.playing || identityOf(before.track) !== identityOf(state.track);
    if (changed) {
      this.#stopSettling(player);
      player.cancelSettling = this.#clock.after(state.settlesAfterMs, () => this.#weigh(player));
    }
  }

  /** The player is gone. */
  forget(id: string): void {
    const player = this.#players.get(id);
    if (player !== undefined) {
      this.#stopSettling(player);
      this.#players.delete(id);
    }
  }

  /** Drops every timer. */
  close(): void {
    for (const id of [...this.#players.keys()]) {
      this.forget(id);
    }
  }

  #stopSettling(player: Player): void {
    player.cancelSettling?.();
    player.cancelSettling = undefined;
  }

  #weigh(player: Player): void {
    player.cancelSettling = undefined;
    const { track, art, artFollows } = player.state;
    const identity = identityOf(track);
    if (player.weighed === identity) {
      return;
    }
    player.weighed = identity;
    if (this.#onAir?.identity === identity) {
      return;
    }
    for (const wake of this.#onAir?.artWaiters ?? []) {
      wake();
    }
    const onAir: OnAir = { identity, artFollows, art, artWaiters: new Set() };
    this.#onAir = onAir;
    this.#announce(track, (signal) => this.#artOf(onAir, signal));
  }

  #takeArt(onAir: OnAir, art: NativeArt | undefined): void {
    if (art !== undefined) {
      onAir.art = art;
      for (const wake of onAir.artWaiters) {
        wake();
      }
    }
  }

  async #artOf(onAir: OnAir, signal: AbortSignal): Promise<Uint8Array | undefined> {
    if (onAir.art === undefined && onAir.artFollows && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          cancel();
          onAir.artWaiters.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const cancel = this.#clock.after(ART_FOLLOWS_WITHIN_MS, wake);
        onAir.artWaiters.add(wake);
        signal.addEventListener('abort', wake, { once: true });
      });
    }
    return onAir.art?.(signal);
  }
}

function identityOf(track: Track): string {
  return `${track.artist}\0${track.title}`;
}
