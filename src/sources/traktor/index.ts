import type { Part, Source } from '../../core/contracts.ts';
import { traktorOptions } from './options.ts';

/** The decks of Traktor, reported by a controller mapping (the Traktor API client) over HTTP. */
export const traktor: Part<typeof traktorOptions, Source> = {
  name: 'traktor',
  options: traktorOptions,
  async diagnose(settings, tools) {
    if (!tools.chosen || tools.running) {
      // The running source has its own findings.
      return [];
    }
    const { examineTraktor } = await import('./examine.ts');
    return examineTraktor(settings, tools);
  },
  async create(settings, tools) {
    const { TraktorSource } = await import('./source.ts');
    return new TraktorSource(settings, tools);
  },
};
