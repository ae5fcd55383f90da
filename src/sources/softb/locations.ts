import { posix, win32 } from 'node:path';
import type { UserHome } from '../shared/user-home.ts';

type Program = 'Serato DJ 4' | 'Serato DJ 3' | 'Mixxx';

export interface HistoryLocation {
  readonly program: Program;
  /** Database; for Serato DJ 3, folder of session files. */
  readonly path: string;
}

/** The first that exists is watched, of the program that wrote last. */
export function historyLocations(home: UserHome): readonly HistoryLocation[] {
  const { join } = home.platform === 'win32' ? win32 : posix;
  const inHome = (...parts: string[]): string => join(home.directory, ...parts);
  const of = (program: Program, ...paths: readonly string[]): readonly HistoryLocation[] =>
    paths.map((path) => ({ program, path }));
  const serato3 = of('Serato DJ 3', inHome('Music', '_Serato_', 'History', 'Sessions'));
  switch (home.platform) {
    case 'darwin': {
      const support = inHome('Library', 'Application Support');
      const sandbox = inHome(
        'Library',
        'Containers',
        'org.mixxx.mixxx',
        'Data',
        'Library',
        'Application Support',
      );
      return [
        ...of('Serato DJ 4', join(support, 'Serato', 'Library', 'master.sqlite')),
        ...serato3,
        ...of('Mixxx', ...[sandbox, support].map((folder) => join(folder, 'Mixxx', 'mixxxdb.sqlite'))),
      ];
    }
    case 'win32': {
      const local = home.env.LOCALAPPDATA ?? inHome('AppData', 'Local');
      const roaming = home.env.APPDATA ?? inHome('AppData', 'Roaming');
      return [
        ...of(
          'Serato DJ 4',
          ...[local, roaming].map((folder) => join(folder, 'Serato', 'Library', 'master.sqlite')),
        ),
        ...serato3,
        ...of('Mixxx', join(local, 'Mixxx', 'mixxxdb.sqlite')),
      ];
    }
    default: {
      // Wine's: Serato does not exist for Linux.
      const user = home.env.USER ?? 'user';
      const wine = join(home.env.WINEPREFIX ?? inHome('.wine'), 'drive_c', 'users', user);
      return [
        ...of('Serato DJ 4', join(wine, 'AppData', 'Local', 'Serato', 'Library', 'master.sqlite')),
        ...serato3,
        ...of('Serato DJ 3', join(wine, 'Music', '_Serato_', 'History', 'Sessions')),
        ...of(
          'Mixxx',
          inHome('.mixxx', 'mixxxdb.sqlite'),
          inHome('.var', 'app', 'org.mixxx.Mixxx', '.mixxx', 'mixxxdb.sqlite'),
        ),
      ];
    }
  }
}
