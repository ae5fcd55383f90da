import type { SourcePart } from '../../core/contracts.ts';
import { checkIcecast, icecastOptions } from './options.ts';

/** Programs that broadcast: a receiver that reads the names of the tracks, and passes the audio on to what hears it. */
export const icecast: SourcePart<typeof icecastOptions> = {
  name: 'icecast',
  options: icecastOptions,
  card: {
    title: 'A program that broadcasts',
    about:
      'Traktor, VirtualDJ, Mixxx, butt and others that can send to an Icecast server: only the names are read.',
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
        text: 'In the settings of the program, choose Icecast 2, without encryption, in the lowest quality, and this server and port',
        copy: `${host === undefined ? reach.host : host}:${port}`,
      },
      { text: 'Use this mount point', copy: '/live' },
      {
        text: 'The user is source, and the password anything; from another computer it is this one',
        set: ['icecast.password'],
      },
      { text: 'Start the broadcast, and play a track' },
    ],
  },
  check: checkIcecast,
  async diagnose(settings, tools) {
    // The running source has its own findings.
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
