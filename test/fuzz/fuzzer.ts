/** Tries inputs on a target; those that reach new code are what the next ones are made of. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutate, type Random, randomFrom } from './mutate.ts';
import type { FuzzTarget } from './target.ts';

/** How often each branch was taken since the start of an input, as the instrumented code counts it. */
export interface Coverage {
  readonly counts: Uint8Array;
  /** Constants of the code. */
  readonly words: readonly Uint8Array[];
}

export interface FuzzFinding {
  readonly what: string;
  readonly input: Buffer;
}

export interface FuzzResult {
  readonly executions: number;
  /** Branches that were taken. */
  readonly branches: number;
  /** Inputs that reached something new, the seeds among them. */
  readonly corpus: number;
  readonly findings: readonly FuzzFinding[];
}

export interface FuzzOptions {
  readonly target: FuzzTarget;
  readonly seed: number;
  /** Absent: inputs are made of the seeds alone. */
  readonly coverage?: Coverage;
  /** Inputs that were findings once. */
  readonly known?: readonly Uint8Array[];
  /** Whether to go on after this many inputs. */
  readonly goesOn: (executions: number) => boolean;
  /** Called with each input before it is read. */
  readonly before?: (input: Buffer) => void;
  readonly found?: (finding: FuzzFinding) => void;
}

/** Milliseconds on a processor that reading one input may take, three times in a row: code is compiled the first time. */
const LIMIT_MS = 1_000;
/** Of a target that fails in more ways, the first ones have to be mended first. */
const MOST_FINDINGS = 10;
/** One in this many inputs is made of a random one, the others of one that was found lately. */
const OLD_EVERY = 3;

export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { target, coverage, before, goesOn } = options;
  const random = randomFrom(options.seed);
  const corpus: Uint8Array[] = [];
  const words = [...(target.words ?? []).map((word) => Buffer.from(word)), ...(coverage?.words ?? [])];
  const findings = new Map<string, FuzzFinding>();
  const seen = new Uint8Array(coverage?.counts.length ?? 0);
  let executions = 0;

  /** Runs it, and keeps it when it is of use. */
  async function run(input: Buffer, always: boolean): Promise<void> {
    coverage?.counts.fill(0);
    before?.(input);
    const what = await failureOf(target, input);
    executions += 1;
    if (what !== undefined && !findings.has(what)) {
      const finding = { what, input: Buffer.from(input) };
      findings.set(what, finding);
      options.found?.(finding);
    } else if (isNew(coverage?.counts, seen) || always) {
      corpus.push(Buffer.from(input));
    }
  }

  for (const input of [...(options.known ?? []), ...target.seeds]) {
    await run(Buffer.from(input), true);
  }
  while (goesOn(executions) && findings.size < MOST_FINDINGS) {
    const parent = corpus[chosen(corpus.length, random)] ?? new Uint8Array();
    await run(mutate(parent, { random, corpus, words }), false);
  }
  return {
    executions,
    branches: seen.reduce((sum, bits) => sum + (bits === 0 ? 0 : 1), 0),
    corpus: corpus.length,
    findings: [...findings.values()],
  };
}

function chosen(length: number, random: Random): number {
  return random(OLD_EVERY) === 0 ? random(length) : length - 1 - random(Math.ceil(length / 4));
}

/** What is wrong with how the target takes this input; undefined when nothing is. */
async function failureOf(target: FuzzTarget, input: Buffer): Promise<string | undefined> {
  try {
    // Three times at most.
    for (let attempt = 1; ; attempt += 1) {
      const start = processorMs();
      // A copy: a reader that writes into its input must not write into ours.
      const running = target.run(Buffer.from(input));
      if (running !== undefined) {
        await running;
      }
      if (processorMs() - start < LIMIT_MS) {
        return undefined;
      }
      if (attempt === 3) {
        return `takes more than ${LIMIT_MS} ms of a processor`;
      }
    }
  } catch (error) {
    return error instanceof Error ? placeOf(error) : String(error);
  }
}

/** What this process has used so far, all threads: unlike a clock, it stands still while others are busy. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** The error and where it was thrown: what is thrown at one place counts as one finding. */
function placeOf(error: Error): string {
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return [`${error.name}: ${error.message.slice(0, 300)}`, ...frames.slice(0, 4)].join('\n');
}

/** Whether a branch was taken for the first time, or about twice as often as ever; notes it. */
function isNew(counts: Uint8Array | undefined, seen: Uint8Array): boolean {
  let found = false;
  counts?.forEach((count, index) => {
    if (count > 0) {
      const bit = 1 << (31 - Math.clz32(count));
      const before = seen[index] ?? 0;
      if ((before & bit) === 0) {
        seen[index] = before | bit;
        found = true;
      }
    }
  });
  return found;
}

const FINDINGS = join('test', 'fuzz', 'findings');

/** The file of a finding, in the checkout. */
export function pathOf(target: string, input: Uint8Array): string {
  return join(FINDINGS, target, createHash('sha256').update(input).digest('hex').slice(0, 12));
}

/** Inputs that were findings once. */
export function knownOf(target: string): readonly Uint8Array[] {
  const folder = join(FINDINGS, target);
  return existsSync(folder) ? readdirSync(folder).map((file) => readFileSync(join(folder, file))) : [];
}
