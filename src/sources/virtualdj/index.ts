import type { SourcePart } from '../../core/contracts.ts';
import { virtualDjOptions } from './options.ts';

/** The decks of VirtualDJ, read from its Network Control plug-in over HTTP. */
export const virtualDj: SourcePart<typeof virtualDjOptions> = {
  name: 'virtualdj',
  options: virtualDjOptions,
  card: {
    title: 'VirtualDJ with Network Control',
    about: 'Its decks and faders. VirtualDJ needs a Pro license for that; without one, use its text file.',
    settings: {
      group: 'DJ software',
      common: {
        'virtualdj.url': 'Address of VirtualDJ',
        'virtualdj.token': 'Password of VirtualDJ',
      },
    },
    steps: () => [
      { text: 'In VirtualDJ, open Config → Extensions → Effects → Other, and install Network Control' },
      { text: 'Switch it on in the list of master effects, with Auto-Start' },
      { text: 'Open its panel, set a password there, and type it here, too', set: ['virtualdj.token'] },
      { text: 'Load a track, play it, and open its fader' },
    ],
  },
  async diagnose(settings, tools, signal) {
    const { examineVirtualDj, virtualDjThere } = await import('./examine.ts');
    if (!tools.chosen) {
      return virtualDjThere(settings, tools, signal);
    }
    // The running source has its own findings.
    return tools.running ? [] : examineVirtualDj(settings, tools, signal);
  },
  async create(settings, tools) {
    const { VirtualDjSource } = await import('./source.ts');
    return new VirtualDjSource(settings, tools);
  },
};
