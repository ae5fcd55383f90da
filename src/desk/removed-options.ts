import type { RemovedOptions } from '../settings/names.ts';

const RECORDINGS =
  'removed in 0.3: recordings of DJ software; send the log instead (--log.file=evening.log --log.level=debug)';

/** Options that a released version had, by name, each with what became of it. A name stays here until the next major version. */
export const removedOptions: RemovedOptions = {
  'icecast.record': RECORDINGS,
  'traktor.record': RECORDINGS,
  'virtualdj.record': RECORDINGS,
};
