/**
 * Sends many bytes to a helper process, which answers with its memory outside the heap. Arguments: the helper's script,
 * bytes of a request, number of requests. Prints the growth of both processes. A process of its own, because the memory
 * of a test varies.
 */
import { pathToFileURL } from 'node:url';
import { systemClock } from '../../src/host/clock.ts';
import { HelperProcess } from '../../src/host/helper-process/index.ts';

const [script = '', size, requests] = process.argv.slice(2);
const closing = new AbortController();
const helper = new HelperProcess({
  script: pathToFileURL(script),
  timeLimitMs: 60_000,
  clock: systemClock,
  closing: closing.signal,
});
const bytes = new Uint8Array(Number(size));
const most = { here: 0, there: 0 };
let before = Number.POSITIVE_INFINITY;
for (let request = 0; request < Number(requests); request += 1) {
  most.there = Math.max(most.there, Number(await helper.request({ bytes })));
  const { external } = process.memoryUsage();
  before = Math.min(before, external);
  most.here = Math.max(most.here, external - before);
}
process.stdout.write(JSON.stringify(most));
closing.abort();
