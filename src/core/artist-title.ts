/** A hyphen that stands alone is what programs write; a dash, which names hold too, counts only where there is none. */
const SEPARATORS = [/\s-\s/, /\s[–—]\s/];

/**
 * `Artist - Title` as programs write it into one line. What stands before the first separator is the artist; without
 * one, all of it is the title.
 */
export function splitArtistTitle(text: string): { readonly artist: string; readonly title: string } {
  const found = SEPARATORS.map((separator) => separator.exec(text)).find((match) => match !== null);
  if (found === undefined) {
    return { artist: '', title: text.trim() };
  }
  return {
    artist: text.slice(0, found.index).trim(),
    title: text.slice(found.index + found[0].length).trim(),
  };
}
