/** Beats of the files that the room hears, from their beat grids and the positions that the judge finds. */

import type { BeatGrid, GridPosition } from '../../core/contracts/beat.ts';
import type { HeardBeats } from '../../core/contracts/hearing.ts';
import { evictOldest } from '../../core/evict.ts';
import type { HeardPosition } from '../messages.ts';
import { HeardLine } from './heard-line.ts';

/** Resolves to undefined if the file's grid is not known. Never rejects. */
export type ReadGrid = (path: string) => Promise<BeatGrid | undefined>;

/** Kept files; more than are heard at once. */
const MOST_FILES = 16;

interface HeardFile {
  readonly line: HeardLine;
  /** Undefined until it is read. */
  grid: BeatGrid | undefined;
}

export class FileBeats implements HeardBeats {
  readonly #readGrid: ReadGrid;
  readonly #followers = new Set<() => void>();
  readonly #files = new Map<string, HeardFile>();

  constructor(readGrid: ReadGrid) {
    this.#readGrid = readGrid;
  }

  follow(changed: () => void): () => void {
    // Another object for each call, because two callers may pass the same function.
    const follower = (): void => changed();
    this.#followers.add(follower);
    return () => {
      this.#followers.delete(follower);
      if (this.#followers.size === 0) {
        this.#files.clear();
      }
    };
  }

  get isFollowed(): boolean {
    return this.#followers.size > 0;
  }

  /** `positions`: of all files that are heard, by path. `soundAt`: end of the sound; monotonic. */
  update(positions: ReadonlyMap<string, HeardPosition>, soundAt: number): void {
    if (!this.isFollowed) {
      return;
    }
    for (const [path, { ms, agoMs }] of positions) {
      this.#fileOf(path).line.add({ at: soundAt - agoMs, ms });
    }
    evictOldest(this.#files, MOST_FILES);
    for (const follower of this.#followers) {
      follower();
    }
  }

  at(path: string, time: number): GridPosition | undefined {
    const { line, grid } = this.#files.get(path) ?? {};
    const place = line?.at(time);
    return place === undefined || grid === undefined ? undefined : onGrid(grid, place.ms, place.speed);
  }

  #fileOf(path: string): HeardFile {
    const known = this.#files.get(path);
    if (known !== undefined) {
      return known;
    }
    const file: HeardFile = { line: new HeardLine(), grid: undefined };
    this.#files.set(path, file);
    void this.#readGrid(path).then((grid) => {
      file.grid = grid;
    });
    return file;
  }
}

function onGrid(grid: BeatGrid, positionMs: number, speed: number): GridPosition | undefined {
  const marker = grid.findLast(({ ms }) => ms <= positionMs) ?? grid[0];
  return (
    marker && {
      beat: marker.beat + ((positionMs - marker.ms) * marker.bpm) / 60_000,
      bpm: Math.max(0, marker.bpm * speed),
      positionMs,
    }
  );
}
