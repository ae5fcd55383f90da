import { filePath, text } from '../../config/kinds.ts';
import type { Part, Source } from '../../core/contracts.ts';
import { RunError } from '../../core/errors.ts';
import { defineOptions } from '../../core/option.ts';
import { BINARY_NAME } from './binary.ts';

const options = defineOptions({
  'mediacontrol.binarypath': {
    kind: filePath,
    default: BINARY_NAME,
    help: 'the media-control program (macOS); a bare name is looked for where Homebrew installs, then on PATH',
    group: 'Source and discovery',
  },
  'mediacontrol.bundleid': {
    kind: text,
    default: '',
    help: 'the only application that counts: a bundle id (com.spotify.client), on Linux a player name (spotify); empty for all',
    group: 'Source and discovery',
  },
});

/** What the media players of this computer play: through media-control on macOS, through MPRIS on Linux. */
export const mediacontrol: Part<typeof options, Source> = {
  name: 'mediacontrol',
  options,
  async create(settings, tools) {
    const binary = settings['mediacontrol.binarypath'];
    const bundleId = settings['mediacontrol.bundleid'];
    // Whoever names a program means it, whatever the system.
    if (process.platform === 'darwin' || binary !== BINARY_NAME) {
      const { MediaControlSource } = await import('./source.ts');
      return new MediaControlSource({ binary, searchPath: process.env.PATH ?? '', bundleId }, tools);
    }
    if (process.platform === 'win32') {
      throw new RunError(
        'Windows tells no program what its media players play, so the source mediacontrol has nothing to listen to; mediacontroltcp takes tracks from another computer',
      );
    }
    const { MprisSource } = await import('./mpris/source.ts');
    return new MprisSource({ busAddress: process.env.DBUS_SESSION_BUS_ADDRESS, player: bundleId }, tools);
  },
};
