import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../../test/support/files.ts';
import { testFolder } from '../../test/support/folder.ts';

import { systemClock } from '../app/clock.ts';
import { HelperProcess } from './index.ts';

/** Bytes of one request, and how many of them: twice what V8 lets wait. */
const SIZE = 32 * 1024;
const REQUESTS = 2_000;

test('a process frees the bytes that it has worked on', async () => {
  const script = join(await testFolder(), 'script.mjs');
  await writeFile(
    script,
    `import { answerRequests } from ${JSON.stringify(join(ROOT, 'src/helper-process/answer-requests.js'))};
    answerRequests('test', () => process.memoryUsage().external);`,
  );
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const helper = new HelperProcess({
    script: new URL(`file://${script}`),
    timeLimitMs: 60_000,
    clock: systemClock,
    closing: closing.signal,
  });
  let most = 0;
  for (let index = 0; index < REQUESTS; index += 1) {
    most = Math.max(most, Number(await helper.request({ bytes: new Uint8Array(SIZE) })));
  }
  expect(most).toBeLessThan((SIZE * REQUESTS) / 5);
});
