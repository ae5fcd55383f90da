import type { SourcePart } from '../../core/contracts.ts';
import { RunError } from '../../core/errors.ts';
import { defineOptions } from '../../core/option.ts';
import { filePath, text } from '../../settings/kinds.ts';
import { BINARY_NAME } from './binary.ts';

const options = defineOptions({
  'mediacontrol.binarypath': {
    kind: filePath,
    default: BINARY_NAME,
    help: 'the media-control program (macOS); a bare name is searched for where Homebrew installs, then on PATH',
    group: 'Source and discovery',
  },
  'mediacontrol.bundleid': {
    kind: text,
    default: '',
    help: 'follow only this application: a bundle id (com.spotify.client), on Linux a player name (spotify); empty for all',
    group: 'Source and discovery',
  },
});

/** The media players of this computer: through media-control on macOS, through MPRIS on Linux. */
export const mediacontrol: SourcePart<typeof options> = {
  name: 'mediacontrol',
  options,
  card: {
    title: 'A media player on this computer',
    about: 'Spotify, Music, VLC, mpv, a browser: whatever the desktop can control. On macOS and Linux.',
    steps: () => [
      ...(process.platform === 'darwin'
        ? [{ text: 'Install media-control', copy: 'brew install media-control' }]
        : []),
      { text: 'Play a track in the media player' },
    ],
  },
  async diagnose({ 'mediacontrol.binarypath': binary }, tools) {
    if (tools.chosen) {
      return [];
    }
    const { mediaControlThere, playersThere } = await import('./examine.ts');
    return usesMediaControl(binary)
      ? mediaControlThere(binary, process.env.PATH ?? '', tools)
      : playersThere(process.env.DBUS_SESSION_BUS_ADDRESS, tools);
  },
  async create(settings, tools) {
    const binary = settings['mediacontrol.binarypath'];
    const bundleId = settings['mediacontrol.bundleid'];
    if (usesMediaControl(binary)) {
      const { MediaControlSource } = await import('./source.ts');
      return new MediaControlSource({ binary, searchPath: process.env.PATH ?? '', bundleId }, tools);
    }
    if (process.platform === 'win32') {
      throw new RunError(
        'the source mediacontrol does not read yet what Windows reports of its media players; mediacontroltcp accepts tracks from another computer',
      );
    }
    const { MprisSource } = await import('./mpris/source.ts');
    return new MprisSource({ busAddress: process.env.DBUS_SESSION_BUS_ADDRESS, player: bundleId }, tools);
  },
};

/** A named program is used on any system. */
function usesMediaControl(binary: string): boolean {
  return process.platform === 'darwin' || binary !== BINARY_NAME;
}
