import { expect, test } from 'vitest';
import { historyLocations } from './locations.ts';

test.each([
  [
    'darwin',
    {},
    [
      'Serato DJ 4: /home/dj/Library/Application Support/Serato/Library/master.sqlite',
      'Serato DJ 3: /home/dj/Music/_Serato_/History/Sessions',
      'Mixxx: /home/dj/Library/Containers/org.mixxx.mixxx/Data/Library/Application Support/Mixxx/mixxxdb.sqlite',
      'Mixxx: /home/dj/Library/Application Support/Mixxx/mixxxdb.sqlite',
    ],
  ],
  [
    'linux',
    { USER: 'dj' },
    [
      'Serato DJ 4: /home/dj/.wine/drive_c/users/dj/AppData/Local/Serato/Library/master.sqlite',
      'Serato DJ 3: /home/dj/Music/_Serato_/History/Sessions',
      'Serato DJ 3: /home/dj/.wine/drive_c/users/dj/Music/_Serato_/History/Sessions',
      'Mixxx: /home/dj/.mixxx/mixxxdb.sqlite',
      'Mixxx: /home/dj/.var/app/org.mixxx.Mixxx/.mixxx/mixxxdb.sqlite',
    ],
  ],
] as const)('on %s', (platform, env, expected) => {
  const found = historyLocations({ platform, env, directory: '/home/dj' });
  expect(found.map(({ program, path }) => `${program}: ${path}`)).toEqual(expected);
});

test('on Windows, with its own separators', () => {
  const env = { LOCALAPPDATA: 'D:\\Local', APPDATA: 'D:\\Roaming' };
  const found = historyLocations({ platform: 'win32', env, directory: 'C:\\Users\\dj' });
  expect(found.map(({ path }) => path)).toEqual([
    'D:\\Local\\Serato\\Library\\master.sqlite',
    'D:\\Roaming\\Serato\\Library\\master.sqlite',
    'C:\\Users\\dj\\Music\\_Serato_\\History\\Sessions',
    'D:\\Local\\Mixxx\\mixxxdb.sqlite',
  ]);
});
