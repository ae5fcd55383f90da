import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchPeer } from './peer.ts';
import { ProcessTree } from './process-tree.ts';

export const MEASURED_SECONDS = 10;

/** Average use in one second. */
export interface Use {
  /** Percent of one processor core. */
  readonly core: number;
  /** Number of thread wake-ups. */
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

/** Percent of one processor core for each of these process trees. Processes that end meanwhile do not count. */
export async function watchTrees(
  peers: readonly Pick<BenchPeer, 'pid'>[],
  seconds: number,
): Promise<readonly number[]> {
  const trees = peers.map(({ pid }) => new ProcessTree(pid));
  const use = (): readonly number[] => trees.map((tree) => tree.usedSeconds());
  const before = use();
  const startedAt = performance.now();
  await sleep(seconds * 1_000);
  const watched = (performance.now() - startedAt) / 1_000;
  return use().map((after, at) => (after - (before[at] ?? 0)) / watched / 0.01);
}
