import { readdirSync, readFileSync } from 'node:fs';

/** Process with its helper processes (Linux). */
export class ProcessTree {
  readonly #root: number;
  /** Nanoseconds by process, at the last reading. */
  readonly #used = new Map<number, number>();
  #usedNs = 0;

  constructor(root: number) {
    this.#root = root;
  }

  /** Total seconds, without a helper's time after its last reading. */
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

  /** Total MiB; shared memory counts once. */
  memory(): number {
    return (
      this.#sum((pid) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}`, 'smaps_rollup'))?.[1] ?? 0)) / 1024
    );
  }

  /** Files, connections and pipes. */
  openFiles(): number {
    return this.#sum((pid) => entries(`/proc/${pid}/fd`).length);
  }

  /** Commands, or titles that processes set. */
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

/** Empty for an ended process. */
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
