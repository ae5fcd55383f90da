import { isFailing } from '../core/health.ts';
import { printableData } from '../core/printable.ts';
import type { Clock } from '../core/tools.ts';
import type { ServerDeps } from './server-deps.ts';
import { WIRE_VERSION } from './wire/events.ts';
import type { HealthMessage } from './wire/health.ts';

export function createHealth(
  deps: Pick<ServerDeps, 'audience' | 'health' | 'version'>,
  clock: Clock,
): { health(): HealthMessage; settingsChanged(changed: readonly string[]): void } {
  const { audience, version } = deps;
  const startedAt = clock.monotonic();
  let settingsAt = clock.now();

  function health(): HealthMessage {
    // Escapes names of devices and answers of services for pages and terminals.
    const { isDemo, problem, troubles, said, source, hearing, enrichment, sinks } = printableData(
      deps.health(),
    );
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
      ...(isDemo && { isDemo }),
      ...(problem === undefined ? {} : { problem }),
      ...(troubles === undefined ? {} : { troubles }),
      ...(said === undefined ? {} : { said }),
      uptimeMs: Math.round(clock.monotonic() - startedAt),
      settingsAt,
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
  }

  return {
    health,
    settingsChanged(changed) {
      // The operator notes hidden tracks during a show.
      if (changed.some((name) => !name.startsWith('hide.'))) {
        settingsAt = clock.now();
      }
    },
  };
}
