/**
 * An SQLCipher database, copied from the player and read by the database process. `pyrekordbox` and others
 * document the tables.
 */

import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { linkErrorCode, type PlayerFile } from '@deckcast/prodjlink';
import type { RekordboxTrack } from '@deckcast/prodjlink/library';
import { UpstreamError } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import type { Secret } from '../../core/option.ts';
import type { Clock } from '../../core/tools.ts';
import { whyNotWritten } from '../../host/folders.ts';
import { makeCopyFolder, removeCopyFolder } from '../../host/sqlite/copy-folder.ts';
import {
  asNumber,
  asText,
  type DatabaseFile,
  ForeignDatabases,
  type ForeignRow,
  numberOf,
  plainColumns,
  requireColumns,
  textOf,
} from '../../host/sqlite/foreign.ts';
import type { LibraryFormat, LibraryRows } from './export-library.ts';

export const ONE_LIBRARY_PATH = 'PIONEER/rekordbox/exportLibrary.db';

const ABSENT = {
  finding: say('prodjlink.no-library-newer-kind-onelibrary-one'),
  todo: say('prodjlink.let-rekordbox-write-onelibrary-device'),
};

export const NO_KEY = {
  finding: say('prodjlink.newer-kind-onelibrary-encrypted-no-key'),
};

/** Stands in for OneLibrary without a key. */
export const LOCKED_ONE_LIBRARY: LibraryFormat = {
  path: ONE_LIBRARY_PATH,
  absent: ABSENT,
  todo: say('prodjlink.let-rekordbox-write-older-device-library'),
  open: () => Promise.reject(new UpstreamError(NO_KEY.finding, 'drop')),
};

/** Stands in on a player that prefers OneLibrary to `export.pdb`. */
export const LOCKED_FIRST_LIBRARY: LibraryFormat = {
  ...LOCKED_ONE_LIBRARY,
  todo: say('prodjlink.give-key-prodjlink-key-export-without'),
};

interface OneLibraryOptions {
  readonly key: Secret;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export class OneLibraries implements LibraryFormat {
  readonly path = ONE_LIBRARY_PATH;
  readonly absent = ABSENT;
  readonly todo = say('prodjlink.set-prodjlink-key-key-library-help');
  readonly #key: Secret;
  readonly #databases: ForeignDatabases;
  #folder: Promise<string> | undefined;
  #opened = 0;

  constructor({ key, clock, signal }: OneLibraryOptions) {
    this.#key = key;
    this.#databases = new ForeignDatabases(clock, signal);
  }

  async open(file: PlayerFile, signal: AbortSignal): Promise<LibraryRows> {
    this.#folder ??= makeCopyFolder();
    this.#opened += 1;
    // Another library may be opened while the folder is created.
    const name = `${this.#opened}.db`;
    const copied = join(await this.#folder, name);
    const cipher = { key: this.#key, copy: `${copied}.plain` };
    const rows = new OneLibrary(file, { path: copied, live: true, cipher }, this.#databases, signal);
    try {
      await rows.begin();
    } catch (error) {
      await rows.close();
      throw error;
    }
    return rows;
  }

  /** Removes all copies; call after the last read. Never rejects. */
  async close(): Promise<void> {
    const folder = await this.#folder?.catch(() => undefined);
    if (folder !== undefined) {
      await removeCopyFolder(folder);
    }
  }
}

/** A page tests the key. */
const FIRST_BYTES = 4096;
/** Urgent reads go between pieces. */
const PIECE_BYTES = 16 * 1024;

export const REQUIRED = {
  content: ['content_id', 'title', 'artist_id_artist'],
  artist: ['artist_id', 'name'],
};
const TEXTS = { title: 'title', comment: 'djComment', isrc: 'isrc', fileName: 'fileName', filePath: 'path' };
const NUMBERS = { centiBpm: 'bpmx100', duration: 'length', year: 'releaseYear' };
/** References by our names: column of `content`, table, its id and its text column. */
const REFERENCES = {
  artist: ['artist_id_artist', 'artist', 'artist_id', 'name'],
  remixer: ['artist_id_remixer', 'artist', 'artist_id', 'name'],
  album: ['album_id', 'album', 'album_id', 'name'],
  genre: ['genre_id', 'genre', 'genre_id', 'name'],
  label: ['label_id', 'label', 'label_id', 'name'],
  musicalKey: ['key_id', 'key', 'key_id', 'name'],
  artworkPath: ['image_id', 'image', 'image_id', 'path'],
} as const;
export const TABLES = ['content', 'artist', 'album', 'genre', 'label', 'key', 'image'] as const;
const TEXT_NAMES = [...Object.keys(TEXTS), ...Object.keys(REFERENCES)];

export type OneLibraryColumns = Readonly<Record<(typeof TABLES)[number], ReadonlySet<string>>>;

class OneLibrary implements LibraryRows {
  readonly #file: PlayerFile;
  readonly #copy: DatabaseFile;
  readonly #databases: ForeignDatabases;
  readonly #signal: AbortSignal;
  #tables: OneLibraryTables | undefined;

  constructor(file: PlayerFile, copy: DatabaseFile, databases: ForeignDatabases, signal: AbortSignal) {
    this.#file = file;
    this.#copy = copy;
    this.#databases = databases;
    this.#signal = signal;
  }

  get indexed(): boolean {
    return this.#tables !== undefined;
  }

  get trackCount(): number {
    return this.#tables?.trackCount ?? 0;
  }

  hasMet(): boolean {
    return this.indexed;
  }

  /** Tests the key on the first page: a full copy can take minutes. */
  async begin(): Promise<void> {
    await this.#append(this.#copy.path, this.#file, { from: 0, to: FIRST_BYTES });
    await this.#databases.query(this.#copy, []);
  }

  async index(between?: () => Promise<unknown> | undefined): Promise<void> {
    const { path } = this.#copy;
    const { size } = this.#file;
    await this.#append(path, this.#file, { from: FIRST_BYTES, to: size }, between);
    const log = await this.#log();
    if (log !== undefined) {
      await this.#append(`${path}-wal`, log, { from: 0, to: log.size }, between);
    }
    this.#tables = await openTables(this.#databases, this.#copy);
  }

  async track(id: number): Promise<RekordboxTrack | undefined> {
    return await this.#tables?.track(id);
  }

  async close(): Promise<void> {
    const { path, cipher } = this.#copy;
    const plain = cipher?.copy ?? '';
    await this.#databases.close(plain);
    const files = [path, `${path}-wal`, plain];
    await Promise.all(files.map((one) => rm(one, { force: true }).catch(() => undefined)));
  }

  /** Write-ahead log: the player's changes that the database file lacks. */
  async #log(): Promise<PlayerFile | undefined> {
    try {
      return await this.#file.openBeside(`${ONE_LIBRARY_PATH}-wal`, this.#signal);
    } catch (error) {
      if (linkErrorCode(error) === 'missing') {
        return undefined;
      }
      throw error;
    }
  }

  async #append(
    path: string,
    from: PlayerFile,
    range: { readonly from: number; readonly to: number },
    between?: () => Promise<unknown> | undefined,
  ): Promise<void> {
    const copy = await localStep(open(path, range.from === 0 ? 'w' : 'r+', 0o600));
    try {
      for (let at = range.from; at < range.to; at += PIECE_BYTES) {
        await between?.();
        const piece = await from.read(at, Math.min(PIECE_BYTES, range.to - at), this.#signal);
        await localStep(copy.write(piece, 0, piece.length, at));
      }
    } finally {
      await closeQuietly(copy);
    }
  }
}

/** Marks local failures, such as a full disk, so that the medium is not blamed. */
async function localStep<T>(step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    throw new UpstreamError(say('prodjlink.cannot-copy', { reason: whyNotWritten(error) }), 'retry');
  }
}

async function closeQuietly(file: FileHandle): Promise<void> {
  await file.close().catch(() => undefined);
}

export interface OneLibraryTables {
  readonly trackCount: number;
  track(id: number): Promise<RekordboxTrack | undefined>;
}

/** Throws UpstreamError, also for missing tables or columns. */
export async function openTables(databases: ForeignDatabases, file: DatabaseFile): Promise<OneLibraryTables> {
  const columns = await plainColumns(databases, file, TABLES);
  requireColumns(columns, REQUIRED, 'drop');
  const one = async (sql: string, values: readonly number[] = []): Promise<ForeignRow | undefined> =>
    (await databases.query(file, [{ sql, values }])).results[0]?.[0];
  const count = await one(`SELECT ${asNumber('n')} FROM (SELECT count(*) AS n FROM content)`);
  const select = queryFor(columns, 'WHERE content_id = ? LIMIT 1');
  return {
    trackCount: numberOf(count ?? {}, 'n') ?? 0,
    async track(id) {
      const row = await one(select, [id]);
      return row && rowTrack(row, id);
    },
  };
}

export function queryFor(columns: OneLibraryColumns, where: string): string {
  const own = Object.entries({ ...TEXTS, ...NUMBERS }).map(([name, column]) =>
    columns.content.has(column) ? `"${column}" AS ${name}` : `NULL AS ${name}`,
  );
  const referred = Object.entries(REFERENCES).map(([name, [reference, table, id, text]]) =>
    columns.content.has(reference) && columns[table].has(id) && columns[table].has(text)
      ? `(SELECT other."${text}" FROM "${table}" AS other WHERE other."${id}" = content."${reference}" LIMIT 1) AS ${name}`
      : `NULL AS ${name}`,
  );
  const wanted = [
    ...TEXT_NAMES.map(asText),
    ...['id', ...Object.keys(NUMBERS)].map((name) => asNumber(name)),
  ];
  return `SELECT ${wanted.join(', ')} FROM (SELECT ${['content_id AS id', ...own, ...referred].join(', ')} FROM content ${where})`;
}

export function rowTrack(row: ForeignRow, id: number): RekordboxTrack {
  const texts = TEXT_NAMES.flatMap((name) => {
    const text = textOf(row, name);
    return text === '' ? [] : [[name === 'musicalKey' ? 'key' : name, text]];
  });
  return {
    id,
    // Never shown.
    rating: 0,
    ...Object.fromEntries(texts),
    bpm: (numberOf(row, 'centiBpm') ?? 0) / 100,
    duration: Math.max(0, numberOf(row, 'duration') ?? 0),
    year: numberOf(row, 'year') ?? 0,
  };
}
