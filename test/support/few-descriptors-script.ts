/**
 * Sends requests to a helper process twice and starts a program: without a free file descriptor, and with some again.
 * `ulimit -n` sets their number; the argument is the helper's script. Prints the results.
 */
import { closeSync, openSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { runChild } from '../../src/host/child.ts';
import { systemClock } from '../../src/host/clock.ts';
import { HelperProcess } from '../../src/host/helper-process/index.ts';

const closing = new AbortController();
const helper = new HelperProcess({
  script: pathToFileURL(process.argv[2] ?? ''),
  timeLimitMs: 60_000,
  clock: systemClock,
  closing: closing.signal,
});
const request = () =>
  helper.request({}).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));

const program = () =>
  runChild('/bin/true', [], () => undefined, closing.signal, systemClock).then(({ how }) => how);

const before = await request().then(() => process.listenerCount('exit'));
const taken: number[] = [];
try {
  for (;;) {
    taken.push(openSync('/dev/null', 'r'));
  }
} catch {
  // No descriptor is left.
}
process.kill(helper.pid ?? 0, 'SIGKILL');
while (helper.pid !== undefined) {
  await systemClock.sleep(10);
}
const without = [await request(), await program()];
for (const descriptor of taken) {
  closeSync(descriptor);
}
const again = [await request(), await program()];
process.stdout.write(JSON.stringify({ without, again, listeners: process.listenerCount('exit') - before }));
closing.abort();
