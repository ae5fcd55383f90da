import type { SourcePart } from '../../core/contracts/source.ts';
import { say } from '../../core/message.ts';
import { defineOptions } from '../../core/option.ts';
import { fileToRead, text } from '../../settings/kinds.ts';
import { BINARY_NAME } from './binary.ts';

const options = defineOptions('Source and discovery', {
  'mediacontrol.binarypath': {
    kind: fileToRead,
    default: BINARY_NAME,
    help: "media-control program (macOS); a bare name is looked up in Homebrew's folders, then on PATH",
  },
  'mediacontrol.bundleid': {
    kind: text,
    default: '',
    help: 'follow only this application: a bundle id (com.spotify.client), on Linux a player name (spotify), on Windows an app id (Spotify.exe); empty for all',
  },
});

/** media-control on macOS, MPRIS on Linux, the media session on Windows. */
export const mediacontrol: SourcePart<typeof options> = {
  name: 'mediacontrol',
  isMixed: true,
  options,
  card: {
    title: 'A media player on this computer',
    about: say('mediacontrol.spotify-music-vlc-mpv-browser-whatever'),
    settings: {
      group: 'Media players',
      common: {
        'mediacontrol.bundleid': 'Only this player on this computer',
      },
      rest: {
        'mediacontrol.binarypath': 'The program media-control',
      },
    },
    steps: () => [
      ...(process.platform === 'darwin'
        ? [{ text: say('mediacontrol.install-media-control'), copy: 'brew install media-control' }]
        : []),
      { text: say('mediacontrol.play-track-media-player') },
    ],
  },
  async diagnose({ 'mediacontrol.binarypath': binary }, tools) {
    if (tools.chosen) {
      return [];
    }
    const { suggestMediaControl, suggestPlayers } = await import('./examine.ts');
    if (usesMediaControl(binary)) {
      return suggestMediaControl(binary, process.env.PATH ?? '', tools);
    }
    return process.platform === 'win32' ? [] : suggestPlayers(process.env.DBUS_SESSION_BUS_ADDRESS, tools);
  },
  async create(settings, tools) {
    const binary = settings['mediacontrol.binarypath'];
    const bundleId = settings['mediacontrol.bundleid'];
    if (usesMediaControl(binary) || process.platform === 'win32') {
      const { MediaControlSource } = await import('./source.ts');
      const { mediaControl, windowsMediaSession } = await import('./program.ts');
      // The Windows script filters players.
      return usesMediaControl(binary)
        ? new MediaControlSource(mediaControl(binary, process.env.PATH ?? ''), bundleId, tools)
        : new MediaControlSource(windowsMediaSession(bundleId, process.env, process.pid), '', tools);
    }
    const { MprisSource } = await import('./mpris/source.ts');
    return new MprisSource({ busAddress: process.env.DBUS_SESSION_BUS_ADDRESS, player: bundleId }, tools);
  },
};

/** The user's own program is used on any system. */
function usesMediaControl(binary: string): boolean {
  return process.platform === 'darwin' || binary !== BINARY_NAME;
}
