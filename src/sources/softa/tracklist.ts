/** VirtualDJ's `History/tracklist.txt`: a heading and dashes for each session, then `HH:MM : Artist - Title`. */
import { splitArtistTitle } from '../../core/artist-title.ts';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import type { Content, ContentEntry } from './content.ts';

const HEADING = /^VirtualDJ History\b/i;
const PLAY = /^\d{1,2}:\d{2}\s+:\s+(.+)$/;

export function readTracklist(lines: readonly string[], endsLine: boolean): Content | undefined {
  const entries = lines.flatMap((line): readonly ContentEntry[] => {
    const text = PLAY.exec(line)?.[1];
    return text === undefined ? [] : [{ track: { ...UNKNOWN_TRACK, ...splitArtistTitle(text) }, mark: line }];
  });
  if (entries.length === 0 && !lines.some((line) => HEADING.test(line))) {
    return undefined;
  }
  return { format: 'tracklist', entries, state: endsLine ? 'whole' : 'unfinished' };
}
