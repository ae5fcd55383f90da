// Preloaded into a measured process. On SIGUSR2 it prints the event-loop delay since the last time, the heap without
// garbage, and the number of open handles.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
const delay = monitorEventLoopDelay({ resolution: 2 });
delay.enable();
process.on('SIGUSR2', () => {
  const delayMs = delay.percentile(99) / 1e6;
  collectGarbage();
  const heapMiB = process.memoryUsage().heapUsed / 2 ** 20;
  // Without timers, which come and go.
  const handles = process.getActiveResourcesInfo().filter((kind) => kind !== 'Timeout').length;
  process.stderr.write(`gauge=${JSON.stringify({ delayMs, heapMiB, handles })}\n`);
  delay.reset();
});
