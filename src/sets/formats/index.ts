import { csv, json, m3u, markdown, mixcloud, tracklists1001, txt, youtube } from './lists.ts';
import type { SetTrack } from './set.ts';

export { type CueHeader, cueSheets, namedHeader, TRACKS_A_SHEET, withFile } from './cue.ts';
export { begunOn, fileNameOf, fileNameOfDays } from './file-name.ts';
export { youtubeChapters } from './lists.ts';
export {
  isReport,
  isReversed,
  lacksInShort,
  nothingPlayed,
  playedBetween,
  REPORTS,
  type ReportHeader,
  type ReportName,
  report,
} from './reports.ts';
export { namesInRecords, namesToTell, setTracks } from './set.ts';

/** Single texts by name for `deckcast export --format`. CUE may need several. */
export const SET_FORMATS = {
  txt,
  csv,
  json,
  m3u,
  markdown,
  youtube,
  mixcloud,
  '1001tracklists': tracklists1001,
} as const satisfies Record<string, (tracks: readonly SetTrack[]) => string>;
