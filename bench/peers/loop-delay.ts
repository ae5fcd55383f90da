// Preloaded into a measured process: tells on SIGUSR2 how long its event loop kept things waiting since the last time.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('SIGUSR2', () => {
  process.stderr.write(`loop-delay p99=${(delay.percentile(99) / 1e6).toFixed(3)}\n`);
  delay.reset();
});
