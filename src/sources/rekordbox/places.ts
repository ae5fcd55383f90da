/** Where rekordbox 6 and 7 keep their collection. Pure. */
import { posix, win32 } from 'node:path';
import type { UserHome } from '../user-home.ts';

/** Unless it was moved to another drive in the settings of rekordbox. */
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
      // There is no rekordbox for Linux; under Wine it uses its Windows paths.
      const prefix = env.WINEPREFIX ?? posix.join(directory, '.wine');
      const user = posix.join(prefix, 'drive_c', 'users', env.USER ?? 'user');
      return posix.join(user, 'AppData', 'Roaming', 'Pioneer', 'rekordbox', 'master.db');
    }
  }
}
