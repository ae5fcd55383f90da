/** Settings that parts of different kinds read. An option of one part stands beside that part instead. */
import { defineOptions } from '../core/option.ts';
import { url } from './kinds.ts';

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
