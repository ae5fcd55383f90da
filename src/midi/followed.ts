import type { ControllerFaders, ControllerLevels } from '../core/contracts/faders.ts';

const NOTHING: ControllerLevels = new Map();

/** Passes levels on to the sources that follow them; it outlives restarts of both. */
export class FollowedFaders implements ControllerFaders {
  readonly #followers = new Set<(levels: ControllerLevels) => void>();
  #levels = NOTHING;

  /** False while no source needs the faders, because the sources report their own or have none. */
  get isFollowed(): boolean {
    return this.#followers.size > 0;
  }

  follow(changed: (levels: ControllerLevels) => void): () => void {
    this.#followers.add(changed);
    changed(this.#levels);
    return () => this.#followers.delete(changed);
  }

  update(levels: ControllerLevels): void {
    const before = this.#levels;
    const isSame =
      levels.size === before.size &&
      [...levels].every(([deck, { level, fader }]) => {
        const other = before.get(deck);
        return other !== undefined && other.level === level && other.fader === fader;
      });
    if (isSame) {
      return;
    }
    this.#levels = levels;
    for (const follower of this.#followers) {
      follower(levels);
    }
  }
}
