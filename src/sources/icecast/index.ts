import type { SourcePart } from '../../core/contracts/source.ts';
import { isThisComputerOnly } from '../../core/loopback.ts';
import { say } from '../../core/message.ts';
import { placeToType } from '../shared/listening-place.ts';
import { checkIcecast, icecastOptions } from './options.ts';

export const icecast: SourcePart<typeof icecastOptions> = {
  name: 'icecast',
  options: icecastOptions,
  card: {
    title: 'A program that broadcasts',
    about: say('icecast.traktor-virtualdj-mixxx-butt-others-can'),
    settings: {
      group: 'DJ software',
      common: {
        'icecast.password': 'Password for programs that broadcast',
      },
      rest: {
        'icecast.addr': 'Port for programs that broadcast',
        'icecast.conflict': 'Which of two broadcasts stays',
      },
    },
    steps: ({ 'icecast.addr': at, 'icecast.password': password }, reach) => [
      {
        text: say('icecast.settings-program-choose-icecast-2-without'),
        copy: placeToType(at, reach.host),
      },
      { text: say('icecast.use-mount-point'), copy: '/live' },
      {
        text: password.isEmpty
          ? say('icecast.user-source-any-password')
          : say('icecast.user-source-saved-password'),
        set: ['icecast.password'],
      },
      isThisComputerOnly(at.host)
        ? {
            text: say('icecast.only-if-taken-or-elsewhere'),
            set: ['icecast.addr'],
            network: `:${at.port}`,
          }
        : { text: say('icecast.other-computers-reach-this-one'), set: ['icecast.addr'] },
      { text: say('icecast.start-broadcast-play-track') },
    ],
  },
  check: checkIcecast,
  async diagnose(settings, tools) {
    // The running source reports its own findings.
    if (!tools.chosen || tools.running) {
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
