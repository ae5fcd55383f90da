/** Differences between models, as far as known. A player in no row is shown with its state, but without names from files. */
import type { LinkDevice } from '@deckcast/prodjlink';

/**
 * The library of a medium whose rows a player's track ids are: `export.pdb`, the newer `exportLibrary.db` (OneLibrary), or
 * the newer one where a medium has both. The same id is another track in the other library.
 */
export type PlayerLibrary = 'export' | 'one' | 'one-first';

/** What tells which library a player reads. `firmware`: undefined before its first status. */
export type PlayerModel = Pick<LinkDevice, 'name'> & { readonly firmware?: string | undefined };

interface ModelRow {
  /** Of the name that the player announces. */
  readonly name: RegExp;
  /** Of the firmware in its status; absent for all. The first row of a model stands for a player without a status. */
  readonly firmware?: RegExp;
  readonly library: PlayerLibrary;
}

const ROWS: readonly ModelRow[] = [
  { name: /^CDJ-2000/, library: 'export' },
  { name: /^CDJ-900/, library: 'export' },
  { name: /^CDJ-TOUR1$/, library: 'export' },
  // 3.22 was released after 3.30 to 3.3x and reads the older library again. What newer ones read is unknown.
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

/** Models whose status doesn't tell from which medium a track is: a library that is read doesn't help. */
const HIDES_MEDIUM = /^OPUS-QUAD$/;

/** Undefined where it is unknown. */
export function libraryOf({ name, firmware }: PlayerModel): PlayerLibrary | undefined {
  return ROWS.find(
    (row) =>
      row.name.test(name) &&
      (firmware === undefined || row.firmware === undefined || row.firmware.test(firmware)),
  )?.library;
}

/** Whether names of its tracks can be read from files. `hasKey`: the key of the newer library was given. */
export function isReadable(model: PlayerModel, hasKey: boolean): boolean {
  const library = libraryOf(model);
  return library !== undefined && (library !== 'one' || hasKey) && !HIDES_MEDIUM.test(model.name);
}

/** Whether only the key of the newer library keeps its tracks from having names. */
export function isLocked(model: PlayerModel, hasKey: boolean): boolean {
  return !isReadable(model, hasKey) && isReadable(model, true);
}
