import type { SourcePart } from '../../core/contracts/source.ts';
import { say } from '../../core/message.ts';
import { virtualDjOptions } from './options.ts';

/** Network Control plug-in, over HTTP. */
export const virtualDj: SourcePart<typeof virtualDjOptions> = {
  name: 'virtualdj',
  options: virtualDjOptions,
  card: {
    title: 'VirtualDJ with Network Control',
    about: say('virtualdj.decks-faders-virtualdj-needs-pro-license'),
    settings: {
      group: 'DJ software',
      common: {
        'virtualdj.url': 'Address of VirtualDJ',
        'virtualdj.token': 'Password of VirtualDJ',
      },
    },
    steps: () => [
      { text: say('virtualdj.virtualdj-open-config-extensions-effects') },
      { text: say('virtualdj.switch-list-master-effects-auto-start') },
      { text: say('virtualdj.open-panel-set-password-type-here'), set: ['virtualdj.token'] },
      { text: say('virtualdj.load-track-play-open-fader') },
    ],
  },
  async diagnose(settings, tools, signal) {
    const { examineVirtualDj, suggestVirtualDj } = await import('./examine.ts');
    if (!tools.chosen) {
      return suggestVirtualDj(settings, tools, signal);
    }
    // The running source has its own findings.
    return tools.running ? [] : examineVirtualDj(settings, tools, signal);
  },
  async create(settings, tools) {
    const { VirtualDjSource } = await import('./source.ts');
    return new VirtualDjSource(settings, tools);
  },
};
