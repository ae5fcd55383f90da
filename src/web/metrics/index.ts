import { Counter, Histogram } from '../../core/exposition.ts';
import type { SettingsOf } from '../../core/option.ts';
import type { Clock, Logger } from '../../core/tools.ts';
import { untilAborted } from '../../core/waiting.ts';
import type { Service } from '../../host/lifetime.ts';
import type { Counts, Measured } from './families.ts';
import type { metricsOptions } from './options.ts';

type MetricsSettings = SettingsOf<typeof metricsOptions>;

/** Seconds, from imperceptible to annoying. */
const LATENCY_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createCounts(settings: MetricsSettings, clock: Clock): Counts {
  const publications = new Counter();
  const latency = new Histogram(LATENCY_BOUNDS);
  const isWanted = (): boolean => settings['metrics.addr'] !== undefined;
  return {
    publications,
    latency,
    published({ kind }) {
      if (isWanted()) {
        publications.add({ kind });
      }
    },
    shown({ kind, at }) {
      if (kind === 'track' && isWanted()) {
        // The clock may have been set back.
        latency.observe(Math.max(0, clock.now() - at) / 1_000);
      }
    },
  };
}

export function createMetrics(
  { 'metrics.addr': address }: MetricsSettings,
  counts: Counts,
  measured: Measured,
  tools: { readonly clock: Clock; readonly log: Logger },
): Service {
  return {
    name: 'metrics',
    async run(signal) {
      if (address === undefined) {
        return untilAborted(signal);
      }
      const { serveMetrics } = await import('./listener.ts');
      await serveMetrics(address, counts, measured, tools, signal);
    },
  };
}
