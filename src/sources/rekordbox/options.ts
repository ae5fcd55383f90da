import { posix, win32 } from 'node:path';
import type { Problem } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import { defineOptions, Secret, type SettingsOf } from '../../core/option.ts';
import { fileToRead, secret } from '../../settings/kinds.ts';
import { type UserHome, userHome } from '../shared/user-home.ts';

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
          what: say('rekordbox.source-rekordbox-needs-key-database-deckcast'),
        },
      ]
    : [];
}

export function databaseOf(settings: RekordboxSettings): string {
  return settings['rekordbox.database'] || usualDatabase(userHome());
}

/** Usual place in rekordbox 6 and 7; users can move the collection. */
export function usualDatabase({ platform, directory, env }: UserHome): string {
  switch (platform) {
    case 'darwin':
      return posix.join(directory, 'Library', 'Pioneer', 'rekordbox', 'master.db');
    case 'win32':
      return win32.join(
        env.APPDATA ?? win32.join(directory, 'AppData', 'Roaming'),
        'Pioneer',
        'rekordbox',
        'master.db',
      );
    default: {
      // Wine's: rekordbox does not exist for Linux.
      const prefix = env.WINEPREFIX ?? posix.join(directory, '.wine');
      const user = posix.join(prefix, 'drive_c', 'users', env.USER ?? 'user');
      return posix.join(user, 'AppData', 'Roaming', 'Pioneer', 'rekordbox', 'master.db');
    }
  }
}
