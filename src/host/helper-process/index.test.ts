import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bundleScript } from '../../../test/support/bundle.ts';
import { fakeClock } from '../../../test/support/clock.ts';
import { ROOT } from '../../../test/support/files.ts';
import { testFolder } from '../../../test/support/folder.ts';
import { systemClock } from '../clock.ts';
import { type HelperOptions, HelperProcess } from './index.ts';

/** Twice as much as V8 keeps before it collects. */
const SIZE = 32 * 1024;
const REQUESTS = 2_000;

async function helperWith(code: string, options: Omit<HelperOptions, 'script' | 'closing'>) {
  const folder = await testFolder();
  const script = join(folder, 'script.mjs');
  const tools = JSON.stringify(join(ROOT, 'src/host/helper-process/answer-requests.js'));
  await writeFile(script, `import { answerRequests } from ${tools};\n${code}`);
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const helper = new HelperProcess({ script: pathToFileURL(script), closing: closing.signal, ...options });
  return { helper, folder };
}

/** Starts once the file `go` exists, like a process on a busy computer. */
const STARTS_LATE = `
  import { existsSync } from 'node:fs';
  const timer = setInterval(() => {
    if (existsSync(new URL('go', import.meta.url))) {
      clearInterval(timer);
      answerRequests('test', ({ hangs }) => (hangs ? new Promise(() => {}) : 'answer'));
    }
  }, 10);`;

test('bytes in transit use little memory in either process', async () => {
  const { folder } = await helperWith(`answerRequests('test', () => process.memoryUsage().external);`, {
    timeLimitMs: 60_000,
    clock: systemClock,
  });
  const script = await bundleScript('support/much-to-helper-script.ts', folder);
  const args = [script, join(folder, 'script.mjs'), `${SIZE}`, `${REQUESTS}`];
  const most = JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
  expect(most.there).toBeLessThan((SIZE * REQUESTS) / 5);
  expect(most.here).toBeLessThan((SIZE * REQUESTS) / 100);
});

test('requests arrive complete with their bytes, in any order of sizes', async () => {
  const { helper } = await helperWith(
    `import { createHash } from 'node:crypto';
    answerRequests('test', ({ name, bytes }) => name + ' ' + (bytes && createHash('sha256').update(bytes).digest('hex')));`,
    { timeLimitMs: 60_000, clock: systemClock },
  );
  // More than a pipe holds, and no bytes.
  const sizes = [3_000_000, 1, 0, undefined, 100_000];
  const requests = sizes.map((size, index) => ({
    name: `${size}`,
    bytes: size === undefined ? undefined : Buffer.alloc(size, `${index}`),
  }));
  const answers = await Promise.all(requests.map((request) => helper.request(request)));
  expect(answers).toEqual(
    requests.map(({ name, bytes }) => `${name} ${bytes && createHash('sha256').update(bytes).digest('hex')}`),
  );
});

test('fails the request whose bytes the process did not read before it exited', async () => {
  const { helper } = await helperWith(`process.exit(3);`, { timeLimitMs: 60_000, clock: systemClock });
  const bytes = new Uint8Array(5_000_000);
  await expect(helper.request({ bytes })).rejects.toMatchObject({ reason: 'ended', status: 3 });
});

test('excludes the start of the process from the time limit', async () => {
  const clock = fakeClock();
  const notify = vi.fn();
  const limits = { timeLimitMs: 1_000, heldUp: { afterMs: 250, notify } };
  const { helper, folder } = await helperWith(STARTS_LATE, { ...limits, clock });
  const answer = helper.request({});
  await clock.advance(29_000);
  await writeFile(join(folder, 'go'), '');
  expect(await answer).toBe('answer');
  expect(notify).not.toHaveBeenCalled();
  const late = expect(helper.request({ hangs: true })).rejects.toMatchObject({ reason: 'overtime' });
  await clock.advance(1_000);
  await late;
  expect(notify).toHaveBeenCalledOnce();
});

test('abandons a process that does not start, and starts another for the next request', async () => {
  const clock = fakeClock();
  const { helper, folder } = await helperWith(STARTS_LATE, { timeLimitMs: 1_000, clock });
  const lost = expect(helper.request({})).rejects.toMatchObject({ reason: 'not-started' });
  await clock.advance(30_000);
  await lost;
  await writeFile(join(folder, 'go'), '');
  expect(await helper.request({})).toBe('answer');
});

test('fails a request when the OS refuses a process, and retries with the next one', async () => {
  const { helper } = await helperWith(`answerRequests('test', () => 'answer');`, {
    timeLimitMs: 60_000,
    clock: systemClock,
  });
  const listeners = process.listenerCount('exit');
  // Exceeds the OS limit for a variable.
  process.env.TEST_TOO_LONG = 'x'.repeat(1_000_000);
  const requests = [helper.request({}), helper.request({}), helper.request({})];
  const outcomes = await Promise.allSettled(requests);
  delete process.env.TEST_TOO_LONG;
  expect(outcomes).toMatchObject(
    requests.map(() => ({ status: 'rejected', reason: { reason: 'not-started' } })),
  );
  // Processes of other tests may end meanwhile.
  expect(process.listenerCount('exit')).toBeLessThanOrEqual(listeners);
  expect(await helper.request({})).toBe('answer');
});

test('fails requests without a free descriptor, and recovers later', async () => {
  const { folder } = await helperWith(`answerRequests('test', () => 'answer');`, {
    timeLimitMs: 60_000,
    clock: systemClock,
  });
  const script = await bundleScript('support/few-descriptors-script.ts', folder);
  const command = 'ulimit -n 64; exec "$0" "$1" "$2"';
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    command,
    process.execPath,
    script,
    join(folder, 'script.mjs'),
  ]);
  expect(JSON.parse(stdout)).toEqual({
    without: ['the helper process gave no answer: not-started', 'could not be started: spawn /bin/sh EMFILE'],
    again: ['answer', 'status 0'],
    listeners: 0,
  });
});
