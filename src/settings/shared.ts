/** Settings that parts of different kinds read. An option of one part stands beside that part instead. */
import { defineOptions } from '../core/option.ts';
import { durationUpTo, url } from './kinds.ts';

/** Longer than any broadcast lags behind. */
const LONGEST_DELAY_MS = 10 * 60_000;

/** How much later than the room the audience of a sink hears the stream. */
export function streamDelay(help: string) {
  return {
    kind: durationUpTo(LONGEST_DELAY_MS),
    default: 0,
    help,
    live: true,
    group: 'Sinks',
  } as const;
}

/** Where the streaming service (Spotify) is: read by the enrichment, the account source and `streaming setup`. */
export const streamingAddresses = defineOptions({
  'streaming.api_url': {
    kind: url,
    default: 'https://api.spotify.com',
    help: "base address of the streaming service's API",
    group: 'Enrichment',
  },
  'streaming.auth_url': {
    kind: url,
    default: 'https://accounts.spotify.com',
    help: "base address of the streaming service's sign-in",
    group: 'Enrichment',
  },
});
