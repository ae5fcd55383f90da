/** Recognizes the format of a text file. Pure; never throws. */
import type { Content } from './content.ts';
import { readKeyValues } from './key-value.ts';
import { readPlaylist } from './playlist.ts';
import { readSingleLine } from './single-line.ts';
import { readTracklist } from './tracklist.ts';

/** `path` helps with playlists that contain only paths. */
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
