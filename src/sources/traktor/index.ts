import type { Part, Source } from '../../core/contracts.ts';
import { traktorOptions } from './options.ts';

/** The decks of Traktor, told by a controller mod (the Traktor API client) over HTTP. */
export const traktor: Part<typeof traktorOptions, Source> = {
  name: 'traktor',
  options: traktorOptions,
  async diagnose(settings, tools) {
    if (!tools.chosen || tools.running) {
      // The running source tells itself what it hears and what is installed.
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
