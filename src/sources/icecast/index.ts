import type { Part, Source } from '../../core/contracts.ts';
import { checkIcecast, icecastOptions } from './options.ts';

/** Programs that broadcast: a receiver that reads the names of the tracks and drops the audio. */
export const icecast: Part<typeof icecastOptions, Source> = {
  name: 'icecast',
  options: icecastOptions,
  check: checkIcecast,
  async diagnose(settings, { chosen, running }) {
    if (!chosen || running) {
      // The running source has its own findings.
      return [];
    }
    const { examineIcecast } = await import('./examine.ts');
    return examineIcecast(settings);
  },
  async create(settings, tools) {
    const { IcecastSource } = await import('./source.ts');
    return new IcecastSource(settings, tools);
  },
};
