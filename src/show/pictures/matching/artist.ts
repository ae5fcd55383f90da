import { normalizeText } from './normalize.ts';

/** A lone x or plus separates only between blanks: "Charli XCX". */
const BETWEEN =
  /\s*[,;/|]\s*|\s*&\s*|\s+(?:\+|x|×|vs\.?|versus|and|und|et|con|y|with|w\/|pres\.?|presents|feat\.?|ft\.?|featuring)\s+/i;
const GUESTS = /[\s([](?:feat\.?|ft\.?|featuring)\s/i;

/**
 * Normalized, in order. Splits band names too ("Above", "Beyond"). Collapses runs of blanks first, which the pattern
 * would search from each position.
 */
export function artistNames(line: string): string[] {
  return line
    .replace(/\s+/g, ' ')
    .split(GUESTS)
    .flatMap((part) => part.split(BETWEEN))
    .map(artistName)
    .filter((name) => name !== '' && name !== 'the');
}

export function mainArtistNames(line: string): string[] {
  return artistNames(line.split(GUESTS)[0] ?? '');
}

/** Drops a leading article, and suffixes that catalogs give namesakes. */
function artistName(name: string): string {
  const bare = normalizeText(name.replace(/\s*\(\d+\)\s*$/, '').replace(/\*+\s*$/, ''));
  return bare.replace(/^the (?=.)/, '');
}

/** `all`: lists every main artist of the line. `some`: the first but not another. `none`: another artist's track. */
export function artistFit(line: string, listed: readonly string[], guests: string): 'all' | 'some' | 'none' {
  const wanted = artistNames(line);
  // Commas and ampersands in band names vary: "Earth Wind and Fire".
  const band = squeezed(mainArtistNames(line).join(''));
  if (band !== '' && listed.some((name) => squeezed(mainArtistNames(name).join('')) === band)) {
    return 'all';
  }
  const found = new Set<number>();
  for (const name of listed) {
    for (const at of placesOf(mainArtistNames(name), wanted)) {
      found.add(at);
    }
  }
  if (!found.has(0)) {
    return 'none';
  }
  const main = mainArtistNames(line);
  const missing = main.filter((name, at) => !found.has(at) && !` ${guests} `.includes(` ${name} `));
  return missing.length === 0 ? 'all' : 'some';
}

/**
 * Positions of a listed artist in the line. A name of several pieces counts as a whole, so that "Sebastian" is not
 * found in "Belle & Sebastian".
 */
function placesOf(pieces: readonly string[], wanted: readonly string[]): number[] {
  if (pieces.length === 0) {
    return [];
  }
  for (let start = 0; start + pieces.length <= wanted.length; start++) {
    if (pieces.every((piece, at) => sameName(piece, wanted[start + at] ?? ''))) {
      return pieces.map((_, at) => start + at);
    }
  }
  return [];
}

/** Ignores the order: family names come first in some countries. */
function sameName(a: string, b: string): boolean {
  return a === b || squeezed(a) === squeezed(b) || sorted(a) === sorted(b);
}

function squeezed(name: string): string {
  return name.replaceAll(' ', '');
}

function sorted(name: string): string {
  return name.split(' ').sort().join(' ');
}
