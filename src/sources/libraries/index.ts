import { join, normalize, parse, resolve } from 'node:path';
import type { CollectionTrack, LibraryProgram, TrackList } from '../../core/contracts/hearing.ts';
import { UpstreamError } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import type { Clock, Disk } from '../../core/tools.ts';
import { makeCopyFolder, removeCopyFolder } from '../../host/sqlite/copy-folder.ts';
import { type Cipher, numberOf } from '../../host/sqlite/foreign.ts';
import { NO_KEY, ONE_LIBRARY_PATH } from '../prodjlink/one-library.ts';
import type { UserHome } from '../shared/user-home.ts';
import { historyLocations } from '../softb/locations.ts';
import { WatchedDatabase } from '../softb/watched-database.ts';
import {
  ENGINE_TRACKS,
  type ListedTable,
  MEDIUM_TRACKS,
  MIXXX_TRACKS,
  SERATO_TRACKS,
} from './listed-tables.ts';
import { seratoTracks } from './serato-file.ts';

const PAGE_TRACKS = 500;
/** 100,000 tracks in Serato DJ 3. */
const MOST_BYTES = 256 * 1024 * 1024;

interface LibraryFile {
  readonly path: string;
  readonly table?: ListedTable;
}

interface LibraryTools {
  readonly clock: Clock;
  readonly disk: Disk;
}

/** The first that exists is read. */
function libraryFiles(program: LibraryProgram, home: UserHome): readonly LibraryFile[] {
  const locations = historyLocations(home);
  switch (program) {
    case 'mixxx':
      return locations.flatMap((one) =>
        one.program === 'Mixxx' ? [{ path: one.path, table: MIXXX_TRACKS }] : [],
      );
    case 'serato':
      return locations.flatMap((one) => {
        switch (one.program) {
          case 'Serato DJ 4':
            return [{ path: one.path, table: SERATO_TRACKS }];
          case 'Serato DJ 3':
            return [{ path: resolve(one.path, '..', '..', 'database V2') }];
          default:
            return [];
        }
      });
    case 'engine':
      return [
        {
          path: join(home.directory, 'Music', 'Engine Library', 'Database2', 'm.db'),
          table: ENGINE_TRACKS,
        },
      ];
  }
}

/** Files only, in pages. Throws UpstreamError without a usable library. */
export async function* listedTracks(
  program: LibraryProgram,
  home: UserHome,
  tools: LibraryTools,
): AsyncGenerator<readonly CollectionTrack[]> {
  for (const file of libraryFiles(program, home)) {
    if ((await tools.disk.stat(file.path)) !== undefined) {
      yield* filesOf(tracksIn(file, tools));
      return;
    }
  }
  throw new UpstreamError(say('hearing.library-not-found'), 'retry');
}

/** Empty without OneLibrary. Throws UpstreamError (`drop`) if the key is missing or wrong. */
export async function* tracksOnMedium(
  { folder, key }: Extract<TrackList, { readonly folder: string }>,
  tools: LibraryTools,
): AsyncGenerator<readonly CollectionTrack[]> {
  for (const library of [ONE_LIBRARY_PATH, `.${ONE_LIBRARY_PATH}`]) {
    const path = join(folder, library);
    if ((await tools.disk.stat(path).catch(() => undefined)) !== undefined) {
      if (key.isEmpty) {
        throw new UpstreamError(NO_KEY.finding, 'drop');
      }
      const copies = await makeCopyFolder();
      try {
        const cipher = { key, copy: join(copies, 'copy.db') };
        yield* filesOf(tracksOfTable(path, MEDIUM_TRACKS, tools, cipher));
      } finally {
        await removeCopyFolder(copies);
      }
      return;
    }
  }
}

async function* filesOf(
  listed: AsyncIterable<readonly CollectionTrack[]>,
): AsyncGenerator<readonly CollectionTrack[]> {
  for await (const tracks of listed) {
    yield tracks.flatMap(({ path, track }) => (path === '' ? [] : [{ path: normalize(path), track }]));
  }
}

function tracksIn(
  { path, table }: LibraryFile,
  tools: LibraryTools,
): AsyncGenerator<readonly CollectionTrack[]> {
  return table === undefined ? tracksOfFile(path, tools.disk) : tracksOfTable(path, table, tools);
}

async function* tracksOfTable(
  path: string,
  { tables, rows, read }: ListedTable,
  tools: LibraryTools,
  cipher?: Cipher,
): AsyncGenerator<readonly CollectionTrack[]> {
  const database = new WatchedDatabase(path, tables, tools, cipher);
  try {
    let after = 0;
    for (let isOver = false; !isOver; ) {
      const values = { after, most: PAGE_TRACKS };
      const found = (await database.rows((columns) => ({ sql: rows(columns), values }), true)) ?? [];
      yield found.map((row) => read(row, path));
      const last = numberOf(found.at(-1) ?? {}, 'id') ?? 0;
      // Ends for any answer, even repeated or descending ids.
      isOver = last <= after;
      after = last;
    }
  } finally {
    database.close();
  }
}

async function* tracksOfFile(path: string, disk: Disk): AsyncGenerator<readonly CollectionTrack[]> {
  const bytes = Buffer.from((await disk.read(path, MOST_BYTES)) ?? []);
  let page: CollectionTrack[] = [];
  let count = 0;
  let isDamaged = false;
  const damaged = (): void => {
    isDamaged = true;
  };
  for (const track of seratoTracks(bytes, volumeOf(path), damaged)) {
    count += 1;
    page.push(track);
    if (page.length === PAGE_TRACKS) {
      yield page;
      page = [];
    }
  }
  yield page;
  if (isDamaged) {
    throw new UpstreamError(say('hearing.library-damaged', { path, count }), 'retry');
  }
}

/** Root of the paths in a library below the home. Wine keeps a volume in a folder. */
function volumeOf(path: string): string {
  return /^.*[\\/]drive_c(?=[\\/])/.exec(path)?.[0] ?? parse(path).root;
}
