import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchPeer } from './peer.ts';
import { ProcessTree } from './process-tree.ts';

export const MEASURED_SECONDS = 10;

/** Average per second. */
export interface Use {
  /** Percent of a core. */
  readonly core: number;
  readonly wakeUps: number;
}

/** Sums all threads so far (Linux). */
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

export async function watchUse({ pid }: BenchPeer, watchedSeconds = MEASURED_SECONDS): Promise<Use> {
  const before = usedBy(pid);
  const startedAt = performance.now();
  await sleep(watchedSeconds * 1_000);
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = usedBy(pid);
  return {
    core: (after.ns - before.ns) / 1e9 / seconds / 0.01,
    wakeUps: (after.waits - before.waits) / seconds,
  };
}

/** Percent of a core per process tree, without processes that end meanwhile. */
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
