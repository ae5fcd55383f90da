/** Differences between player models. Unlisted ones show their state, but no names from files. */
import type { LinkDevice } from '@deckcast/prodjlink';

/**
 * Library that track ids refer to: `export.pdb`, the newer `exportLibrary.db` (OneLibrary), or the newer if a
 * medium has both. An id is another track in the other library.
 */
export type PlayerLibrary = 'export' | 'one' | 'one-first';

/** `firmware`: undefined before the first status. */
export type PlayerModel = Pick<LinkDevice, 'name'> & { readonly firmware?: string | undefined };

interface ModelRow {
  readonly name: RegExp;
  /** Absent: all. Before the first status, a model's first row applies. */
  readonly firmware?: RegExp;
  readonly library: PlayerLibrary;
}

const ROWS: readonly ModelRow[] = [
  { name: /^CDJ-2000/, library: 'export' },
  { name: /^CDJ-900/, library: 'export' },
  { name: /^CDJ-TOUR1$/, library: 'export' },
  // 3.22 came after 3.30 to 3.3x and reads the older library again. Newer releases are unknown.
  { name: /^CDJ-3000$/, firmware: /^([0-2]\.|3\.[0-2])/, library: 'export' },
  { name: /^CDJ-3000$/, firmware: /^3\.3/, library: 'one-first' },
  { name: /^CDJ-3000X$/, library: 'one' },
  { name: /^CDJ-1500X$/, library: 'one' },
  { name: /^XDJ-1000/, library: 'export' },
  { name: /^XDJ-700$/, library: 'export' },
  { name: /^XDJ-XZ$/, library: 'export' },
  { name: /^XDJ-AZ$/, library: 'one' },
  { name: /^XDJ-AN$/, library: 'one' },
  { name: /^OMNIS-DUO$/, library: 'one' },
  { name: /^OPUS-QUAD$/, library: 'one' },
];

/** Status omits the medium of a track, so no library can be searched. */
const HIDES_MEDIUM = /^OPUS-QUAD$/;

export function libraryOf({ name, firmware }: PlayerModel): PlayerLibrary | undefined {
  return ROWS.find(
    (row) =>
      row.name.test(name) &&
      (firmware === undefined || row.firmware === undefined || row.firmware.test(firmware)),
  )?.library;
}

/** `hasKey`: of OneLibrary. */
export function isReadable(model: PlayerModel, hasKey: boolean): boolean {
  const library = libraryOf(model);
  return library !== undefined && (library !== 'one' || hasKey) && !HIDES_MEDIUM.test(model.name);
}

export function isLocked(model: PlayerModel, hasKey: boolean): boolean {
  return !isReadable(model, hasKey) && isReadable(model, true);
}
