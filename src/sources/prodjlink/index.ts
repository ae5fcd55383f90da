import type { Part, Source } from '../../core/contracts.ts';
import { checkProDjLink, proDjLinkOptions } from './options.ts';

/** Pioneer DJ / AlphaTheta players on the network, over PRO DJ LINK, heard as a guest. */
export const proDjLink: Part<typeof proDjLinkOptions, Source> = {
  name: 'prodjlink',
  options: proDjLinkOptions,
  check: checkProDjLink,
  async diagnose(settings, tools, signal) {
    if (!tools.chosen || tools.running) {
      // The running source tells itself what it hears.
      return [];
    }
    const { examinePlayers } = await import('./examine.ts');
    return examinePlayers(settings, tools, signal);
  },
  async create(settings, tools) {
    const { ProDjLinkSource } = await import('./source.ts');
    return new ProDjLinkSource(settings, tools);
  },
};
