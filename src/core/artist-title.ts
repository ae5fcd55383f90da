/**
 * Programs separate with a hyphen between blanks. A dash, which names may contain, counts only without such a hyphen.
 */
const SEPARATORS = [/\s-\s/, /\s[–—]\s/];

/** Splits `Artist - Title` at the first separator. Without one, all is the title. */
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
