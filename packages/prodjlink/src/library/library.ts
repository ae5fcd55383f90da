import { LibraryError } from './errors.ts';
import { type LibraryFile, Pages } from './pages.ts';
import { type Between, RowIndex } from './row-index.ts';
import { albumRow, artistRow, keyRow, type NamedRow, namedRow } from './rows.ts';
import { TABLE } from './tables.ts';
import { type TRACK_NAMES, type TrackRow, trackRow } from './track-row.ts';

/** Track of a library, with the names that its row refers to. Empty fields are absent. */
export interface RekordboxTrack {
  readonly id: number;
  readonly title?: string;
  readonly artist?: string;
  readonly album?: string;
  readonly genre?: string;
  readonly label?: string;
  readonly remixer?: string;
  readonly originalArtist?: string;
  readonly composer?: string;
  readonly key?: string;
  readonly comment?: string;
  readonly mixName?: string;
  readonly isrc?: string;
  readonly dateAdded?: string;
  readonly fileName?: string;
  /** Path from the root of the medium: `/Contents/…`. */
  readonly filePath?: string;
  /** Path of a JPEG of 80 pixels, from the root of the medium; with `_m` before the ending one of 240 pixels. */
  readonly artworkPath?: string;
  readonly bpm?: number;
  /** Seconds. */
  readonly duration?: number;
  readonly year?: number;
  /** kbit/s */
  readonly bitRate?: number;
  /** Bytes. */
  readonly fileSize?: number;
  /** Stars, 0 to 5. */
  readonly rating: number;
}

/**
 * Pages that one track may cost before `index`, as a share of all pages. A longer search costs more than building the
 * index. Small libraries may be read whole.
 */
const SEARCH = { share: 0.5, leastPages: 128 };

/**
 * rekordbox library, `export.pdb`, read on demand. Methods throw LibraryError for damaged bytes, and pass on the errors
 * of the file's own `read`.
 */
export class RekordboxLibrary {
  /** Grows with each change by rekordbox, or by a player that writes its history. */
  readonly sequence: number;
  readonly #pages: Pages;
  readonly #tracks: RowIndex<TrackRow>;
  readonly #names: Readonly<Record<keyof typeof TRACK_NAMES, RowIndex<NamedRow>>>;
  #indexed = false;

  private constructor(pages: Pages) {
    this.sequence = pages.head.sequence;
    this.#pages = pages;
    this.#tracks = new RowIndex(TABLE.tracks, trackRow, true);
    const artist = new RowIndex<NamedRow>(TABLE.artists, artistRow);
    this.#names = {
      artist,
      album: new RowIndex<NamedRow>(TABLE.albums, albumRow),
      genre: new RowIndex(TABLE.genres, namedRow),
      label: new RowIndex(TABLE.labels, namedRow),
      remixer: artist,
      originalArtist: artist,
      composer: artist,
      key: new RowIndex(TABLE.keys, keyRow),
      artworkPath: new RowIndex(TABLE.artwork, namedRow),
    };
  }

  /** Opens a library. Reads only the head of the file. */
  static async open(file: LibraryFile): Promise<RekordboxLibrary> {
    return new RekordboxLibrary(await Pages.open(file));
  }

  /** Returns whether `index` has finished, so that `track` is conclusive. */
  get indexed(): boolean {
    return this.#indexed;
  }

  /** Returns whether `index` has read this track, so that `track` need not search before `index` ends. */
  hasMet(id: number): boolean {
    return this.#tracks.has(id);
  }

  /** Number of tracks; before `index` ends, of those read so far. */
  get trackCount(): number {
    return this.#tracks.size;
  }

  /**
   * Returns whether tracks or names may be missing because pages are damaged. Conclusive once `index` has ended,
   * although `track` may still find a damaged row.
   */
  get damaged(): boolean {
    return [this.#tracks, ...Object.values(this.#names)].some(({ isDamaged }) => isDamaged);
  }

  trackIds(): IterableIterator<number> {
    return this.#tracks.ids();
  }

  /**
   * Reads every page that `track` may need once and stores the offset of each row, about 50 bytes for a row. Tracks
   * come first.
   * @param between returns what to await before each page
   */
  async index(between?: Between): Promise<void> {
    for (const table of [this.#tracks, ...Object.values(this.#names)]) {
      await table.build(this.#pages, between);
    }
    this.#indexed = true;
  }

  /**
   * Returns a track by the id that players report.
   *
   * After `index`, undefined means that the track does not exist. Before, it means unknown: the track is sought where
   * it would be if ids grow through the file, and its names in the whole of their tables, on a limited number of pages.
   * A returned track is complete in both cases.
   */
  async track(id: number): Promise<RekordboxTrack | undefined> {
    if (this.#indexed) {
      return await this.#trackIn(this.#pages, id);
    }
    const limit = Math.max(SEARCH.leastPages, Math.ceil(this.#pages.count * SEARCH.share));
    try {
      return await this.#trackIn(this.#pages.limited(limit), id);
    } catch (error) {
      if (error instanceof LibraryError && error.code === 'too-far') {
        return undefined;
      }
      throw error;
    }
  }

  async #trackIn(pages: Pages, id: number): Promise<RekordboxTrack | undefined> {
    const row = await this.#tracks.find(pages, id);
    if (row === undefined) {
      return undefined;
    }
    const tables: Readonly<Record<string, RowIndex<NamedRow>>> = this.#names;
    const track: Record<string, unknown> = { id, rating: row.rating };
    for (const [name, value] of Object.entries(row)) {
      const table = tables[name];
      // The row has the id of a name in its place.
      const field = table === undefined ? value : (await table.findAnyway(pages, Number(value)))?.name;
      if (field !== undefined && field !== '' && field !== 0) {
        track[name] = field;
      }
    }
    // Only fields that the type declares optional are left out.
    return track as unknown as RekordboxTrack;
  }
}
