import type { SourcePart } from '../../core/contracts.ts';
import { checkMpd, mpdOptions } from './options.ts';

/** The Music Player Daemon. */
export const mpd: SourcePart<typeof mpdOptions> = {
  name: 'mpd',
  options: mpdOptions,
  card: {
    title: 'MPD, the Music Player Daemon',
    about: 'Its song as soon as it begins: from this computer, or from the one in the studio.',
    settings: {
      group: 'Media players',
      common: {
        'mpd.addr': 'Address of MPD',
        'mpd.socket': 'Socket of MPD',
        'mpd.password': 'Password of MPD',
      },
    },
    steps: () => [
      { text: 'Only if it runs elsewhere, or on another port: type where', set: ['mpd.addr'] },
      { text: 'Only if it listens at a socket alone: name that', set: ['mpd.socket'] },
      { text: 'Only if it has a password: type it here, too', set: ['mpd.password'] },
      { text: 'Let it play a song' },
    ],
  },
  check: checkMpd,
  async diagnose(settings, tools, signal) {
    const { examineMpd, mpdThere } = await import('./examine.ts');
    if (!tools.chosen) {
      return mpdThere(settings, tools, signal);
    }
    // The running source has its own findings.
    return tools.running ? [] : examineMpd(settings, tools, signal);
  },
  async create(settings, tools) {
    const { MpdSource } = await import('./source.ts');
    return new MpdSource(settings, tools);
  },
};
