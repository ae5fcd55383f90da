/** One line, `Artist - Title`: DJUCED, OBS helpers and many others. */
import { UNKNOWN_TRACK } from '../../core/track.ts';
import type { Content } from './content.ts';

/** A hyphen or dash that stands alone; those inside names stay. */
const SEPARATOR = /\s[-–—]\s/;

/** What stands before the first separator is the artist; without one, all of it is the title. */
export function splitArtistTitle(text: string): { readonly artist: string; readonly title: string } {
  const found = SEPARATOR.exec(text);
  if (found === null) {
    return { artist: '', title: text.trim() };
  }
  return {
    artist: text.slice(0, found.index).trim(),
    title: text.slice(found.index + found[0].length).trim(),
  };
}

/** Two lines are not read: which one is the artist would be a guess. */
export function readSingleLine(lines: readonly string[], endsLine: boolean): Content | undefined {
  const [line, ...others] = lines.filter((one) => one !== '');
  if (line === undefined || others.length > 0) {
    return undefined;
  }
  const names = splitArtistTitle(line);
  return {
    format: 'single line',
    entries: [{ track: { ...UNKNOWN_TRACK, ...names }, mark: line }],
    state: endsLine ? 'whole' : names.artist === '' || names.title === '' ? 'unfinished' : 'likely',
  };
}
