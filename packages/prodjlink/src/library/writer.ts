import type { RekordboxTrack } from './library.ts';
import { GROUP_BYTES, GROUP_ROWS, PAGE_HEAD_BYTES, type PageHead, pageHead, ROWS } from './page.ts';
import { albumRow, artistRow, colorRow, keyRow, namedRow, playlistRow } from './rows.ts';
import { TABLE, writeLibraryHead } from './tables.ts';
import { TRACK_NUMBERS, TRACK_TEXTS, trackRow } from './track-row.ts';

/** Absent fields are written empty. */
export type WrittenTrack = Omit<RekordboxTrack, 'rating'> & { readonly rating?: number };

/** Options of `writeLibrary`. */
export interface WriterOptions {
  /** Marks tracks as deleted; their rows stay. */
  readonly deleted?: ReadonlySet<number>;
  /** Holds name offsets of artists and albums in two bytes. */
  readonly far?: boolean;
  readonly sequence?: number;
}

const PAGE_BYTES = 4096;
/** Empty ones included. */
const TABLES = 20;
const ROW_ALIGNMENT = 4;

/**
 * Writes an `export.pdb` like real ones, for tests and simulators: pages of all tables in the order in which
 * tracks fill them. Not tried on a player.
 */
export function writeLibrary(tracks: readonly WrittenTrack[], options: WriterOptions = {}): Buffer {
  const file = new FileWriter();
  const { far = false } = options;
  const artists = file.names(TABLE.artists, (id, name) => artistRow.write({ id, name, far }));
  const genres = file.names(TABLE.genres, (id, name) => namedRow.write({ id, name }));
  const labels = file.names(TABLE.labels, (id, name) => namedRow.write({ id, name }));
  const keys = file.names(TABLE.keys, (id, name) => keyRow.write({ id, name }));
  const artwork = file.names(TABLE.artwork, (id, name) => namedRow.write({ id, name }));
  const colors = file.names(TABLE.colors, (id, name) => colorRow.write({ id, name }));
  for (const name of ['Pink', 'Red', 'Orange', 'Yellow', 'Green', 'Aqua', 'Blue', 'Purple']) {
    colors(name);
  }
  file.add(TABLE.playlists, playlistRow.write({ id: 1, name: 'All' }));
  const albums = new Map<string, number>();
  for (const track of tracks) {
    const artistId = artists(track.artist);
    const row = trackRow.write({
      id: track.id,
      ...filled(TRACK_NUMBERS, track, 0),
      ...filled(TRACK_TEXTS, track, ''),
      artist: artistId,
      composer: artists(track.composer),
      artworkPath: artwork(track.artworkPath),
      key: keys(track.key),
      originalArtist: artists(track.originalArtist),
      label: labels(track.label),
      remixer: artists(track.remixer),
      genre: genres(track.genre),
      album: albumId(track.album, artistId),
    });
    file.add(TABLE.tracks, row, options.deleted?.has(track.id) === true);
  }
  return file.finish(options.sequence ?? 1);

  function albumId(name: string | undefined, artistId: number): number {
    if (name === undefined) {
      return 0;
    }
    const key = `${artistId} ${name}`;
    const known = albums.get(key);
    if (known !== undefined) {
      return known;
    }
    const id = albums.size + 1;
    albums.set(key, id);
    file.add(TABLE.albums, albumRow.write({ id, name, far, artistId }));
    return id;
  }
}

function filled<Name extends string, Value>(
  names: Readonly<Record<Name, unknown>>,
  track: { readonly [Key in NoInfer<Name>]?: Value },
  empty: Value,
): Readonly<Record<Name, Value>> {
  const values = Object.keys(names).map((name) => [name, track[name as Name] ?? empty]);
  return Object.fromEntries(values) as Record<Name, Value>;
}

interface OpenPage {
  readonly bytes: Buffer;
  readonly head: { -readonly [Name in keyof PageHead]: PageHead[Name] };
}

class FileWriter {
  readonly #pages: OpenPage[] = [];
  readonly #firsts: number[] = [];
  readonly #open: OpenPage[] = [];

  constructor() {
    // A table begins with a page without rows, then an empty one for its first.
    for (let type = 0; type < TABLES; type++) {
      const first = this.#newPage(type, ROWS.none);
      this.#firsts.push(first.head.number);
      this.#open.push(this.#newPage(type, ROWS.present));
      first.head.next = first.head.number + 1;
    }
  }

  /** Ids of names in a table, whose rows it writes; 0 without a name. */
  names(type: number, write: (id: number, name: string) => Buffer): (name: string | undefined) => number {
    const ids = new Map<string, number>();
    return (name) => {
      if (name === undefined) {
        return 0;
      }
      const known = ids.get(name);
      if (known !== undefined) {
        return known;
      }
      const id = ids.size + 1;
      ids.set(name, id);
      this.add(type, write(id, name));
      return id;
    };
  }

  /** @throws RangeError if a row exceeds a page */
  add(type: number, row: Buffer, deleted = false): void {
    let page = this.#pageOf(type);
    if (!fits(page, row)) {
      const next = this.#newPage(type, ROWS.present);
      page.head.next = next.head.number;
      this.#open[type] = next;
      page = next;
    }
    if (!fits(page, row)) {
      throw new RangeError(`a row of ${row.length} bytes does not fit into a page`);
    }
    const { bytes, head } = page;
    const slot = head.slots++;
    const group = PAGE_BYTES - GROUP_BYTES * Math.floor(slot / GROUP_ROWS);
    const bit = 1 << (slot % GROUP_ROWS);
    bytes.set(row, PAGE_HEAD_BYTES + head.used);
    bytes.writeUInt16LE(head.used, group - 6 - 2 * (slot % GROUP_ROWS));
    bytes.writeUInt16LE(bytes.readUInt16LE(group - 2) | bit, group - 2);
    if (deleted) {
      head.flags = ROWS.someDeleted;
    } else {
      head.existing++;
      bytes.writeUInt16LE(bytes.readUInt16LE(group - 4) | bit, group - 4);
    }
    head.used += Math.ceil(row.length / ROW_ALIGNMENT) * ROW_ALIGNMENT;
    head.free = free(head);
  }

  finish(sequence: number): Buffer {
    const tables = this.#firsts.map((first, type) => ({ type, first, last: this.#pageOf(type).head.number }));
    const fileHead = { pageBytes: PAGE_BYTES, nextUnused: this.#nextNumber, sequence, tables };
    const first = Buffer.alloc(PAGE_BYTES);
    first.set(writeLibraryHead(fileHead));
    for (const { bytes, head } of this.#pages) {
      pageHead.put(bytes, 0, head);
    }
    return Buffer.concat([first, ...this.#pages.map(({ bytes }) => bytes)]);
  }

  /** Page 0 is the file's head. */
  get #nextNumber(): number {
    return this.#pages.length + 1;
  }

  #pageOf(type: number): OpenPage {
    const page = this.#open[type];
    if (page === undefined) {
      throw new RangeError(`no table of type ${type}`);
    }
    return page;
  }

  #newPage(type: number, flags: number): OpenPage {
    const head = { number: this.#nextNumber, type, next: 0, slots: 0, existing: 0, flags, free: 0, used: 0 };
    const page = { bytes: Buffer.alloc(PAGE_BYTES), head };
    this.#pages.push(page);
    return page;
  }
}

/** Bytes between rows and index, after one more row's entry. */
function free({ used, slots }: PageHead): number {
  const groups = Math.floor(slots / GROUP_ROWS);
  const index = groups * GROUP_BYTES + 4 + 2 * ((slots % GROUP_ROWS) + 1);
  return Math.max(0, PAGE_BYTES - PAGE_HEAD_BYTES - index - used);
}

function fits({ head }: OpenPage, row: Buffer): boolean {
  return row.length <= free(head);
}
