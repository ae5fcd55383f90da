import { execFile } from 'node:child_process';
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

/** Bytes of one request, and how many of them: twice what V8 lets wait. */
const SIZE = 32 * 1024;
const REQUESTS = 2_000;

/** A process with this script, in a folder of its own. */
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

/** Starts when the file `go` is there, as a process on a busy computer starts late. */
const STARTS_LATE = `
  import { existsSync } from 'node:fs';
  const timer = setInterval(() => {
    if (existsSync(new URL('go', import.meta.url))) {
      clearInterval(timer);
      answerRequests('test', ({ hangs }) => (hangs ? new Promise(() => {}) : 'answer'));
    }
  }, 10);`;

test('a process frees the bytes that it has worked on', async () => {
  const { helper } = await helperWith(`answerRequests('test', () => process.memoryUsage().external);`, {
    timeLimitMs: 60_000,
    clock: systemClock,
  });
  let most = 0;
  for (let index = 0; index < REQUESTS; index += 1) {
    most = Math.max(most, Number(await helper.request({ bytes: new Uint8Array(SIZE) })));
  }
  expect(most).toBeLessThan((SIZE * REQUESTS) / 5);
});

test('the time that a process needs to start is not that of the request', async () => {
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

test('a process that does not start is abandoned, and a new one is tried for the next request', async () => {
  const clock = fakeClock();
  const { helper, folder } = await helperWith(STARTS_LATE, { timeLimitMs: 1_000, clock });
  const lost = expect(helper.request({})).rejects.toMatchObject({ reason: 'not-started' });
  await clock.advance(30_000);
  await lost;
  await writeFile(join(folder, 'go'), '');
  expect(await helper.request({})).toBe('answer');
});

test('a process that the system refuses is a failure like any other, and the next request starts one', async () => {
  const { helper } = await helperWith(`answerRequests('test', () => 'answer');`, {
    timeLimitMs: 60_000,
    clock: systemClock,
  });
  const listeners = process.listenerCount('exit');
  // Longer than the system lets a variable be.
  process.env.DECKCAST_TEST_TOO_LONG = 'x'.repeat(1_000_000);
  const requests = [helper.request({}), helper.request({}), helper.request({})];
  const outcomes = await Promise.allSettled(requests);
  delete process.env.DECKCAST_TEST_TOO_LONG;
  expect(outcomes).toMatchObject(
    requests.map(() => ({ status: 'rejected', reason: { reason: 'not-started' } })),
  );
  // Processes of other tests may end meanwhile.
  expect(process.listenerCount('exit')).toBeLessThanOrEqual(listeners);
  expect(await helper.request({})).toBe('answer');
});

test('without a free descriptor it fails as any program does, and works again when there are some', async () => {
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
