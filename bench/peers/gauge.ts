// Preloaded. At SIGUSR2, prints the event-loop delay since the last time, the heap without garbage, and the number of
// open handles.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
const delay = monitorEventLoopDelay({ resolution: 2 });
process.on('SIGUSR2', () => {
  const delayMs = delay.percentile(99) / 1e6;
  collectGarbage();
  const heapMiB = process.memoryUsage().heapUsed / 2 ** 20;
  // Timers come and go.
  const handles = process.getActiveResourcesInfo().filter((kind) => kind !== 'Timeout').length;
  process.stderr.write(`gauge=${JSON.stringify({ delayMs, heapMiB, handles })}\n`);
  delay.reset();
  // From the first signal on, because it takes processor time.
  delay.enable();
});
