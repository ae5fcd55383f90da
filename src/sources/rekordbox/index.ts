import type { SourcePart } from '../../core/contracts.ts';
import { checkRekordbox, rekordboxOptions } from './options.ts';

/** rekordbox 6 and 7 in performance mode, whose database the user has the key of. Experimental. */
export const rekordbox: SourcePart<typeof rekordboxOptions> = {
  name: 'rekordbox',
  options: rekordboxOptions,
  card: {
    title: 'rekordbox on this computer',
    about:
      'What rekordbox 6 or 7 counts as played, with the key of its database, which you have to know. Experimental.',
    settings: {
      group: 'DJ software',
      common: {
        'rekordbox.key': 'Key of the rekordbox database',
      },
      rest: {
        'rekordbox.database': 'Database of rekordbox',
      },
    },
    steps: () => [
      { text: 'Type the key of the database: deckcast does not know it', set: ['rekordbox.key'] },
      {
        text: 'Only if the database was moved to another drive: name its master.db',
        set: ['rekordbox.database'],
      },
      { text: 'In the settings of rekordbox, shorten the time after which a track counts as played' },
      { text: 'Play a track for that long' },
    ],
  },
  check: checkRekordbox,
  async diagnose(settings, tools) {
    if (tools.chosen && tools.running) {
      // It reads the database all the time, and has its own findings.
      return [];
    }
    const { examineRekordbox } = await import('./examine.ts');
    return examineRekordbox(settings, tools);
  },
  async create(settings, tools) {
    const { RekordboxSource } = await import('./source.ts');
    return new RekordboxSource(settings, tools);
  },
};
