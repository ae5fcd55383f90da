/** Newest files in the folders where DJ programs and OBS keep recordings. */
import { join } from 'node:path';
import type { Disk } from '../core/tools.ts';

/** Serato, rekordbox (under two names), Mixxx, Traktor, Engine DJ, djay and VirtualDJ. */
const PROGRAMS = [
  '_Serato_',
  'rekordbox',
  'PioneerDJ',
  'Mixxx',
  'Traktor',
  'Engine Library',
  'djay',
  'VirtualDJ',
];
const OF_A_PROGRAM = ['Recording', 'Recordings'];
/** Names of the folder Music: Linux translates it. */
const MUSIC = ['Music', 'Musik'];
/** Where OBS keeps them. */
const VIDEOS = ['Videos', 'Movies'];
const FORMATS = /\.(aac|aiff?|flac|flv|m4a|mkv|mov|mp[34]|og[ag]|opus|ts|wav|webm)$/i;
const MOST = 8;
/** Files of a folder that are compared: the last ones by name, because programs name recordings by date. */
const MOST_IN_A_FOLDER = 50;

export async function recentRecordings(
  home: string,
  disk: Pick<Disk, 'list' | 'stat'>,
): Promise<readonly string[]> {
  const folders = [
    ...MUSIC.flatMap((music) => [
      join(home, music, 'Recordings'),
      ...PROGRAMS.flatMap((program) => OF_A_PROGRAM.map((folder) => join(home, music, program, folder))),
    ]),
    ...VIDEOS.map((folder) => join(home, folder)),
  ];
  const found = await Promise.all(folders.map((folder) => filesIn(folder, disk)));
  return found
    .flat()
    .sort((one, other) => other.modifiedMs - one.modifiedMs)
    .slice(0, MOST)
    .map(({ path }) => path);
}

async function filesIn(folder: string, disk: Pick<Disk, 'list' | 'stat'>) {
  const names = await disk.list(folder).catch(() => []);
  const recordings = names
    .filter((name) => FORMATS.test(name))
    .toSorted()
    .slice(-MOST_IN_A_FOLDER);
  const files = await Promise.all(
    recordings.map(async (name) => {
      const path = join(folder, name);
      const about = await disk.stat(path).catch(() => undefined);
      return about?.kind === 'file' ? [{ path, modifiedMs: about.modifiedMs }] : [];
    }),
  );
  return files.flat();
}
