/** How a part that depends on another program or service reports that this fails. */

/** Whether the last attempt of a sink or a lookup failed. */
export function isFailing({
  lastErrorAt = 0,
  lastSuccessAt = 0,
}: {
  readonly lastErrorAt?: number;
  readonly lastSuccessAt?: number;
}): boolean {
  return lastErrorAt > lastSuccessAt;
}

/**
 * One policy for every service that refuses us (401, 403, an unknown channel): only the user can resolve that, but
 * outages have caused false refusals. So nothing is sent to it for this many milliseconds, or until the settings
 * change.
 */
export const REFUSED_PAUSE_MS = 15 * 60_000;

/** How log and health describe it. */
export const REFUSED_NEXT = 'tried again every 15 minutes, and as soon as the settings change';
