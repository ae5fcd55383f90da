import { isExpected, messageOf, textOf } from '../../core/errors.ts';
import { Counter, Histogram } from '../../core/exposition.ts';
import type { Finding } from '../../core/finding.ts';
import { say, type Text } from '../../core/message.ts';
import type { SettingsOf } from '../../core/option.ts';
import type { Clock, Logger } from '../../core/tools.ts';
import { backoffMs, pause, untilAborted } from '../../core/waiting.ts';
import type { Service } from '../../host/lifetime.ts';
import type { Address } from '../../settings/kinds.ts';
import type { Counts, Measured } from './families.ts';
import type { metricsOptions } from './options.ts';

const BACKOFF = { firstMs: 1_000, longestMs: 15_000 };

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

export interface Metrics extends Service {
  /** Why the port cannot be opened, while it lasts. */
  findings(): readonly Finding[];
  /** Rejects if the port cannot be opened at once; it is then tried again. */
  readonly listening: Promise<unknown>;
}

/** A show needs no numbers, so it goes on while another program has the port. */
export function createMetrics(
  { 'metrics.addr': address }: MetricsSettings,
  counts: Counts,
  measured: Measured,
  tools: { readonly clock: Clock; readonly log: Logger },
): Metrics {
  const { clock, log } = tools;
  let problem: Text | undefined;
  let opened: () => void;
  let failed: (error: unknown) => void;
  const listening = new Promise<void>((resolve, reject) => {
    opened = resolve;
    failed = reject;
  });
  listening.catch(() => undefined);

  async function serve(at: Address, signal: AbortSignal): Promise<void> {
    const { serveMetrics } = await import('./listener.ts');
    for (let failures = 1; !signal.aborted; failures += 1) {
      try {
        await serveMetrics(at, counts, measured, tools, signal, () => {
          problem = undefined;
          opened();
        });
      } catch (error) {
        if (!isExpected(error)) {
          throw error;
        }
        failed(error);
        if (problem === undefined) {
          log.error('cannot serve metrics', { reason: messageOf(error), next: 'try again' });
        }
        problem = textOf(error);
        await pause(clock, backoffMs(failures, BACKOFF), signal);
      }
    }
  }

  return {
    name: 'metrics',
    listening,
    findings: () => (problem === undefined ? [] : [notServed(problem)]),
    async run(signal) {
      if (address === undefined) {
        opened();
        return untilAborted(signal);
      }
      await serve(address, signal);
    },
  };
}

function notServed(finding: Text): Finding {
  const means = say('metrics.not-served');
  return { area: 'ports', severity: 'warning', finding, means, todo: '' };
}
