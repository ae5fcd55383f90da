/** Compares who made a track: several artists, written in many ways. */
import { normalizeText } from './normalize.ts';

/** Between two artists of one line. A lone x or a plus only between blanks: "Charli XCX" is one name. */
const BETWEEN =
  /\s*[,;/|]\s*|\s*&\s*|\s+(?:\+|x|×|vs\.?|versus|and|und|et|con|y|with|w\/|pres\.?|presents|feat\.?|ft\.?|featuring)\s+/i;
const GUESTS = /[\s([](?:feat\.?|ft\.?|featuring)\s/i;

/**
 * The names in a line of artists, in order, plain. Pieces of a band's name ("Above", "Beyond") come apart too. Blanks
 * become one first: each run of them is searched from each of its places.
 */
export function artistNames(line: string): string[] {
  return line
    .replace(/\s+/g, ' ')
    .split(GUESTS)
    .flatMap((part) => part.split(BETWEEN))
    .map(artistName)
    .filter((name) => name !== '' && name !== 'the');
}

/** The names before "feat.". */
export function mainArtistNames(line: string): string[] {
  return artistNames(line.split(GUESTS)[0] ?? '');
}

/** One name: without a leading article and without the marks that catalogs add to tell namesakes apart. */
function artistName(name: string): string {
  const bare = normalizeText(name.replace(/\s*\(\d+\)\s*$/, '').replace(/\*+\s*$/, ''));
  return bare.replace(/^the (?=.)/, '');
}

/**
 * How the artists that a service lists fit a line of artists.
 * `all`: every one of the line's main artists is among them. `some`: the first is, another is not.
 * `none`: another artist's track.
 */
export function artistFit(line: string, listed: readonly string[], guests: string): 'all' | 'some' | 'none' {
  const wanted = artistNames(line);
  // One band's commas and ampersands come and go: "Earth Wind and Fire".
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
 * Where a listed artist stands in the line. A name of several pieces counts only as a whole, so that "Sebastian"
 * is not found in "Belle & Sebastian".
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

/** The same words in any order: family names come first in some countries, last in others. */
function sameName(a: string, b: string): boolean {
  return a === b || squeezed(a) === squeezed(b) || sorted(a) === sorted(b);
}

function squeezed(name: string): string {
  return name.replaceAll(' ', '');
}

function sorted(name: string): string {
  return name.split(' ').sort().join(' ');
}
