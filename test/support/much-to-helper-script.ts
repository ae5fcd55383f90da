/**
 * Sends many bytes to a helper process, which answers how much memory it takes outside its heap; the arguments are its
 * script, the bytes of a request and how many of these there are. Prints how much the two processes came to take: a test
 * has memory of its own, which comes and goes.
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
