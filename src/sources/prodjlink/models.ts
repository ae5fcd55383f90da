/** What is known of models. A player in no table is shown with its state, but without names. */

/**
 * Players whose track ids are those of `export.pdb`, by the begin of their names. Newer ones (Opus Quad, OMNIS-DUO,
 * XDJ-AZ, CDJ-3000X) read another library of the same stick, in which the same id is another track: a name looked up here
 * would be wrong.
 */
const EXPORT_READERS = [
  /^CDJ-2000/,
  /^CDJ-900/,
  /^CDJ-TOUR1$/,
  /^CDJ-3000$/,
  /^XDJ-1000/,
  /^XDJ-700$/,
  /^XDJ-XZ$/,
] as const;

/** Track ids that this player reports are rows of `export.pdb`. */
export function readsExport(name: string): boolean {
  return EXPORT_READERS.some((model) => model.test(name));
}
