/**
 * Which part is in trouble. Pure.
 *
 * @import { HealthMessage, WireLookupHealth as LookupHealth, WireSinkHealth as SinkHealth } from '../src/web/wire/health.ts'
 */

/** @param {LookupHealth | SinkHealth} one */
export function isFailing({ lastErrorAt = 0, lastSuccessAt = 0 }) {
  return lastErrorAt > lastSuccessAt;
}

/**
 * Returns the light of the whole program.
 *
 * @param {HealthMessage} health
 * @returns {'good' | 'warn' | 'bad'}
 */
export function worstOf({ problem, source, sinks, enrichment }) {
  if (source.problem !== undefined || sinks.some(({ stopped }) => stopped)) {
    return 'bad';
  }
  return problem !== undefined || [...sinks, ...enrichment].some(isFailing) ? 'warn' : 'good';
}
