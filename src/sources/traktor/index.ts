import type { SourcePart } from '../../core/contracts/source.ts';
import { say } from '../../core/message.ts';
import { traktorOptions } from './options.ts';

const WINDOWS_FOLDER = 'C:\\Program Files\\Native Instruments\\Traktor Pro 3\\Resources64\\qml\\CSI';
const MAC_FOLDER = '/Applications/Native Instruments/Traktor Pro 3/Traktor.app/Contents/Resources/qml/CSI';

/** A controller mapping (Traktor API client) reports decks over HTTP. */
export const traktor: SourcePart<typeof traktorOptions> = {
  name: 'traktor',
  options: traktorOptions,
  card: {
    title: 'Traktor',
    about: say('traktor.decks-faders-through-small-controller'),
    settings: {
      group: 'DJ software',
      rest: {
        'traktor.addr': 'Port for Traktor',
      },
    },
    steps: ({ 'traktor.addr': { port } }, { host }) => [
      {
        text: say('traktor.download-traktor-api-client-zip-file'),
        copy: 'https://github.com/ErikMinekus/traktor-api-client',
      },
      {
        text: say('traktor.close-traktor-windows-put-copy-d2'),
        copy: WINDOWS_FOLDER,
      },
      {
        text: say('traktor.same-macos-finder-go-go-folder'),
        copy: MAC_FOLDER,
      },
      {
        text: say('traktor.only-if-traktor-plays-another-computer', { port }),
        set: ['traktor.addr'],
        copy: `http://${host}:${port}`,
      },
      { text: say('traktor.start-traktor-open-preferences-controller') },
      { text: say('traktor.load-track-after-traktor-names-only') },
    ],
  },
  async diagnose(settings, tools) {
    const { examineTraktor, suggestTraktor } = await import('./examine.ts');
    if (!tools.chosen) {
      return suggestTraktor(tools);
    }
    // The running source has its own findings.
    return tools.running ? [] : examineTraktor(settings, tools);
  },
  async create(settings, tools) {
    const { TraktorSource } = await import('./source.ts');
    return new TraktorSource(settings, tools);
  },
};
