import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Measurements run in the checkout, after a build. */
export const EXECUTABLE = join(process.cwd(), 'bin', 'deckcast.js');

export interface BenchPeer {
  readonly pid: number;
  /** Sends a signal and returns the first group of `answer` in later output. */
  signalAndRead(signal: NodeJS.Signals, answer: RegExp): Promise<string>;
  stop(): Promise<void>;
}

/** Program of `bench/peers/`. Resolves when it prints `listening`. */
export function startPeer(name: string, args: readonly string[]): Promise<BenchPeer> {
  return startNode([peerFile(name), ...args], 'listening');
}

/** Preloads these peers. Resolves when `ready` appears in the output. Stores no set unless `flags` say where. */
export function startDeckcast(
  address: string,
  flags: readonly string[],
  ready: string,
  preload: readonly string[] = [],
): Promise<BenchPeer> {
  const peers = preload.map((name) => `--import=${peerFile(name)}`);
  const usual = ['--hwdevice.discovery.interface=lo', `--http.addr=${address}`, '--session.filename='];
  return startNode([...peers, EXECUTABLE, 'start', ...usual, ...flags], ready);
}

function peerFile(name: string): string {
  return join(process.env.BENCH_PEERS ?? '', `${name}.mjs`);
}

function startNode(args: readonly string[], ready: string): Promise<BenchPeer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    // The measurement may fail.
    const end = (): void => void child.kill();
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
    let output = '';
    const read = (text: Buffer): void => {
      output += text.toString();
      if (output.includes(ready) && child.pid !== undefined) {
        resolve({
          pid: child.pid,
          stop: () => stop(child),
          signalAndRead: (signal, answer) => signalAndRead(child, signal, answer),
        });
      }
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (status) => reject(new Error(`${args.join(' ')} ended with ${status}: ${output}`)));
  });
}

function signalAndRead(child: ChildProcess, signal: NodeJS.Signals, answer: RegExp): Promise<string> {
  return new Promise((resolve) => {
    const read = (text: Buffer): void => {
      const found = answer.exec(text.toString());
      if (found !== null) {
        child.stderr?.off('data', read);
        resolve(found[1] ?? '');
      }
    };
    child.stderr?.on('data', read);
    child.kill(signal);
  });
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

/** MiB (Linux). */
export function residentMemory(pid: number): number {
  return memoryOf(pid, 'VmRSS');
}

/** MiB (Linux). */
export function mostResidentMemory(pid: number): number {
  return memoryOf(pid, 'VmHWM');
}

function memoryOf(pid: number, which: 'VmRSS' | 'VmHWM'): number {
  const line = new RegExp(`^${which}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / 1024;
}
