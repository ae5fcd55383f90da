import type { SourcePart } from '../../core/contracts/source.ts';
import { say } from '../../core/message.ts';
import { checkRekordbox, rekordboxOptions } from './options.ts';

/** Performance mode of rekordbox 6 and 7; experimental. Users need the database key. */
export const rekordbox: SourcePart<typeof rekordboxOptions> = {
  name: 'rekordbox',
  isMixed: true,
  options: rekordboxOptions,
  card: {
    title: 'rekordbox on this computer',
    about: say('rekordbox.rekordbox-6-7-counts-played-key'),
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
      { text: say('rekordbox.type-key-database-deckcast-does-not'), set: ['rekordbox.key'] },
      {
        text: say('rekordbox.only-if-database-moved-another-drive'),
        set: ['rekordbox.database'],
      },
      { text: say('rekordbox.settings-rekordbox-shorten-time-after-track') },
      { text: say('rekordbox.play-track-long') },
    ],
  },
  check: checkRekordbox,
  async diagnose(settings, tools) {
    if (tools.chosen && tools.running) {
      // The running source has its own findings.
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
