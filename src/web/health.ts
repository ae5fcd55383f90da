import { isFailing } from '../core/health.ts';
import { printableData } from '../core/printable.ts';
import type { Clock } from '../core/tools.ts';
import type { ServerDeps } from './server-deps.ts';
import { WIRE_VERSION } from './wire/events.ts';
import type { HealthMessage } from './wire/health.ts';

export function createHealth(
  deps: Pick<ServerDeps, 'audience' | 'health' | 'version'>,
  clock: Clock,
): () => HealthMessage {
  const { audience, version } = deps;
  const startedAt = clock.monotonic();
  return () => {
    // Escapes names of devices and answers of services for pages and terminals.
    const { problem, troubles, said, source, hearing, enrichment, sinks } = printableData(deps.health());
    const { goneAt: obsGoneAt } = audience.obs;
    const inTrouble =
      problem !== undefined ||
      source.problem !== undefined ||
      hearing?.problem !== undefined ||
      sinks.some((sink) => sink.stopped || isFailing(sink));
    return {
      v: WIRE_VERSION,
      status: inTrouble ? 'trouble' : 'ok',
      version,
      ...(problem === undefined ? {} : { problem }),
      ...(troubles === undefined ? {} : { troubles }),
      ...(said === undefined ? {} : { said }),
      uptimeMs: Math.round(clock.monotonic() - startedAt),
      source,
      ...(hearing === undefined ? {} : { hearing }),
      enrichment,
      sinks,
      overlays: {
        records: audience.records.size,
        events: audience.events.size - audience.ownPages.count,
        obs: audience.obs.count,
        ...(obsGoneAt === undefined ? {} : { obsGoneAt }),
      },
    };
  };
}
