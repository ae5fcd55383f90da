import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '../src/core/tools.ts';

/** Figure of deckcast, and of a floor or peer in the same run. */
export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  readonly against: string;
  readonly theirs: number;
  /** Target ratio: `at most` for times and sizes, `at least` for rates. */
  readonly target?: { readonly bound: 'at most' | 'at least'; readonly ratio: number };
  /** Absolute target; the comparison then shows the machine's speed. */
  readonly wanted?: { readonly bound: 'at most' | 'at least'; readonly value: number };
}

export interface Measurement {
  readonly name: string;
  run(): Promise<readonly Figure[]>;
}

/** Removes the temporary folder after `work`. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'deckcast-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param share 0 to 1 */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = Math.min(sorted.length - 1, Math.floor(share * sorted.length));
  return sorted[at] ?? Number.NaN;
}

export function row(figure: Figure): string {
  const ratio = figure.ours / figure.theirs;
  return `| ${[
    figure.what,
    `${format(figure.ours)} ${figure.unit}`,
    `${figure.against}: ${format(figure.theirs)} ${figure.unit}`,
    ratio.toFixed(2),
    targetOf(figure),
    met(figure, ratio) ? 'met' : 'missed',
  ].join(' | ')} |`;
}

function targetOf({ target, wanted, unit }: Figure): string {
  if (wanted !== undefined) {
    return `${wanted.bound} ${format(wanted.value)} ${unit}`;
  }
  return target === undefined ? '' : `${target.bound} ${target.ratio} times`;
}

function met({ target, wanted, ours }: Figure, ratio: number): boolean {
  if (wanted !== undefined) {
    return wanted.bound === 'at most' ? ours <= wanted.value : ours >= wanted.value;
  }
  return target === undefined || (target.bound === 'at most' ? ratio <= target.ratio : ratio >= target.ratio);
}

function format(value: number): string {
  return value >= 1_000 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}

export const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };
