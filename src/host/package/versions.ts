export const VERSION = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([\w.-]+))?(?:\+[\w.-]+)?$/;

/** Ignores build metadata after `+`. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [VERSION.exec(version), VERSION.exec(than)];
  if (one === null || other === null) {
    return false;
  }
  for (const part of [1, 2, 3]) {
    const difference = Number(one[part]) - Number(other[part]);
    if (difference !== 0) {
      return difference > 0;
    }
  }
  return comparePreReleases(one[4], other[4]) > 0;
}

/** Releases follow their pre-releases. */
function comparePreReleases(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) {
    return Number(one === undefined) - Number(other === undefined);
  }
  const [mine, its] = [one.split('.'), other.split('.')];
  for (const [at, part] of mine.entries()) {
    const against = its[at];
    if (against === undefined) {
      return 1;
    }
    if (part !== against) {
      return compareIdentifiers(part, against);
    }
  }
  return mine.length - its.length;
}

/** Numbers come before words. */
function compareIdentifiers(one: string, other: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (isNumber && isOtherNumber) {
    return Number(one) - Number(other);
  }
  if (isNumber !== isOtherNumber) {
    return isNumber ? -1 : 1;
  }
  return one < other ? -1 : 1;
}
