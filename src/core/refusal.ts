/**
 * One policy for every service that refuses us (401, 403, an unknown channel): only the user can change that, but
 * outages have caused false refusals. So it is left alone for this many milliseconds, and asked again at once when the
 * settings change.
 */
export const REFUSED_PAUSE_MS = 15 * 60_000;

/** What log and health say of it. */
export const REFUSED_NEXT = 'asked again every 15 minutes, and as soon as the settings change';
