import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeClock } from '../../test/support/clock.ts';
import { ROOT } from '../../test/support/files.ts';
import { testFolder } from '../../test/support/folder.ts';
import { systemClock } from '../app/clock.ts';
import { type HelperOptions, HelperProcess } from './index.ts';

/** Bytes of one request, and how many of them: twice what V8 lets wait. */
const SIZE = 32 * 1024;
const REQUESTS = 2_000;

/** A process with this script, in a folder of its own. */
async function helperWith(code: string, options: Omit<HelperOptions, 'script' | 'closing'>) {
  const folder = await testFolder();
  const script = join(folder, 'script.mjs');
  const tools = JSON.stringify(join(ROOT, 'src/helper-process/answer-requests.js'));
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
