import type { SourcePart } from '../../core/contracts/source.ts';
import { say } from '../../core/message.ts';
import { checkMpd, mpdOptions } from './options.ts';

export const mpd: SourcePart<typeof mpdOptions> = {
  name: 'mpd',
  options: mpdOptions,
  card: {
    title: 'MPD, the Music Player Daemon',
    about: say('mpd.song-soon-begins-computer-one-studio'),
    settings: {
      group: 'Media players',
      common: {
        'mpd.addr': 'Address of MPD',
        'mpd.socket': 'Socket of MPD',
        'mpd.password': 'Password of MPD',
      },
    },
    steps: () => [
      { text: say('mpd.only-if-runs-elsewhere-another-port'), set: ['mpd.addr'] },
      { text: say('mpd.only-if-listens-socket-alone-name'), set: ['mpd.socket'] },
      { text: say('mpd.only-if-password-type-here-too'), set: ['mpd.password'] },
      { text: say('mpd.let-play-song') },
    ],
  },
  check: checkMpd,
  async diagnose(settings, tools, signal) {
    const { examineMpd, suggestMpd } = await import('./examine.ts');
    if (!tools.chosen) {
      return suggestMpd(settings, tools, signal);
    }
    // The running source has its own findings.
    return tools.running ? [] : examineMpd(settings, tools, signal);
  },
  async create(settings, tools) {
    const { MpdSource } = await import('./source.ts');
    return new MpdSource(settings, tools);
  },
};
