// Preloaded into a measured process: tells on SIGUSR2 what its event loop was like since the last time, what its heap
// holds without garbage, and how many things keep it open.
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
  // Pending timers come and go; what is left open stays.
  const handles = process.getActiveResourcesInfo().filter((kind) => kind !== 'Timeout').length;
  process.stderr.write(`gauge=${JSON.stringify({ delayMs, heapMiB, handles })}\n`);
  delay.reset();
});
