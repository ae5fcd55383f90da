import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchPeer } from './peer.ts';

export const MEASURED_SECONDS = 10;

/** What a process used in one second. */
export interface Use {
  /** Percent of one processor core. */
  readonly core: number;
  /** How often one of its threads was woken. */
  readonly wakeUps: number;
}

/** Nanoseconds on a processor and voluntary waits of all threads so far (Linux). */
function usedBy(pid: number): { readonly ns: number; readonly waits: number } {
  let ns = 0;
  let waits = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${thread}`;
    ns += Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]);
    waits += Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync(`${folder}/status`, 'utf8'))?.[1]);
  }
  return { ns, waits };
}

export async function watchUse({ pid }: BenchPeer): Promise<Use> {
  const before = usedBy(pid);
  const startedAt = performance.now();
  await sleep(MEASURED_SECONDS * 1_000);
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = usedBy(pid);
  return {
    core: (after.ns - before.ns) / 1e9 / seconds / 0.01,
    wakeUps: (after.waits - before.waits) / seconds,
  };
}

interface RunningProcess {
  readonly pid: number;
  readonly name: string;
}

/** What `/proc` says; undefined when the process has just ended. */
function ifThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** A process, and all that it has started (Linux). */
export function familyOf(pid: number): readonly RunningProcess[] {
  const parents = readdirSync('/proc').flatMap((entry) => {
    const stat = ifThere(() => readFileSync(`/proc/${entry}/stat`, 'utf8')) ?? '';
    const [, parent] = /^.*\) \S+ (\d+)/s.exec(stat) ?? [];
    return parent === undefined ? [] : [{ child: Number(entry), parent: Number(parent) }];
  });
  const family = (of: number): readonly number[] => [
    of,
    ...parents.filter(({ parent }) => parent === of).flatMap(({ child }) => family(child)),
  ];
  return family(pid).map((one) => ({
    pid: one,
    name: ifThere(() => readFileSync(`/proc/${one}/cmdline`, 'utf8')) ?? '',
  }));
}

/** Percent of one processor core that each of these processes uses, with all that it has started; those that end meanwhile do not count. */
export async function watchFamilies(
  peers: readonly BenchPeer[],
  seconds: number,
): Promise<readonly number[]> {
  const use = (): readonly ReadonlyMap<number, number>[] =>
    peers.map(
      ({ pid }) => new Map(familyOf(pid).map((one) => [one.pid, ifThere(() => usedBy(one.pid).ns) ?? 0])),
    );
  const before = use();
  const startedAt = performance.now();
  await sleep(seconds * 1_000);
  const watched = (performance.now() - startedAt) / 1_000;
  return use().map((after, at) => {
    const ns = [...after].reduce(
      (sum, [pid, used]) => sum + Math.max(0, used - (before[at]?.get(pid) ?? 0)),
      0,
    );
    return ns / 1e9 / watched / 0.01;
  });
}
