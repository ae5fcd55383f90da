import type { SourcePart } from '../../core/contracts.ts';
import { traktorOptions } from './options.ts';

/** Where a Traktor keeps its controller mappings. */
const WINDOWS_FOLDER = 'C:\\Program Files\\Native Instruments\\Traktor Pro 3\\Resources64\\qml\\CSI';
const MAC_FOLDER = '/Applications/Native Instruments/Traktor Pro 3/Traktor.app/Contents/Resources/qml/CSI';

/** The decks of Traktor, reported by a controller mapping (the Traktor API client) over HTTP. */
export const traktor: SourcePart<typeof traktorOptions> = {
  name: 'traktor',
  options: traktorOptions,
  card: {
    title: 'Traktor',
    about: 'Its decks and faders, through a small controller mapping.',
    settings: {
      group: 'DJ software',
      rest: {
        'traktor.addr': 'Port for Traktor',
      },
    },
    steps: ({ 'traktor.addr': { port } }, { host }) => [
      {
        text: 'Download the Traktor API client as a ZIP file, and unpack it: it holds a folder D2',
        copy: 'https://github.com/ErikMinekus/traktor-api-client',
      },
      {
        text: 'Close Traktor. On Windows, put a copy of the D2 in this folder somewhere safe, and replace it with the one that you downloaded (with Traktor Pro 4, 4 in place of 3)',
        copy: WINDOWS_FOLDER,
      },
      {
        text: 'The same on macOS: in the Finder, Go → Go to Folder… opens this one',
        copy: MAC_FOLDER,
      },
      {
        text: 'Only if Traktor plays on another computer: let deckcast listen to it, as in :8080, and write this address into Api/ApiClient.js there',
        set: ['traktor.addr'],
        copy: `http://${host}:${port}`,
      },
      { text: 'Start Traktor, and open Preferences → Controller Manager → Add… → Traktor → Kontrol D2' },
      { text: 'Load a track after that: Traktor names it only then. Play it and open its fader' },
    ],
  },
  async diagnose(settings, tools) {
    const { examineTraktor, traktorsThere } = await import('./examine.ts');
    if (!tools.chosen) {
      return traktorsThere(tools);
    }
    // The running source has its own findings.
    return tools.running ? [] : examineTraktor(settings, tools);
  },
  async create(settings, tools) {
    const { TraktorSource } = await import('./source.ts');
    return new TraktorSource(settings, tools);
  },
};
