import { LibraryError } from './errors.ts';
import { type LibraryFile, Pages } from './pages.ts';
import { type Between, RowIndex } from './row-index.ts';
import { albumRow, artistRow, keyRow, type NamedRow, namedRow } from './rows.ts';
import { TABLE } from './tables.ts';
import { type TRACK_NAMES, type TrackRow, trackRow } from './track-row.ts';

/** Track with the names that its row refers to. Empty fields are absent. */
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
  /** Path from the medium's root: `/Contents/…`. */
  readonly filePath?: string;
  /** JPEG of 80 pixels, from the medium's root; with `_m` before the ending, one of 240. */
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
 * Share of pages that a track may cost before `index`: searching further costs more than the index. Small
 * libraries may be read whole.
 */
const SEARCH = { share: 0.5, leastPages: 128 };

/**
 * rekordbox library (`export.pdb`), read on demand. Methods throw LibraryError for damaged bytes, and the
 * errors of the file's `read`.
 */
export class RekordboxLibrary {
  /** Grows when rekordbox changes the library, or a player writes its history. */
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

  /** Reads only the head of the file. */
  static async open(file: LibraryFile): Promise<RekordboxLibrary> {
    return new RekordboxLibrary(await Pages.open(file));
  }

  /** `index` has finished, so `track` is conclusive. */
  get indexed(): boolean {
    return this.#indexed;
  }

  /** `index` has read this track, so `track` need not search. */
  hasMet(id: number): boolean {
    return this.#tracks.has(id);
  }

  /** Tracks read so far; all once `index` ends. */
  get trackCount(): number {
    return this.#tracks.size;
  }

  /**
   * Tracks or names may be missing because pages are damaged. Conclusive once `index` ends, although `track`
   * may still find a damaged row.
   */
  get damaged(): boolean {
    return [this.#tracks, ...Object.values(this.#names)].some(({ isDamaged }) => isDamaged);
  }

  trackIds(): IterableIterator<number> {
    return this.#tracks.ids();
  }

  /**
   * Reads every page that `track` may need once and stores each row's offset, about 50 bytes a row. Tracks
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
   * Finds a track by the id that players report. A returned track is complete.
   *
   * After `index`, undefined means that the track does not exist, or that its row is `damaged`. Before, it
   * means unknown: the track is sought where growing ids would put it, and its names in whole tables, on a
   * limited number of pages.
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
      // A name's column holds its id.
      const field = table === undefined ? value : (await table.findAnyway(pages, Number(value)))?.name;
      if (field !== undefined && field !== '' && field !== 0) {
        track[name] = field;
      }
    }
    return track as unknown as RekordboxTrack;
  }
}
