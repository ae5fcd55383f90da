import type { RekordboxTrack } from './library.ts';
import { GROUP_BYTES, GROUP_ROWS, PAGE_HEAD_BYTES } from './page.ts';
import { albumRow, artistRow, colorRow, keyRow, namedRow, playlistRow } from './rows.ts';
import { TABLE, writeLibraryHead } from './tables.ts';
import { TRACK_TEXT, TRACK_TEXTS, trackRow } from './track-row.ts';

/** A track to be written; what is left out is empty. */
export type WrittenTrack = Omit<RekordboxTrack, 'rating'> & { readonly rating?: number };

export interface WriterOptions {
  /** Ids of tracks whose rows are left in their pages, marked as deleted. */
  readonly deleted?: ReadonlySet<number>;
  /** Hold the offsets of artists' and albums' names in two bytes. */
  readonly far?: boolean;
  readonly sequence?: number;
}

const PAGE_BYTES = 4096;
/** Tables of every library, including empty ones. */
const TABLES = 20;
const ROWS_FLAGS = 0x24;
const DELETED_FLAGS = 0x34;
const NO_ROWS_FLAGS = 0x64;
const ROW_ALIGNMENT = 4;
const MP3 = 1;

/**
 * Writes an `export.pdb` in the layout of real ones, for tests and simulators: pages of all tables in the order in which
 * the tracks fill them. None has been tried in a player.
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
  file.add(TABLE.playlists, playlistRow.write({ id: 1, name: 'All', parent: 0, order: 0, folder: false }));
  const albums = new Map<string, number>();
  for (const track of tracks) {
    const artistId = artists(track.artist);
    const row = trackRow.write({
      id: track.id,
      sampleRate: 44_100,
      composerId: artists(track.composer),
      fileSize: track.fileSize ?? 0,
      artworkId: artwork(track.artworkPath),
      keyId: keys(track.key),
      originalArtistId: artists(track.originalArtist),
      labelId: labels(track.label),
      remixerId: artists(track.remixer),
      bitRate: track.bitRate ?? 0,
      trackNumber: 0,
      tempo: Math.round((track.bpm ?? 0) * 100),
      genreId: genres(track.genre),
      albumId: albumId(track.album, artistId),
      artistId,
      disc: 0,
      playCount: 0,
      year: track.year ?? 0,
      sampleBits: 16,
      duration: track.duration ?? 0,
      color: 0,
      rating: track.rating ?? 0,
      container: MP3,
      texts: textsOf(track),
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

function textsOf(track: WrittenTrack): string[] {
  const texts = Array<string>(TRACK_TEXTS).fill('');
  texts[TRACK_TEXT.isrc] = track.isrc ?? '';
  texts[TRACK_TEXT.dateAdded] = track.dateAdded ?? '';
  texts[TRACK_TEXT.mixName] = track.mixName ?? '';
  texts[TRACK_TEXT.comment] = track.comment ?? '';
  texts[TRACK_TEXT.title] = track.title ?? '';
  texts[TRACK_TEXT.fileName] = track.fileName ?? '';
  texts[TRACK_TEXT.filePath] = track.filePath ?? '';
  return texts;
}

interface OpenPage {
  readonly number: number;
  readonly bytes: Buffer;
  used: number;
  slots: number;
  present: number;
}

/** The pages of a file, as rows fill them. */
class FileWriter {
  readonly #pages: Buffer[] = [Buffer.alloc(PAGE_BYTES)];
  readonly #firsts: number[] = [];
  readonly #open: OpenPage[] = [];

  constructor() {
    // Each table begins with a page without rows, and an empty one for the first rows.
    for (let type = 0; type < TABLES; type++) {
      const first = this.#newPage(type, NO_ROWS_FLAGS);
      this.#firsts.push(first.number);
      this.#open.push(this.#newPage(type, ROWS_FLAGS));
      first.bytes.writeUInt32LE(first.number + 1, 0x0c);
    }
  }

  /** Returns ids for names in one table, adding a row for each new name; 0 for no name. */
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

  /** @throws RangeError when a row does not fit into a page */
  add(type: number, row: Buffer, deleted = false): void {
    let page = this.#pageOf(type);
    if (!fits(page, row)) {
      const next = this.#newPage(type, ROWS_FLAGS);
      page.bytes.writeUInt32LE(next.number, 0x0c);
      this.#open[type] = next;
      page = next;
    }
    if (!fits(page, row)) {
      throw new RangeError(`a row of ${row.length} bytes does not fit into a page`);
    }
    const slot = page.slots++;
    const group = PAGE_BYTES - GROUP_BYTES * Math.floor(slot / GROUP_ROWS);
    const bit = 1 << (slot % GROUP_ROWS);
    page.bytes.set(row, PAGE_HEAD_BYTES + page.used);
    page.bytes.writeUInt16LE(page.used, group - 6 - 2 * (slot % GROUP_ROWS));
    page.bytes.writeUInt16LE(page.bytes.readUInt16LE(group - 2) | bit, group - 2);
    if (deleted) {
      page.bytes.writeUInt8(DELETED_FLAGS, 0x1b);
    } else {
      page.present++;
      page.bytes.writeUInt16LE(page.bytes.readUInt16LE(group - 4) | bit, group - 4);
    }
    page.used += Math.ceil(row.length / ROW_ALIGNMENT) * ROW_ALIGNMENT;
    page.bytes.writeUIntLE(page.slots | (page.present << 13), 0x18, 3);
    page.bytes.writeUInt16LE(free(page), 0x1c);
    page.bytes.writeUInt16LE(page.used, 0x1e);
  }

  finish(sequence: number): Buffer {
    const tables = this.#firsts.map((first, type) => ({
      type,
      candidate: 0,
      first,
      last: this.#pageOf(type).number,
    }));
    const head = { pageBytes: PAGE_BYTES, nextUnused: this.#pages.length, sequence, tables };
    const [headPage, ...others] = this.#pages;
    headPage?.set(writeLibraryHead(head));
    return Buffer.concat([headPage ?? Buffer.alloc(0), ...others]);
  }

  #pageOf(type: number): OpenPage {
    const page = this.#open[type];
    if (page === undefined) {
      throw new RangeError(`no table of type ${type}`);
    }
    return page;
  }

  #newPage(type: number, flags: number): OpenPage {
    const number = this.#pages.length;
    const bytes = Buffer.alloc(PAGE_BYTES);
    bytes.writeUInt32LE(number, 0x04);
    bytes.writeUInt32LE(type, 0x08);
    bytes.writeUInt8(flags, 0x1b);
    this.#pages.push(bytes);
    return { number, bytes, used: 0, slots: 0, present: 0 };
  }
}

/** Bytes left between the rows and the index of a page, after one more row's entry. */
function free({ used, slots }: OpenPage): number {
  const groups = Math.floor(slots / GROUP_ROWS);
  const index = groups * GROUP_BYTES + 4 + 2 * ((slots % GROUP_ROWS) + 1);
  return Math.max(0, PAGE_BYTES - PAGE_HEAD_BYTES - index - used);
}

function fits(page: OpenPage, row: Buffer): boolean {
  return row.length <= free(page);
}
