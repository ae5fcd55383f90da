import type { Part, Source } from '../../core/contracts.ts';
import { virtualDjOptions } from './options.ts';

/** The decks of VirtualDJ, read from its Network Control plug-in over HTTP. */
export const virtualDj: Part<typeof virtualDjOptions, Source> = {
  name: 'virtualdj',
  options: virtualDjOptions,
  async diagnose(settings, tools, signal) {
    if (!tools.chosen || tools.running) {
      // The running source has its own findings.
      return [];
    }
    const { examineVirtualDj } = await import('./examine.ts');
    return examineVirtualDj(settings, tools, signal);
  },
  async create(settings, tools) {
    const { VirtualDjSource } = await import('./source.ts');
    return new VirtualDjSource(settings, tools);
  },
};
