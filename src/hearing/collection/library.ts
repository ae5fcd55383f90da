import { join, resolve } from 'node:path';
import type { CollectionTrack, LibraryProgram } from '../../core/contracts.ts';
import { expandHome } from '../../settings/kinds.ts';
import type { HearSettings } from '../options.ts';

const PROGRAMS: readonly LibraryProgram[] = ['mixxx', 'serato', 'engine'];

/** What a program lists, some at a time. Rejects where it cannot be read. */
export type ListTracks = (program: LibraryProgram) => AsyncIterable<readonly CollectionTrack[]>;

/** A collection, and where its index is. */
export interface Library {
  readonly folder: string;
  /** Folders, and files. */
  readonly places: readonly string[];
  readonly programs: readonly LibraryProgram[];
}

/** The collection that the settings name; undefined where they name none. `cache`: this program's folder for what it can make again. */
export function libraryOf(
  { 'hear.library': named, 'hear.index': index }: HearSettings,
  cache: string,
): Library | undefined {
  return named.length === 0
    ? undefined
    : {
        folder: index === '' ? join(cache, 'collection') : index,
        places: named.flatMap((one) => (isProgram(one) ? [] : [resolve(expandHome(one))])),
        programs: PROGRAMS.filter((program) => named.includes(program)),
      };
}

function isProgram(name: string): boolean {
  return PROGRAMS.some((program) => program === name);
}
