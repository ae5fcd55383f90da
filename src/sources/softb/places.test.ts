import { expect, test } from 'vitest';
import { historyLocations } from './locations.ts';

test.each([
  [
    'linux',
    '/home/dj',
    { USER: 'dj' },
    [
      'Serato DJ 4: /home/dj/.wine/drive_c/users/dj/AppData/Local/Serato/Library/master.sqlite',
      'Serato DJ 3: /home/dj/Music/_Serato_/History/Sessions',
      'Serato DJ 3: /home/dj/.wine/drive_c/users/dj/Music/_Serato_/History/Sessions',
      'Mixxx: /home/dj/.mixxx/mixxxdb.sqlite',
      'Mixxx: /home/dj/.var/app/org.mixxx.Mixxx/.mixxx/mixxxdb.sqlite',
    ],
  ],
  [
    'win32',
    'C:\\Users\\dj',
    { LOCALAPPDATA: 'D:\\Local', APPDATA: 'D:\\Roaming' },
    [
      'Serato DJ 4: D:\\Local\\Serato\\Library\\master.sqlite',
      'Serato DJ 4: D:\\Roaming\\Serato\\Library\\master.sqlite',
      'Serato DJ 3: C:\\Users\\dj\\Music\\_Serato_\\History\\Sessions',
      'Mixxx: D:\\Local\\Mixxx\\mixxxdb.sqlite',
    ],
  ],
] as const)('on %s', (platform, directory, env, expected) => {
  const found = historyLocations({ platform, env, directory });
  expect(found.map(({ program, path }) => `${program}: ${path}`)).toEqual(expected);
});
