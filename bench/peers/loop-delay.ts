// Preloaded into a measured process: prints the event-loop delay since the last time on SIGUSR2.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('SIGUSR2', () => {
  process.stderr.write(`loop-delay p99=${(delay.percentile(99) / 1e6).toFixed(3)}\n`);
  delay.reset();
});
