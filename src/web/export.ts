import type { SetEntry } from '../core/track.ts';
import {
  type CueHeader,
  cueSheets,
  lacksInShort,
  REPORTS,
  type ReportHeader,
  type ReportName,
  report,
  SET_FORMATS,
  setTracks,
  TRACKS_A_SHEET,
  youtubeChapters,
} from '../sets/formats/index.ts';

interface FileKind {
  readonly ending: string;
  readonly type: string;
}

const FILES: Readonly<Record<keyof typeof SET_FORMATS | ReportName | 'cue', FileKind>> = {
  cue: { ending: 'cue', type: 'application/x-cue' },
  csv: { ending: 'csv', type: 'text/csv' },
  json: { ending: 'json', type: 'application/json' },
  m3u: { ending: 'm3u8', type: 'audio/x-mpegurl' },
  markdown: { ending: 'md', type: 'text/markdown' },
  youtube: { ending: 'txt', type: 'text/plain' },
  mixcloud: { ending: 'txt', type: 'text/plain' },
  '1001tracklists': { ending: 'txt', type: 'text/plain' },
  soundexchange: { ending: 'txt', type: 'text/tab-separated-values' },
  prs: { ending: 'csv', type: 'text/csv' },
  'cuesheet-csv': { ending: 'csv', type: 'text/csv' },
};

export const SET_FILE_FORMATS: readonly string[] = Object.keys(FILES);
/** Types in `web/wire/` by content type; empty unless JSON. */
export const SET_FILE_TYPES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(FILES).map(({ type }) => [type, type === FILES.json.type ? 'SetFile' : '']),
);
/** Lists the facts that a report lacks. */
const LACKS_HEADER = 'X-Deckcast-Lacks';
/** Count what YouTube's and a CUE sheet's limit cost: shortened names, and omitted last tracks. */
const SHORTENED_HEADER = 'X-Deckcast-Shortened';
const LEFT_OUT_HEADER = 'X-Deckcast-Left-Out';

export interface ExportHeaders {
  readonly cueHeader: () => CueHeader;
  readonly reportHeader: () => ReportHeader;
}

export function exportSet(
  set: readonly SetEntry[],
  format: string,
  { cueHeader, reportHeader }: ExportHeaders,
): Response | undefined {
  const tracks = setTracks(set, 0);
  if (isIn(REPORTS, format)) {
    const { text, lacks } = report(format, [tracks], reportHeader());
    return answer(text, FILES[format], { [LACKS_HEADER]: lacksInShort(lacks) });
  }
  if (format === 'cue') {
    const [sheet = '', ...others] = cueSheets(cueHeader(), tracks);
    return answer(
      sheet,
      FILES.cue,
      others.length === 0 ? {} : { [LEFT_OUT_HEADER]: `${tracks.length - TRACKS_A_SHEET}` },
    );
  }
  if (format === 'youtube') {
    const { text, shortened, leftOut } = youtubeChapters(tracks);
    const isWhole = shortened === 0 && leftOut === 0;
    return answer(
      text,
      FILES.youtube,
      isWhole ? {} : { [SHORTENED_HEADER]: `${shortened}`, [LEFT_OUT_HEADER]: `${leftOut}` },
    );
  }
  return isIn(SET_FORMATS, format) ? answer(SET_FORMATS[format](tracks), FILES[format]) : undefined;
}

function isIn<Name extends string>(table: Readonly<Record<Name, unknown>>, name: string): name is Name {
  return Object.hasOwn(table, name);
}

function answer(
  text: string,
  { ending, type }: FileKind,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(text, {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="set.${ending}"`,
      ...headers,
    },
  });
}
