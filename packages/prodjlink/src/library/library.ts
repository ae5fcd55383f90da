import { LibraryError } from './errors.ts';
import { type LibraryFile, Pages } from './pages.ts';
import { type Between, RowIndex } from './row-index.ts';
import { albumRow, artistRow, keyRow, type NamedRow, namedRow } from './rows.ts';
import { TABLE } from './tables.ts';
import { type TRACK_NAMES, type TrackRow, trackRow } from './track-row.ts';

/** A track of a library, with the names that its row refers to. Empty fields are absent. */
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
  /** From the root of the medium: `/Contents/…`. */
  readonly filePath?: string;
  /** From the root of the medium, a JPEG of 80 pixels; with `_m` before the ending one of 240. */
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
 * Pages that one track may cost before `index`, as a share of all: what reads far more than a track needs is better spent
 * on the index. Small libraries may be read whole.
 */
const SEARCH = { share: 0.5, leastPages: 128 };

/**
 * A rekordbox library, `export.pdb`, read as far as is needed. Methods throw LibraryError for damaged bytes, and
 * whatever the file's own `read` throws.
 */
export class RekordboxLibrary {
  /** Grows with each change that rekordbox makes; players change it too, when they write to the history. */
  readonly sequence: number;
  readonly #pages: Pages;
  readonly #tracks: RowIndex<TrackRow>;
  /** The tables of the names that a track refers to. */
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

  /** Opens a library: reads only the head of the file. */
  static async open(file: LibraryFile): Promise<RekordboxLibrary> {
    return new RekordboxLibrary(await Pages.open(file));
  }

  /** Whether `track` knows for sure. */
  get indexed(): boolean {
    return this.#indexed;
  }

  /** Whether `index` has met this track: before it ends, `track` need not guess where it is. */
  hasMet(id: number): boolean {
    return this.#tracks.has(id);
  }

  /** Number of tracks; before `index` ends, of those that it has met. */
  get trackCount(): number {
    return this.#tracks.size;
  }

  /**
   * Whether tracks or names may be missing, because pages are damaged; tracks on other pages are known. Sure once `index`
   * has ended; a damaged row may also turn up in `track`.
   */
  get damaged(): boolean {
    return [this.#tracks, ...Object.values(this.#names)].some(({ isDamaged }) => isDamaged);
  }

  /** Their ids. */
  trackIds(): IterableIterator<number> {
    return this.#tracks.ids();
  }

  /**
   * Reads every page that `track` may need once, and keeps where each row is: some 50 bytes for a row. Tracks come first.
   * @param between what to wait for before each page
   */
  async index(between?: Between): Promise<void> {
    for (const table of [this.#tracks, ...Object.values(this.#names)]) {
      await table.build(this.#pages, between);
    }
    this.#indexed = true;
  }

  /**
   * A track by the id that players report.
   *
   * After `index`: undefined means that there is no such track. Before it, undefined means that it is not known yet: a
   * track is looked for where it would be if ids grow through the file, and its names in the whole of their tables, on a
   * bounded number of pages. What is returned is complete, before `index` too.
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
      // In the place of a name, the row has its id.
      const field = table === undefined ? value : (await table.findAnyway(pages, Number(value)))?.name;
      if (field !== undefined && field !== '' && field !== 0) {
        track[name] = field;
      }
    }
    // Only fields that the type allows to be absent are left out.
    return track as unknown as RekordboxTrack;
  }
}
