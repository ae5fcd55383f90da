import { splitArtistTitle } from '../../core/artist-title.ts';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { parsePlayingTime } from '../shared/playing-time.ts';
import { decodedFromWeb } from '../shared/web-names.ts';
import type { Content, ContentEntry } from './content.ts';
import { readPlaylist } from './playlist.ts';

const TRACKLIST = /^VirtualDJ History\b/i;
const LISTED_PLAY = /^\d{1,2}:\d{2}\s+:\s+(.+)$/;
const KEY_VALUE = /^(title|song|artist|album|genre|time|duration)\s*:\s*(.*)$/i;

export function readContent(text: string, path: string): Content {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.replaceAll('\0', '').trim());
  const endsLine = /[\r\n]$/.test(text);
  if (lines.every((line) => line === '')) {
    return { format: 'empty', entries: [], state: 'unfinished' };
  }
  return (
    readPlaylist(lines, endsLine, path) ??
    readTracklist(lines, endsLine) ??
    readKeyValues(lines, endsLine) ??
    readSingleLine(lines, endsLine) ?? { format: 'unknown', entries: [], state: 'unfinished' }
  );
}

/**
 * A line `Artist - Title` (DJUCED, OBS helpers and many others). Rejects two lines: either could be the
 * artist.
 */
function readSingleLine(lines: readonly string[], endsLine: boolean): Content | undefined {
  const [line, ...others] = lines.filter((one) => one !== '');
  if (line === undefined || others.length > 0) {
    return undefined;
  }
  const names = splitArtistTitle(decodedFromWeb(line));
  return {
    format: 'single line',
    entries: [{ track: { ...UNKNOWN_TRACK, ...names }, mark: line }],
    state: endsLine ? 'whole' : names.artist === '' || names.title === '' ? 'unfinished' : 'likely',
  };
}

/** VirtualDJ's `History/tracklist.txt`: heading and dashes per session, then `HH:MM : Artist - Title`. */
function readTracklist(lines: readonly string[], endsLine: boolean): Content | undefined {
  const entries = lines.flatMap((line): readonly ContentEntry[] => {
    const text = LISTED_PLAY.exec(line)?.[1];
    return text === undefined
      ? []
      : [{ track: { ...UNKNOWN_TRACK, ...splitArtistTitle(decodedFromWeb(text)) }, mark: line }];
  });
  if (entries.length === 0 && !lines.some((line) => TRACKLIST.test(line))) {
    return undefined;
  }
  return { format: 'tracklist', entries, state: endsLine ? 'whole' : 'unfinished' };
}

/** djay's `NowPlaying.txt`: `Title: x`, `Artist: x`, `Album: x`, `Time: mm:ss`; `N/A` if missing. */
function readKeyValues(lines: readonly string[], endsLine: boolean): Content | undefined {
  const values = new Map<string, string>();
  for (const line of lines) {
    const [, key, value] = KEY_VALUE.exec(line) ?? [];
    if (key !== undefined && value !== undefined) {
      values.set(key.toLowerCase(), value === 'N/A' ? '' : decodedFromWeb(value));
    }
  }
  if (!values.has('title') && !values.has('song') && !values.has('artist')) {
    return undefined;
  }
  const track = {
    ...UNKNOWN_TRACK,
    artist: values.get('artist') ?? '',
    title: values.get('title') ?? values.get('song') ?? '',
    album: values.get('album') ?? '',
    genre: values.get('genre') ?? '',
    durationMs: parsePlayingTime(values.get('time') ?? values.get('duration') ?? ''),
  };
  const named = track.artist !== '' || track.title !== '';
  return {
    format: 'key: value lines',
    entries: named ? [{ track, mark: lines.join('\n') }] : [],
    state: keyValueState(values, endsLine),
  };
}

/** djay writes the title first and the time last. A name in an unterminated line may go on. */
function keyValueState(values: ReadonlyMap<string, string>, endsLine: boolean): Content['state'] {
  const lastKey = [...values.keys()].at(-1);
  const cutName = !endsLine && (lastKey === 'title' || lastKey === 'artist');
  if (!values.has('title') || !values.has('artist') || cutName) {
    return 'unfinished';
  }
  return values.has('time') && endsLine ? 'whole' : 'likely';
}
