import type { SetEntry } from '../core/track.ts';
import { SET_FORMATS, setTracks } from '../sets/formats/index.ts';

interface FileKind {
  readonly ending: string;
  readonly type: string;
  readonly write: (typeof SET_FORMATS)[keyof typeof SET_FORMATS];
}

/** Content type and file ending of each format. */
const FILES: ReadonlyMap<string, FileKind> = new Map([
  ['csv', { ending: 'csv', type: 'text/csv', write: SET_FORMATS.csv }],
  ['json', { ending: 'json', type: 'application/json', write: SET_FORMATS.json }],
  ['m3u', { ending: 'm3u8', type: 'audio/x-mpegurl', write: SET_FORMATS.m3u }],
  ['markdown', { ending: 'md', type: 'text/markdown', write: SET_FORMATS.markdown }],
  ['youtube', { ending: 'txt', type: 'text/plain', write: SET_FORMATS.youtube }],
  ['mixcloud', { ending: 'txt', type: 'text/plain', write: SET_FORMATS.mixcloud }],
  ['1001tracklists', { ending: 'txt', type: 'text/plain', write: SET_FORMATS['1001tracklists'] }],
]);

export const SET_FILE_FORMATS: readonly string[] = [...FILES.keys()];
/** Their content types, each with its type in `web/wire/`; empty for what is no JSON. */
export const SET_FILE_TYPES: Readonly<Record<string, string>> = Object.fromEntries(
  [...FILES].map(([format, { type }]) => [type, format === 'json' ? 'SetFile' : '']),
);

/** The set as a file for other programs and sites; undefined when there is no such format. */
export function exportSet(set: readonly SetEntry[], format: string): Response | undefined {
  const file = FILES.get(format);
  if (file === undefined) {
    return undefined;
  }
  return new Response(file.write(setTracks(set, 0)), {
    headers: {
      'Content-Type': `${file.type}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="set.${file.ending}"`,
    },
  });
}
