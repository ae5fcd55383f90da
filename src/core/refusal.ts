/**
 * One policy for every service that refuses us (401, 403, an unknown channel): only the user can resolve that, but
 * outages have caused false refusals. So nothing is sent to it for this many milliseconds, or until the settings
 * change.
 */
export const REFUSED_PAUSE_MS = 15 * 60_000;

/** How log and health describe it. */
export const REFUSED_NEXT = 'tried again every 15 minutes, and as soon as the settings change';
