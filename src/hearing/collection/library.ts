import { join, resolve } from 'node:path';
import type { CollectionTrack, LibraryProgram, TrackList } from '../../core/contracts/hearing.ts';
import type { Secret } from '../../core/option.ts';
import { expandHome } from '../../settings/kinds.ts';
import type { HearSettings } from '../options.ts';

const PROGRAMS: readonly LibraryProgram[] = ['mixxx', 'serato', 'engine'];

/** Yields the listed tracks in parts; none for a folder without a library. Rejects if the library can't be read. */
export type ListTracks = (list: TrackList) => AsyncIterable<readonly CollectionTrack[]>;

/** A collection, with the folder of its index. */
export interface Library {
  readonly folder: string;
  /** Folders and files. */
  readonly places: readonly string[];
  readonly lists: readonly TrackList[];
}

/** `prodjlink.key` is an option of another source, whose sticks have the same libraries. */
type LibrarySettings = Pick<HearSettings, 'hear.library' | 'hear.index'> & {
  readonly 'prodjlink.key': Secret;
};

/** Collection that the settings name; undefined if none. `cache`: the program's cache folder. */
export function libraryOf(
  { 'hear.library': named, 'hear.index': index, 'prodjlink.key': key }: LibrarySettings,
  cache: string,
): Library | undefined {
  if (named.length === 0) {
    return undefined;
  }
  const places = named.flatMap((one) => (isProgram(one) ? [] : [resolve(expandHome(one))]));
  return {
    folder: index === '' ? join(cache, 'collection') : index,
    places,
    lists: [
      ...PROGRAMS.filter((program) => named.includes(program)).map((program) => ({ program })),
      ...places.map((folder) => ({ folder, key })),
    ],
  };
}

function isProgram(name: string): boolean {
  return PROGRAMS.some((program) => program === name);
}
