/** Looks through folders for music: each real folder and file once, however many links lead there. */
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { codeOf } from '../../core/errors.ts';

/** Names of files that may hold music. A name may have line breaks in it. */
const SOUND = /^[^.].*\.(?:mp3|ogg|oga|opus|flac|wav|aiff?|m4a|mp4|aac)$/is;
/** Folders that systems make on each disk, and that users may not read. */
const OF_THE_SYSTEM = ['lost+found', 'System Volume Information', '$RECYCLE.BIN'];
/** In place of bytes of a name that are not UTF-8: such a file cannot be opened by its name. */
const NOT_UTF8 = '\u{fffd}';

export interface FoundFile {
  /** Bytes. */
  readonly size: number;
  readonly modifiedMs: number;
}

interface Place {
  /** As it was reached. */
  readonly path: string;
  /** The real path, where no link leads there. */
  readonly real: string | undefined;
  /** Real path of the folder that it is in; undefined for a place that the user named. */
  readonly within: string | undefined;
}

export class Walk {
  /** By path, as it was reached first. */
  readonly found = new Map<string, FoundFile>();
  /** Places of the user's that are not there, or cannot be read. */
  readonly missing: string[] = [];
  /** What below them cannot be read. */
  readonly blocked: string[] = [];
  /** Files whose names this program cannot read. */
  readonly unnamed: string[] = [];
  /** Links to a folder that they are in themselves. */
  readonly loops: string[] = [];
  /** Real paths. */
  readonly #seen = new Set<string>();
  readonly #roots: string[] = [];
  /** The next one last. */
  readonly #open: Place[];
  /** Followed in the end, so that a folder is found where it really is. */
  #links: Place[] = [];

  constructor(places: readonly string[]) {
    this.#open = places.map((path) => ({ path, real: undefined, within: undefined })).reverse();
  }

  get isOver(): boolean {
    return this.#open.length === 0 && this.#links.length === 0;
  }

  /** Walks for about `ms` milliseconds, and then to the end of the current folder. */
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
      // Most files beside music are covers and lists: they need no look.
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
    // It has just gone, or its link leads nowhere.
  }
}

/** Whether a folder is that other one, or somewhere in it. */
function isIn(folder: string, other: string): boolean {
  return folder === other || folder.startsWith(other.endsWith(sep) ? other : `${other}${sep}`);
}
