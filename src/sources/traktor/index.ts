import type { SourcePart } from '../../core/contracts.ts';
import { traktorOptions } from './options.ts';

/** The decks of Traktor, reported by a controller mapping (the Traktor API client) over HTTP. */
export const traktor: SourcePart<typeof traktorOptions> = {
  name: 'traktor',
  options: traktorOptions,
  card: {
    title: 'Traktor',
    about: 'Its decks and faders, through a small controller mapping.',
    steps: ({ 'traktor.addr': { port } }, { host }) => [
      {
        text: 'Put the folder D2 of the Traktor API client in the place of the one in Traktor, as the guide shows',
        copy: 'https://github.com/ErikMinekus/traktor-api-client',
      },
      {
        text: 'Only if Traktor plays on another computer: let deckcast listen to it, as in :8080, and write this address into Api/ApiClient.js there',
        set: ['traktor.addr'],
        copy: `http://${host}:${port}`,
      },
      { text: 'In Traktor, open Preferences → Controller Manager → Add… → Traktor → Kontrol D2' },
      { text: 'Load a track after that: Traktor names it only then. Play it and open its fader' },
    ],
  },
  async diagnose(settings, tools) {
    const { examineTraktor, traktorsThere } = await import('./examine.ts');
    if (!tools.chosen) {
      return traktorsThere(tools);
    }
    const { folderFindings } = await import('../../computer/folders.ts');
    const path = settings['traktor.record'];
    const record = { option: '--traktor.record', path, without: 'nothing is recorded' };
    const files = await folderFindings([record], tools.disk);
    // The running source has its own findings.
    return tools.running ? files : [...files, ...(await examineTraktor(settings, tools))];
  },
  async create(settings, tools) {
    const { TraktorSource } = await import('./source.ts');
    return new TraktorSource(settings, tools);
  },
};
