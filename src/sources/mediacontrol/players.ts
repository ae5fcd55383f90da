/**
 * The player that last started (to play, or another track) wins. Pausing, and resuming the track on air, announce
 * nothing. When the player on air has stopped, the remaining player that started last follows.
 */
import type { SourceListener } from '../../core/contracts/source.ts';
import type { Clock } from '../../core/tools.ts';
import type { NativeArt, PlayId, Track } from '../../core/track.ts';
import { pause, Timer } from '../../core/waiting.ts';
import { PlayIds } from '../shared/play-ids.ts';
import { namesFromWeb } from '../shared/web-names.ts';

export interface PlayerState {
  readonly playing: boolean;
  readonly track: Track;
  /** Identifies the file or stream; absent if the player does not tell. A stream keeps its id for all tracks. */
  readonly trackId?: string;
  readonly art?: NativeArt | undefined;
  /** The player reports the art a moment after the names. */
  readonly artFollows: boolean;
  /** The player reports a new title up to a second before its artist. */
  readonly isSlow: boolean;
}

/** Names must stay the same this long, because players update title and artist one after the other. */
const STABLE_AFTER_MS = 200;
/** Longer for slow players, and for a title without an artist: often a file name until the tags are read. */
const SLOW_STABLE_AFTER_MS = 1000;
/** Longer than art usually takes; a track may not wait longer. */
const ART_FOLLOWS_WITHIN_MS = 1000;
/** A paused track stays on air this long while others play, so that a short pause does not switch twice. */
const GRACE_MS = 3000;
/** Later names of a file are a new play, because the pipeline corrects a track for ten seconds only. */
const CORRECTED_WITHIN_MS = 9000;

interface Player {
  state: PlayerState;
  identity: string;
  /** Key of the track that was last weighed; undefined while paused. */
  considered: string | undefined;
  /** Rank of its last start; the highest of all players started last. */
  start: number;
  readonly settling: Timer;
}

interface FeaturedPlayer {
  readonly player: Player;
  identity: string;
  readonly playId: PlayId;
  /** Track id, if a file name was announced in place of its tags. */
  namelessId: string | undefined;
  /** Monotonic. */
  readonly at: number;
  readonly artFollows: boolean;
  art: NativeArt | undefined;
  /** Aborted once art has come or another track is on air. */
  readonly artDecided: AbortController;
}

export class Players {
  readonly #clock: Clock;
  readonly #listener: Pick<SourceListener, 'transition' | 'namesChanged'>;
  readonly #plays: PlayIds;
  readonly #players = new Map<string, Player>();
  #onAir: FeaturedPlayer | undefined;
  #starts = 0;
  readonly #grace: Timer;

  constructor(source: string, clock: Clock, listener: Pick<SourceListener, 'transition' | 'namesChanged'>) {
    this.#clock = clock;
    this.#grace = new Timer(clock);
    this.#plays = new PlayIds(source, clock);
    this.#listener = listener;
  }

  /** `id`: any key that stays the same while the player runs. */
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
      }
    }
    this.#watchOnAir();
  }

  #putOnAir(player: Player): void {
    this.#onAir?.artDecided.abort();
    const { track, trackId, art, artFollows } = player.state;
    const transition = this.#plays.next(track, { nativeArt: (signal) => this.#artOf(onAir, signal) });
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
    this.#listener.transition(transition);
  }

  /** The player has now read the tags of the file that was announced by its file name. */
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

  /** Switches to another player if the one on air has not played for `GRACE_MS`. Called after every change. */
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

  /** The player on air plays, maybe its next track, or another plays the same track. */
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

/** Players show a file name as the title until they have read the tags. */
function isFileName({ artist, title, filename }: Track): boolean {
  const isNamed = (name: string): boolean => name !== '' && name === title;
  return (
    artist === '' &&
    (AUDIO_FILE.test(title) || isNamed(filename) || isNamed(filename.replace(/\.[^.]+$/, '')))
  );
}

const AUDIO_FILE = /\.(aac|aiff?|alac|ape|flac|m4a|mp[34]|og[ag]|opus|wav|wma|webm)$/i;
