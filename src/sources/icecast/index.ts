import type { SourcePart } from '../../core/contracts/source.ts';
import { say } from '../../core/message.ts';
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
    steps: ({ 'icecast.addr': { host, port } }, reach) => [
      {
        text: say('icecast.settings-program-choose-icecast-2-without'),
        copy: `${host === undefined ? reach.host : host}:${port}`,
      },
      { text: say('icecast.use-mount-point'), copy: '/live' },
      {
        text: say('icecast.user-source-password-anything-another'),
        set: ['icecast.password'],
      },
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
