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
 * Returns whether the user has yet to choose a source, and the default one has found nothing either.
 *
 * @param {Pick<HealthMessage['source'], 'isDefault' | 'lastHeardAt'>} source
 */
export function isUnchosen({ isDefault, lastHeardAt }) {
  return isDefault === true && lastHeardAt === undefined;
}

/**
 * Returns the light of the source: `warn` if it only waits for the user, for its first track.
 *
 * @param {HealthMessage['source']} source
 * @returns {'good' | 'wait' | 'warn' | 'bad'}
 */
export function sourceLight(source) {
  const { problem, waits, lastHeardAt } = source;
  if (lastHeardAt === undefined) {
    return problem === undefined || isUnchosen(source) ? 'wait' : waits ? 'warn' : 'bad';
  }
  return problem === undefined ? 'good' : 'bad';
}
