import type { RemovedOptions } from '../settings/names.ts';

const RECORDINGS =
  'removed in 0.3: recordings of DJ software; send the log instead (--log.file=evening.log --log.level=debug)';

/** Options of earlier releases and their fate, until the next major version. */
export const removedOptions: RemovedOptions = {
  'icecast.record': RECORDINGS,
  'traktor.record': RECORDINGS,
  'virtualdj.record': RECORDINGS,
};
