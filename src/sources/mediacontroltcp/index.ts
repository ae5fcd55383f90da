import type { SourcePart } from '../../core/contracts/source.ts';
import { isThisComputerOnly } from '../../core/loopback.ts';
import { say } from '../../core/message.ts';
import { defineOptions } from '../../core/option.ts';
import { address, text } from '../../settings/kinds.ts';

const options = defineOptions('Source and discovery', {
  'mediacontroltcp.addr': {
    kind: address,
    default: { port: 9191 },
    help: 'where to listen for the lines of "media-control stream" from other machines',
  },
  'mediacontroltcp.bundleid': {
    kind: text,
    default: '',
    help: 'follow only the application with this bundle id (com.spotify.client); empty for all',
  },
});

/** `media-control stream | nc HOST 9191` on other machines. */
export const mediacontroltcp: SourcePart<typeof options> = {
  name: 'mediacontroltcp',
  isMixed: true,
  options,
  card: {
    title: 'Media players on other computers',
    about: say('mediacontroltcp.mac-plays-music-sends-plays-computer'),
    settings: {
      group: 'Media players',
      rest: {
        'mediacontroltcp.addr': 'Port for players on other computers',
        'mediacontroltcp.bundleid': 'Only this player on other computers',
      },
    },
    steps: ({ 'mediacontroltcp.addr': at }, { host }) => [
      { text: say('mediacontroltcp.mac-plays-install-media-control'), copy: 'brew install media-control' },
      'host' in at && isThisComputerOnly(at.host)
        ? {
            text: say('mediacontroltcp.listen-for-network-first'),
            set: ['mediacontroltcp.addr'],
            network: `:${at.port}`,
          }
        : {
            text: say('mediacontroltcp.let-send-plays-computer'),
            copy: `media-control stream | nc ${host} ${at.port}`,
          },
      { text: say('mediacontroltcp.play-track') },
    ],
  },
  async diagnose(settings, { chosen, running }) {
    if (!chosen) {
      return [];
    }
    const { portFinding } = await import('../../host/tcp-port.ts');
    const about = {
      option: '--mediacontroltcp.addr',
      means: say('mediacontroltcp.no-other-computer-can-send-tracks'),
    };
    return [await portFinding({ ...settings['mediacontroltcp.addr'], ...about }, running)];
  },
  async create(settings, tools) {
    const { MediaControlTcpSource } = await import('./source.ts');
    const { 'mediacontroltcp.addr': address, 'mediacontroltcp.bundleid': bundleId } = settings;
    return new MediaControlTcpSource(address, bundleId, tools);
  },
};
