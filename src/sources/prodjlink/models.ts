/** What is known of models. A player in no table is shown with its state, but without names. */

/** The library of a medium whose rows a player's track ids are: `export.pdb`, or the newer `exportLibrary.db` (OneLibrary). */
export type PlayerLibrary = 'export' | 'one';

/**
 * By the begin of their names. The same id is another track in the other library: a name looked up there would be wrong.
 * Which one a CDJ-3000X reads is unknown; an Opus Quad does not tell from which medium a track is.
 */
const READERS: readonly (readonly [RegExp, PlayerLibrary])[] = [
  [/^CDJ-2000/, 'export'],
  [/^CDJ-900/, 'export'],
  [/^CDJ-TOUR1$/, 'export'],
  [/^CDJ-3000$/, 'export'],
  [/^XDJ-1000/, 'export'],
  [/^XDJ-700$/, 'export'],
  [/^XDJ-XZ$/, 'export'],
  [/^XDJ-AZ$/, 'one'],
  [/^OMNIS-DUO$/, 'one'],
];

/** Undefined where it is unknown. */
export function libraryOf(name: string): PlayerLibrary | undefined {
  return READERS.find(([model]) => model.test(name))?.[1];
}

/** Whether that library can be read. `hasKey`: the key of the newer one was given. */
export function isReadable(library: PlayerLibrary | undefined, hasKey: boolean): boolean {
  return library === 'export' || (library === 'one' && hasKey);
}
