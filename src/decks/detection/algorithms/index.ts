/** Every detection rule, by the name that `--detection.algorithm` gives it. */
import type { Algorithm } from './algorithm.ts';
import { altlead } from './altlead.ts';
import { lead } from './lead.ts';
import { volume } from './volume.ts';

export const ALGORITHMS = { volume, lead, altlead } as const satisfies Readonly<Record<string, Algorithm>>;

export type AlgorithmName = keyof typeof ALGORITHMS;

// The keys of an object literal that nothing is added to are those of its type.
export const ALGORITHM_NAMES = Object.keys(ALGORITHMS) as readonly AlgorithmName[];
