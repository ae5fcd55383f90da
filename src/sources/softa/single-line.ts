/** One line, `Artist - Title`: DJUCED, OBS helpers and many others. */
import { splitArtistTitle } from '../../core/artist-title.ts';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import type { Content } from './content.ts';

/** Two lines are rejected: which one is the artist would be a guess. */
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
