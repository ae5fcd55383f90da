/** A dash, which names may contain, separates only if no hyphen between blanks does. */
const SEPARATORS = [/\s-\s/, /\s[–—]\s/];

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
