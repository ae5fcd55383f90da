import { readdirSync, readFileSync } from 'node:fs';

/** A process and the helper processes that it has started (Linux). */
export class ProcessTree {
  readonly #root: number;
  /** Nanoseconds on a processor, by process, when last looked at. */
  readonly #used = new Map<number, number>();
  #usedNs = 0;

  constructor(root: number) {
    this.#root = root;
  }

  /** Seconds on a processor so far, of all of them; what a helper did after the last look before its end is missing. */
  usedSeconds(): number {
    for (const pid of this.#members()) {
      const used = threadsOf(pid).reduce(
        (sum, thread) => sum + Number(read(thread, 'schedstat').split(' ')[0]),
        0,
      );
      this.#usedNs += Math.max(0, used - (this.#used.get(pid) ?? 0));
      this.#used.set(pid, used);
    }
    return this.#usedNs / 1e9;
  }

  /** What all of them together hold in memory, in MiB; what they share counts once. */
  memory(): number {
    return (
      this.#sum((pid) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}`, 'smaps_rollup'))?.[1] ?? 0)) / 1024
    );
  }

  /** Open files, connections and pipes of all of them. */
  openFiles(): number {
    return this.#sum((pid) => entries(`/proc/${pid}/fd`).length);
  }

  /** What the system calls each of them: the command, or what it calls itself. */
  names(): readonly string[] {
    return this.#members().map((pid) => read(`/proc/${pid}`, 'cmdline'));
  }

  #sum(of: (pid: number) => number): number {
    return this.#members().reduce((sum, pid) => sum + of(pid), 0);
  }

  #members(): readonly number[] {
    const found = [this.#root];
    for (const pid of found) {
      for (const thread of threadsOf(pid)) {
        found.push(...read(thread, 'children').split(' ').filter(Boolean).map(Number));
      }
    }
    return found;
  }
}

function threadsOf(pid: number): readonly string[] {
  return entries(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
}

/** Nothing of what has ended meanwhile. */
function read(folder: string, name: string): string {
  try {
    return readFileSync(`${folder}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

function entries(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
