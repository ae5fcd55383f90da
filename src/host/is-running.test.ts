import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { tool } from '../../test/support/judge.ts';
import { isRunning, stillRuns } from './is-running.js';

const NOW = Date.now();
const STARTED_AT = NOW - uptime() * 1_000;

test('returns true until the process ends', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: 'pipe' });
  const { pid = 0 } = child;
  expect(isRunning(pid)).toBe(true);
  child.stdin.end();
  await once(child, 'exit');
  expect(isRunning(pid)).toBe(false);
});

test.runIf(process.platform === 'linux')(
  'returns false for an ended process that its parent has not reaped',
  async () => {
    // `sleep` reaps no child.
    const shell = spawn('sh', ['-c', 'true & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void shell.kill());
    const [pid] = await once(shell.stdout, 'data');
    await expect.poll(() => isRunning(Number(pid))).toBe(false);
  },
);

test.runIf(process.platform === 'linux')('returns true while a thread of the process runs', async () => {
  const child = spawn(tool('python3'), [
    '-c',
    `import ctypes, sys, threading
threading.Thread(target=sys.stdin.read).start()
ctypes.CDLL(None).pthread_exit(None)`,
  ]);
  const { pid = 0 } = child;
  await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'latin1')).toContain(') Z ');
  expect(isRunning(pid)).toBe(true);
  child.stdin.end();
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('returns false for an id noted before the computer started', () => {
  expect(stillRuns(process.pid, STARTED_AT + 60_000, NOW)).toBe(true);
  expect(stillRuns(process.pid, STARTED_AT - 60_000, NOW)).toBe(false);
});
