import { ENDED_AFTER_MS } from '../../core/play-end.ts';
import type { Clock } from '../../core/tools.ts';
import { isSameTrack, type Track } from '../../core/track.ts';
import { Timer } from '../../core/waiting.ts';
import type { Broadcaster } from './conversation.ts';
import { type SentNames, trackNamed } from './names.ts';

/** A later broadcast on the mount is a new one. */
const FORGOTTEN_AFTER_MS = 10 * 60_000;
const MAX_MOUNTS = 64;

interface Mount {
  readonly name: string;
  /** Highest for the newest. */
  rank: number;
  /** Current or last; undefined if only names have come. */
  broadcaster: Broadcaster | undefined;
  state: 'broadcasting' | 'interrupted' | 'ended';
  /** Monotonic. */
  since: number;
  /** When its last sound came, monotonic. */
  heardAt: number;
  /** Its last connection ended in order. */
  isGoodbye: boolean;
  /** Last connection beside the program's earlier one; monotonic. */
  returnedAt: number | undefined;
  track: Track | undefined;
  readonly timer: Timer;
}

export interface BroadcastView
  extends Pick<Mount, 'name' | 'broadcaster' | 'state' | 'since' | 'returnedAt'> {
  readonly isNamed: boolean;
}

export class Broadcasts {
  readonly #clock: Clock;
  readonly #report: (track: Track, goesOn: boolean) => void;
  readonly #reportEnd: (beforeMs: number) => void;
  readonly #mounts = new Map<string, Mount>();
  #ranks = 0;
  #followed: Mount | undefined;
  /** Track that was reported last. */
  #track: Track | undefined;
  /** The end of `#track` was reported. */
  #hasEnded = false;
  #isOver = false;

  /**
   * `report`: with `goesOn`, it is the ended track again. `reportEnd`: the broadcast of the reported track ended
   * `beforeMs` ago, and no other one names a track.
   */
  constructor(
    clock: Clock,
    report: (track: Track, goesOn: boolean) => void,
    reportEnd: (beforeMs: number) => void,
  ) {
    this.#clock = clock;
    this.#report = report;
    this.#reportEnd = reportEnd;
  }

  /** `isReturn`: the program already broadcasts here over another connection. */
  begin(broadcaster: Broadcaster, isReturn: boolean): void {
    const mount = this.#mount(broadcaster.mount);
    mount.timer.cancel();
    if (mount.state === 'ended') {
      this.#ranks += 1;
      mount.rank = this.#ranks;
      mount.since = this.#clock.monotonic();
      mount.track = undefined;
    }
    mount.returnedAt = isReturn ? this.#clock.monotonic() : undefined;
    mount.broadcaster = broadcaster;
    mount.state = 'broadcasting';
    this.#isOver = false;
  }

  /** `heardAt`: see `Mount`. */
  end(name: string, { heardAt, isGoodbye }: { readonly heardAt: number; readonly isGoodbye: boolean }): void {
    const mount = this.#mounts.get(name);
    if (mount === undefined) {
      return;
    }
    this.#isOver = isGoodbye;
    mount.state = 'interrupted';
    mount.heardAt = heardAt;
    mount.isGoodbye = isGoodbye;
    mount.timer.set(ENDED_AFTER_MS, () => {
      this.#endFor(mount);
      // A connection that named nothing since the end changes nothing.
      if (mount === this.#followed && !this.#followNext()) {
        this.#endTrack(mount);
      }
    });
  }

  names(name: string | undefined, names: SentNames): void {
    const mount = this.#mount(name ?? this.#newest()?.name ?? '/');
    const { broadcaster } = mount;
    const track = trackNamed(names, [mount.name, mount.name.slice(1), broadcaster?.station ?? '']);
    if (track === undefined) {
      return;
    }
    mount.track = track;
    if (mount.state === 'ended') {
      // Sent by a program without a broadcast: each name keeps the mount for a while.
      this.#endFor(mount);
    }
    const followed = this.#followed;
    if (followed === undefined || followed.state === 'ended' || mount.rank >= followed.rank) {
      this.#follow(mount, track);
    }
  }

  /** The last broadcast ended in order, as at the end of a show. */
  get isOver(): boolean {
    return this.#isOver;
  }

  views(): readonly BroadcastView[] {
    return [...this.#mounts.values()].map(
      ({ name, broadcaster, state, isGoodbye, since, returnedAt, track }) => ({
        name,
        broadcaster,
        state: state === 'interrupted' && isGoodbye ? 'ended' : state,
        since,
        returnedAt,
        isNamed: track !== undefined,
      }),
    );
  }

  /** Reports an end that is due. Connections that are closed later have none. */
  close(): void {
    for (const { timer } of this.#mounts.values()) {
      timer.cancel();
    }
    this.#mounts.clear();
    if (this.#followed?.state === 'interrupted') {
      this.#endTrack(this.#followed);
    }
  }

  #endTrack({ heardAt }: Mount): void {
    if (!this.#hasEnded) {
      this.#hasEnded = true;
      this.#reportEnd(this.#clock.monotonic() - heardAt);
    }
  }

  #mount(name: string): Mount {
    const known = this.#mounts.get(name);
    if (known !== undefined) {
      return known;
    }
    const oldest = [...this.#mounts.values()].find(({ state }) => state !== 'broadcasting');
    if (this.#mounts.size >= MAX_MOUNTS && oldest !== undefined) {
      this.#forget(oldest);
    }
    this.#ranks += 1;
    const mount: Mount = {
      name,
      rank: this.#ranks,
      broadcaster: undefined,
      state: 'ended',
      since: this.#clock.monotonic(),
      heardAt: 0,
      isGoodbye: false,
      returnedAt: undefined,
      track: undefined,
      timer: new Timer(this.#clock),
    };
    this.#mounts.set(name, mount);
    this.#endFor(mount);
    return mount;
  }

  #endFor(mount: Mount): void {
    mount.state = 'ended';
    mount.timer.set(FORGOTTEN_AFTER_MS, () => this.#forget(mount));
  }

  #forget(mount: Mount): void {
    mount.timer.cancel();
    this.#mounts.delete(mount.name);
    if (mount === this.#followed) {
      this.#followed = undefined;
      this.#track = undefined;
    }
  }

  #follow(mount: Mount, track: Track): void {
    this.#followed = mount;
    const isKnown = this.#track !== undefined && isSame(this.#track, track);
    if (!isKnown || this.#hasEnded) {
      this.#track = track;
      this.#hasEnded = false;
      this.#report(track, isKnown);
    }
  }

  /** Returns false without a broadcast that names a track. */
  #followNext(): boolean {
    const next = this.#newest();
    if (next?.track !== undefined) {
      this.#follow(next, next.track);
    }
    return next?.track !== undefined;
  }

  #newest(): Mount | undefined {
    return [...this.#mounts.values()]
      .filter(({ state }) => state === 'broadcasting')
      .sort(
        (one, other) =>
          Number(other.track !== undefined) - Number(one.track !== undefined) || other.rank - one.rank,
      )[0];
  }
}

function isSame(one: Track, other: Track): boolean {
  return isSameTrack(one, other) || (one.title === '' && other.title === '' && one.artist === other.artist);
}
