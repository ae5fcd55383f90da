import type { Problem } from '../../core/errors.ts';
import { defineOptions, Secret, type SettingsOf } from '../../core/option.ts';
import { fileToRead, secret } from '../../settings/kinds.ts';
import { userHome } from '../user-home.ts';
import { usualDatabase } from './places.ts';

export const rekordboxOptions = defineOptions('Source and discovery', {
  'rekordbox.key': {
    kind: secret,
    default: new Secret(''),
    help: 'key of the database of rekordbox 6 or 7 on this computer, as SQLCipher takes it; deckcast does not know it',
  },
  'rekordbox.database': {
    kind: fileToRead,
    default: '',
    help: 'the master.db of rekordbox; empty for its usual place',
  },
});

export type RekordboxSettings = SettingsOf<typeof rekordboxOptions>;

export function checkRekordbox(settings: RekordboxSettings): readonly Problem[] {
  return settings['rekordbox.key'].isEmpty
    ? [
        {
          where: '--rekordbox.key',
          what: 'the source rekordbox needs the key of the database, which deckcast does not know (help page: /help/rekordbox)',
        },
      ]
    : [];
}

export function databaseOf(settings: RekordboxSettings): string {
  return settings['rekordbox.database'] || usualDatabase(userHome());
}
