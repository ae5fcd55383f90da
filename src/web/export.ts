import type { SetNames } from '../core/contracts/set.ts';
import type { SetEntry } from '../core/track.ts';
import {
  begunOn,
  type CueHeader,
  cueSheets,
  fileNameOf,
  fileNameOfDays,
  isReport,
  lacksInShort,
  namedHeader,
  playedBetween,
  type ReportHeader,
  type ReportName,
  report,
  SET_FORMATS,
  setTracks,
  TRACKS_A_SHEET,
  withFile,
  youtubeChapters,
} from '../sets/formats/index.ts';

interface FileKind {
  readonly ending: string;
  readonly type: string;
}

const FILES: Readonly<Record<keyof typeof SET_FORMATS | ReportName | 'cue', FileKind>> = {
  txt: { ending: 'txt', type: 'text/plain' },
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
/** Counts the hidden tracks that a report leaves out. */
const HIDDEN_HEADER = 'X-Deckcast-Hidden';
/** Names of recordings, percent-encoded, that a report of days leaves out. */
const RECORDINGS_HEADER = 'X-Deckcast-Recordings';
/** Count what YouTube's and a CUE sheet's limit cost: shortened names, and omitted last tracks. */
const SHORTENED_HEADER = 'X-Deckcast-Shortened';
const LEFT_OUT_HEADER = 'X-Deckcast-Left-Out';
/** Present if the chapter `Intro` comes before the first track. */
const INTRO_HEADER = 'X-Deckcast-Intro';

export interface ExportHeaders {
  /** `recording`: name of the audio file; empty for the configured one. */
  readonly cueHeader: (recording: string) => CueHeader;
  readonly reportHeader: () => ReportHeader;
  readonly names: () => SetNames;
}

export interface Exported {
  /** Complete and in order, with removed entries. Only reports take several. */
  readonly sets: readonly (readonly SetEntry[])[];
  /** Days of a report, epoch milliseconds; `until` is not included. Absent: one whole set. */
  readonly days?: { readonly since: number | undefined; readonly until: number | undefined };
  /** Name of the set's audio file; may be empty. */
  readonly recording: string;
  /** Names of recordings whose sets a report leaves out. */
  readonly recordings?: readonly string[];
  /** Milliseconds after the first track at which the recording begins; negative before it. */
  readonly offsetMs: number;
}

export function exportSet(
  { sets, days, recording, recordings = [], offsetMs }: Exported,
  format: string,
  { cueHeader, reportHeader, names }: ExportHeaders,
): Response | undefined {
  const isKept = ({ removed }: Pick<SetEntry, 'removed'>): boolean => !removed;
  const [set = []] = sets;
  const tracks = setTracks(set.filter(isKept), offsetMs);
  const isMeant = days === undefined ? () => true : playedBetween(days.since, days.until);
  const meant = sets.flat().filter(isKept).filter(isMeant);
  const [first, last = first] = [meant[0], meant.at(-1)];
  const isOfDays = days !== undefined && first !== undefined && last !== undefined;
  const name = isOfDays
    ? fileNameOfDays(days.since ?? first.at, days.until ?? last.at + 1, {
        ...names(),
        ...(reportHeader().service !== '' && { dj: reportHeader().service }),
      })
    : fileNameOf(first?.at, names());
  const answer = (
    text: string,
    { ending, type }: FileKind,
    headers: Readonly<Record<string, string>> = {},
  ): Response => {
    // Several formats share an ending.
    const file = `${format === ending ? name : `${name}-${format}`}.${ending}`;
    return new Response(text, {
      headers: {
        'Content-Type': `${type}; charset=utf-8`,
        'Content-Disposition': `attachment; filename="${file}"`,
        ...headers,
      },
    });
  };
  if (isReport(format)) {
    const all = sets.map((one) => setTracks(one, offsetMs));
    const { text, lacks, hidden } = report(format, all, reportHeader(), isMeant);
    return answer(text, FILES[format], {
      [LACKS_HEADER]: lacksInShort(lacks),
      ...(hidden > 0 && { [HIDDEN_HEADER]: `${hidden}` }),
      ...(recordings.length > 0 && { [RECORDINGS_HEADER]: encodeURIComponent(recordings.join(', ')) }),
    });
  }
  if (format === 'cue') {
    const header = namedHeader(cueHeader(recording), names(), first === undefined ? '' : begunOn(first.at));
    const [sheet = '', ...others] = cueSheets(withFile(header, name), tracks);
    return answer(
      sheet,
      FILES.cue,
      others.length === 0 ? {} : { [LEFT_OUT_HEADER]: `${tracks.length - TRACKS_A_SHEET}` },
    );
  }
  if (format === 'youtube') {
    const { text, shortened, leftOut, hasIntro } = youtubeChapters(tracks);
    const isWhole = shortened === 0 && leftOut === 0;
    return answer(text, FILES.youtube, {
      ...(!isWhole && { [SHORTENED_HEADER]: `${shortened}`, [LEFT_OUT_HEADER]: `${leftOut}` }),
      ...(hasIntro && { [INTRO_HEADER]: '1' }),
    });
  }
  return isIn(SET_FORMATS, format) ? answer(SET_FORMATS[format](tracks), FILES[format]) : undefined;
}

function isIn<Name extends string>(table: Readonly<Record<Name, unknown>>, name: string): name is Name {
  return Object.hasOwn(table, name);
}
