import { type LibraryFile, Pages } from './pages.ts';
import { RowIndex } from './row-index.ts';
import {
  type AlbumRow,
  type ArtistRow,
  albumRow,
  artistRow,
  keyRow,
  type NamedRow,
  namedRow,
} from './rows.ts';
import { TABLE } from './tables.ts';
import { TRACK_TEXT, type TrackRow, trackRow } from './track-row.ts';

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
 * A rekordbox library, `export.pdb`, read as far as is needed. Methods throw LibraryError for damaged bytes, and
 * whatever the file's own `read` throws.
 */
export class RekordboxLibrary {
  /** Grows with each change that rekordbox makes; players change it too, when they write to the history. */
  readonly sequence: number;
  readonly #tracks: RowIndex<TrackRow>;
  readonly #artists: RowIndex<ArtistRow>;
  readonly #albums: RowIndex<AlbumRow>;
  readonly #genres: RowIndex<NamedRow>;
  readonly #labels: RowIndex<NamedRow>;
  readonly #keys: RowIndex<NamedRow>;
  readonly #artwork: RowIndex<NamedRow>;
  #indexed = false;

  private constructor(pages: Pages) {
    this.sequence = pages.head.sequence;
    this.#tracks = new RowIndex(pages, TABLE.tracks, trackRow, true);
    this.#artists = new RowIndex(pages, TABLE.artists, artistRow);
    this.#albums = new RowIndex(pages, TABLE.albums, albumRow);
    this.#genres = new RowIndex(pages, TABLE.genres, namedRow);
    this.#labels = new RowIndex(pages, TABLE.labels, namedRow);
    this.#keys = new RowIndex(pages, TABLE.keys, keyRow);
    this.#artwork = new RowIndex(pages, TABLE.artwork, namedRow);
  }

  /** Opens a library: reads only the head of the file. */
  static async open(file: LibraryFile): Promise<RekordboxLibrary> {
    return new RekordboxLibrary(await Pages.open(file));
  }

  /** Whether `track` knows for sure. */
  get indexed(): boolean {
    return this.#indexed;
  }

  /** Number of tracks; 0 before `index`. */
  get trackCount(): number {
    return this.#tracks.size;
  }

  /** Ids of all tracks; none before `index`. */
  trackIds(): IterableIterator<number> {
    return this.#tracks.ids();
  }

  /** Reads every page that `track` may need once, and keeps where each row is: some 50 bytes for a row. */
  async index(): Promise<void> {
    for (const table of [
      this.#tracks,
      this.#artists,
      this.#albums,
      this.#genres,
      this.#labels,
      this.#keys,
      this.#artwork,
    ]) {
      await table.build();
    }
    this.#indexed = true;
  }

  /**
   * A track by the id that players report.
   *
   * After `index`: undefined means that there is no such track. Before it, only a few pages are looked at, where the row
   * would be if ids grow through the file; undefined means that it is not known, and a name that was not found is absent.
   */
  async track(id: number): Promise<RekordboxTrack | undefined> {
    const row = await this.#tracks.find(id);
    if (row === undefined) {
      return undefined;
    }
    const text = (name: keyof typeof TRACK_TEXT) => row.texts[TRACK_TEXT[name]];
    return withoutEmpty({
      id: row.id,
      title: text('title'),
      artist: await nameOf(this.#artists, row.artistId),
      album: await nameOf(this.#albums, row.albumId),
      genre: await nameOf(this.#genres, row.genreId),
      label: await nameOf(this.#labels, row.labelId),
      remixer: await nameOf(this.#artists, row.remixerId),
      originalArtist: await nameOf(this.#artists, row.originalArtistId),
      composer: await nameOf(this.#artists, row.composerId),
      key: await nameOf(this.#keys, row.keyId),
      comment: text('comment'),
      mixName: text('mixName'),
      isrc: text('isrc'),
      dateAdded: text('dateAdded'),
      fileName: text('fileName'),
      filePath: text('filePath'),
      artworkPath: await nameOf(this.#artwork, row.artworkId),
      bpm: row.tempo / 100,
      duration: row.duration,
      year: row.year,
      bitRate: row.bitRate,
      fileSize: row.fileSize,
      rating: row.rating,
    });
  }
}

async function nameOf(table: RowIndex<NamedRow>, id: number): Promise<string | undefined> {
  return (await table.find(id))?.name;
}

type WithEmpty = { readonly [Name in keyof RekordboxTrack]: RekordboxTrack[Name] | undefined } & {
  readonly id: number;
  readonly rating: number;
};

function withoutEmpty(track: WithEmpty): RekordboxTrack {
  const filled: Record<string, unknown> = { id: track.id, rating: track.rating };
  for (const [name, value] of Object.entries(track)) {
    if (value !== undefined && value !== '' && value !== 0) {
      filled[name] = value;
    }
  }
  // Only fields that the type allows to be absent are left out.
  return filled as unknown as RekordboxTrack;
}
