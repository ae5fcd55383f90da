/**
 * @import { HealthMessage, WireLookupHealth as LookupHealth, WireSinkHealth as SinkHealth } from '../src/web/wire/health.ts'
 */

/** @param {LookupHealth | SinkHealth} one */
export function isFailing({ lastErrorAt = 0, lastSuccessAt = 0 }) {
  return lastErrorAt > lastSuccessAt;
}

/** No source is chosen, and the default one has found nothing. @param {Pick<HealthMessage['source'], 'isDefault' | 'lastHeardAt'>} source */
export function isUnchosen({ isDefault, lastHeardAt }) {
  return isDefault === true && lastHeardAt === undefined;
}

/**
 * `warn`: waits for a first track.
 *
 * @param {HealthMessage['source']} source
 * @returns {'good' | 'wait' | 'warn' | 'bad'}
 */
export function sourceLight(source) {
  const { problem, waits, lastHeardAt } = source;
  const isNew = lastHeardAt === undefined;
  if (problem === undefined || isUnchosen(source)) {
    return isNew || waits ? 'wait' : 'good';
  }
  return isNew && waits ? 'warn' : 'bad';
}
