/** `m3u` and `m3u8` with `#EXTVDJ` (VirtualDJ's history) or `#EXTINF` before each path. */

import { splitArtistTitle } from '../../core/artist-title.ts';
import { type Track, UNKNOWN_TRACK } from '../../core/track.ts';
import { baseName } from '../shared/file-name.ts';
import { parsePlayingTime } from '../shared/playing-time.ts';
import { decodedFromWeb, percentDecoded } from '../shared/web-names.ts';
import type { Content, ContentEntry } from './content.ts';

const VIRTUALDJ = /^#EXTVDJ:(.*)$/i;
// Attributes that follow the length may contain quoted commas.
const INFO = /^#EXTINF:((?:[^,"]|"[^"]*")*),(.*)$/i;
/** Separate: backtracking would slow down a combined expression. */
const SECONDS = /^\s*(-?\d+(?:[.]\d+)?)/;
const DIRECTIVE = /^#EXT(M3U|VDJ|INF)/i;

export function readPlaylist(lines: readonly string[], endsLine: boolean, path: string): Content | undefined {
  if (!/[.]m3u8?$/i.test(path) && !lines.some((line) => DIRECTIVE.test(line))) {
    return undefined;
  }
  const entries: ContentEntry[] = [];
  let pending: { readonly track: Track; readonly line: string } | undefined;
  for (const line of lines) {
    const described = describe(line);
    if (described !== undefined) {
      if (pending !== undefined) {
        entries.push({ track: pending.track, mark: pending.line });
      }
      pending = { track: described, line };
    } else if (line !== '' && !line.startsWith('#')) {
      entries.push(withPath(pending, line));
      pending = undefined;
    }
  }
  if (pending !== undefined) {
    entries.push({ track: pending.track, mark: pending.line });
  }
  const whole = endsLine && pending === undefined;
  return {
    format: 'playlist',
    entries: entries.filter(isNamed),
    state: whole ? 'whole' : 'unfinished',
  };
}

function describe(line: string): Track | undefined {
  const tags = VIRTUALDJ.exec(line)?.[1];
  if (tags !== undefined) {
    const title = tagValue(tags, 'title');
    const remix = tagValue(tags, 'remix');
    return {
      ...UNKNOWN_TRACK,
      artist: tagValue(tags, 'artist'),
      title: remix === '' || title.includes(remix) ? title : `${title} (${remix})`,
      album: tagValue(tags, 'album'),
      genre: tagValue(tags, 'genre'),
      durationMs: parsePlayingTime(tagValue(tags, 'songlength')),
    };
  }
  const [, attributes = '', names] = INFO.exec(line) ?? [];
  const seconds = SECONDS.exec(attributes)?.[1] ?? '';
  return names === undefined
    ? undefined
    : { ...UNKNOWN_TRACK, ...splitArtistTitle(decodedFromWeb(names)), durationMs: parsePlayingTime(seconds) };
}

function withPath(
  described: { readonly track: Track; readonly line: string } | undefined,
  path: string,
): ContentEntry {
  const filename = fileNameOf(path);
  const track = described?.track ?? UNKNOWN_TRACK;
  const entry = { track: { ...track, filename }, mark: described?.line ?? path };
  const names = isNamed(entry) ? {} : splitArtistTitle(filename.replace(/[.][a-z0-9]{2,4}$/i, ''));
  return { ...entry, track: { ...entry.track, ...names } };
}

function isNamed({ track }: ContentEntry): boolean {
  return track.artist !== '' || track.title !== '';
}

/** Empty for streams (`netsearch://…`, `https://…`). */
function fileNameOf(path: string): string {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(path)) {
    return baseName(path);
  }
  return /^file:/i.test(path) ? percentDecoded(baseName(path)) : '';
}

/** Only some versions of VirtualDJ escape names. */
function tagValue(tags: string, name: string): string {
  const start = tags.indexOf(`<${name}>`);
  const end = tags.indexOf(`</${name}>`, start);
  return start < 0 || end < 0 ? '' : decodedFromWeb(tags.slice(start + name.length + 2, end)).trim();
}
