/** Versions of the program, in semantic versioning. Pure. */

export const VERSION = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(-[\w.-]+)?$/;

/** Whether a version is newer than another, by semantic versioning; of two pre-releases of the same version, never. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [VERSION.exec(version), VERSION.exec(than)];
  for (const part of [1, 2, 3]) {
    const difference = Number(one?.[part]) - Number(other?.[part]);
    if (difference !== 0) {
      return difference > 0;
    }
  }
  return one?.[4] === undefined && other?.[4] !== undefined;
}
