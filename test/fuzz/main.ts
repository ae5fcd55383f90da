/**
 * The command behind `npm run fuzz`. The inputs are read in a worker, so that one which never ends is noticed: what is
 * being read is in memory that both see.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import {
  type Coverage,
  type FuzzFinding,
  type FuzzResult,
  fuzz,
  knownOf,
  pathOf,
  processorMs,
} from './fuzzer.ts';
import { TARGETS } from './targets/index.ts';

/** Written beside the bundle by `scripts/fuzz.js`. */
interface CodeFacts {
  readonly branches: number;
  readonly words: readonly string[];
  readonly numbers: readonly number[];
}

interface Job {
  readonly name: string;
  readonly seconds: number;
  readonly seed: number;
  /** The length of the input that is being read, how many were read, and its bytes. */
  readonly current: SharedArrayBuffer;
}

declare global {
  /** What instrumented code counts in. */
  var __branches: Uint8Array;
}

const HERE = dirname(fileURLToPath(import.meta.url));
const HEAD_BYTES = 8;
const MOST_INPUT_BYTES = 1024 * 1024;
/** Milliseconds on a processor without a new input after which the present one counts as endless. */
const ENDLESS_MS = 20_000;
/** Milliseconds after which it does when it waits for something. On a busy computer it may wait for a processor. */
const WAITS_MS = 300_000;
const LOOK_EVERY_MS = 1_000;

if (isMainThread) {
  process.exitCode = (await main()) ? 0 : 1;
} else {
  // Only this file starts the worker.
  await work(workerData as Job);
}

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string' } },
  });
  const seconds = Number(values.seconds);
  const seed = Number(values.seed ?? Date.now() % 2 ** 31);
  const names = positionals.length === 0 ? [...TARGETS.keys()] : positionals;
  const unknown = names.filter((name) => !TARGETS.has(name));
  if (unknown.length > 0 || !(seconds > 0) || !Number.isInteger(seed)) {
    console.error(
      `npm run fuzz [-- TARGET… --seconds=60 --seed=N], with these targets: ${[...TARGETS.keys()].join(', ')}`,
    );
    return false;
  }
  console.log(`seed ${seed}, ${seconds} s a target\n`);
  console.log('| target | executions | in a second | branches | inputs kept | findings |');
  console.log('|---|---|---|---|---|---|');
  let isClean = true;
  for (const name of names) {
    const result = await inWorker(name, seconds, seed);
    isClean &&= result.findings.length === 0;
    const { executions, branches, corpus, findings } = result;
    const cells = [name, executions, Math.round(executions / seconds), branches, corpus, findings.length];
    console.log(`| ${cells.join(' | ')} |`);
    for (const { what, input } of findings) {
      const path = pathOf(name, input);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, input);
      console.error(`\n${name}: ${what}\n    the input is ${path}\n`);
    }
  }
  return isClean;
}

function inWorker(name: string, seconds: number, seed: number): Promise<FuzzResult> {
  const current = new SharedArrayBuffer(HEAD_BYTES + MOST_INPUT_BYTES);
  const job: Job = { name, seconds, seed, current };
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: job });
  const head = new Int32Array(current, 0, 2);
  const findings: FuzzFinding[] = [];
  return new Promise((resolve) => {
    let executions = -1;
    let since = Date.now();
    let used = processorMs();
    const end = (what: string): void => {
      const input = Buffer.from(new Uint8Array(current, HEAD_BYTES, head[0] ?? 0));
      resolve({ executions, branches: 0, corpus: 0, findings: [...findings, { what, input }] });
    };
    const watch = setInterval(() => {
      const now = Atomics.load(head, 1);
      if (now !== executions) {
        executions = now;
        since = Date.now();
        used = processorMs();
      } else if (processorMs() - used > ENDLESS_MS || Date.now() - since > WAITS_MS) {
        end('never ends');
        void worker.terminate();
      }
    }, LOOK_EVERY_MS);
    worker.on('message', resolve);
    worker.on('error', (error) => end(`ends the process: ${String(error)}`));
    worker.on('exit', () => {
      clearInterval(watch);
      end('ends the thread that reads it');
    });
  });
}

async function work({ name, seconds, seed, current }: Job): Promise<void> {
  // `scripts/fuzz.js` has written it.
  const facts = JSON.parse(readFileSync(join(HERE, 'code.json'), 'utf8')) as CodeFacts;
  const target = TARGETS.get(name)?.();
  if (target === undefined) {
    throw new Error(`there is no target ${name}`);
  }
  const head = new Int32Array(current, 0, 2);
  const bytes = new Uint8Array(current, HEAD_BYTES);
  const end = Date.now() + seconds * 1_000;
  const coverage: Coverage = {
    counts: globalThis.__branches.subarray(0, facts.branches),
    words: [...facts.words.flatMap(spellings), ...facts.numbers.flatMap(writings)],
  };
  const result = await fuzz({
    target,
    seed,
    coverage,
    known: knownOf(name),
    goesOn: () => Date.now() < end,
    before(input) {
      const kept = input.subarray(0, MOST_INPUT_BYTES);
      bytes.set(kept);
      head[0] = kept.length;
      Atomics.add(head, 1, 1);
    },
  });
  await target.close?.();
  parentPort?.postMessage({
    ...result,
    findings: result.findings.map(({ what, input }) => ({ what, input: new Uint8Array(input) })),
  });
}

/** A text as protocols write it. */
function spellings(text: string): readonly Uint8Array[] {
  const wide = Buffer.from(text, 'utf16le');
  return [Buffer.from(text), wide, Buffer.from(wide).swap16()];
}

function writings(value: number): readonly Uint8Array[] {
  const big = Buffer.alloc(4);
  big.writeUInt32BE(value);
  const little = Buffer.alloc(4);
  little.writeUInt32LE(value);
  return value < 0x1_0000 ? [big.subarray(2), little.subarray(0, 2)] : [big, little];
}
