/** Finds music files in folders. Each real folder and file is visited once, however many links lead there. */
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { codeOf } from '../../core/errors.ts';

/** Names of music files, which may contain line breaks. */
const SOUND = /^[^.].*\.(?:mp3|ogg|oga|opus|flac|wav|aiff?|m4a|mp4|aac)$/is;
/** System folders on every disk, which users may not read. */
const OF_THE_SYSTEM = ['lost+found', 'System Volume Information', '$RECYCLE.BIN'];
/** Replaces bytes of a name that are not UTF-8. Such files can't be opened by name. */
const NOT_UTF8 = '\u{fffd}';

export interface FoundFile {
  readonly size: number;
  readonly modifiedMs: number;
}

interface Place {
  /** Path by which it was reached. */
  readonly path: string;
  /** Real path if no link leads there. */
  readonly real: string | undefined;
  /** Real path of its folder; undefined for places that the user named. */
  readonly within: string | undefined;
}

export class Walk {
  /** Keyed by the path by which the file was first reached. */
  readonly found = new Map<string, FoundFile>();
  /** The user's places that don't exist or can't be read. */
  readonly missing: string[] = [];
  readonly blocked: string[] = [];
  readonly unnamed: string[] = [];
  readonly loops: string[] = [];
  /** Real paths. */
  readonly #seen = new Set<string>();
  readonly #roots: string[] = [];
  /** Stack; the next one is last. */
  readonly #open: Place[];
  /** Followed last, so that folders are found at their real paths. */
  #links: Place[] = [];

  constructor(places: readonly string[]) {
    this.#open = places.map((path) => ({ path, real: undefined, within: undefined })).reverse();
  }

  get isOver(): boolean {
    return this.#open.length === 0 && this.#links.length === 0;
  }

  /** Walks for about `ms` milliseconds, then to the end of the current folder. */
  async continueFor(ms: number): Promise<void> {
    const until = performance.now() + ms;
    while (!this.isOver && performance.now() < until) {
      if (this.#open.length === 0) {
        this.#open.push(...this.#links.reverse());
        this.#links = [];
      }
      const place = this.#open.pop();
      if (place !== undefined) {
        await this.#visit(place);
      }
    }
  }

  async #visit(place: Place): Promise<void> {
    const { path, within } = place;
    try {
      const real = place.real ?? (await realpath(path));
      const info = await stat(real);
      if (within === undefined) {
        this.#roots.push(real);
      }
      const isFolder = info.isDirectory();
      if (isFolder && within !== undefined && [within, ...this.#roots].some((one) => isIn(one, real))) {
        if (isIn(within, real)) {
          this.loops.push(path);
        }
        return;
      }
      if (this.#seen.has(real)) {
        return;
      }
      this.#seen.add(real);
      if (isFolder) {
        await this.#enter(path, real);
      } else if (info.isFile() && (within === undefined || SOUND.test(basename(path)))) {
        this.found.set(path, { size: info.size, modifiedMs: info.mtimeMs });
      }
    } catch (error) {
      this.#note(place, codeOf(error));
    }
  }

  async #enter(path: string, real: string): Promise<void> {
    const entries = await readdir(real, { withFileTypes: true });
    const below = entries
      .filter(({ name }) => !name.startsWith('.') && !OF_THE_SYSTEM.includes(name))
      // Other files, such as covers and lists, need no `stat`.
      .filter((entry) => !entry.isFile() || SOUND.test(entry.name))
      .sort((one, other) => (one.name < other.name ? 1 : -1));
    for (const entry of below) {
      const place = { path: join(path, entry.name), within: real };
      if (entry.isSymbolicLink()) {
        this.#links.push({ ...place, real: undefined });
      } else {
        this.#open.push({ ...place, real: join(real, entry.name) });
      }
    }
  }

  #note({ path, within }: Place, code: unknown): void {
    if (within === undefined) {
      this.missing.push(path);
    } else if (code === 'ELOOP') {
      this.loops.push(path);
    } else if (code !== 'ENOENT' && code !== 'ENOTDIR') {
      this.blocked.push(path);
    } else if (basename(path).includes(NOT_UTF8)) {
      this.unnamed.push(path);
    }
    // Any other file was just removed, or its link is broken.
  }
}

/** Returns whether a folder is the other one, or inside it. */
function isIn(folder: string, other: string): boolean {
  return folder === other || folder.startsWith(other.endsWith(sep) ? other : `${other}${sep}`);
}
