/**
 * Rules that `cuetools`, `libcue` and `shntool` share: times in minutes (may pass 99), seconds and frames of 1/75 s (up
 * to 74); a quote always ends a text; no track 100; no two tracks start in one frame.
 */
import type { SetNames } from '../../core/contracts/set.ts';
import { cleanText } from '../../core/text.ts';
import type { Track } from '../../core/track.ts';
import { twoDigits } from '../../core/units.ts';
import { nameLine, namesInLists } from './set.ts';

export interface CueHeader {
  readonly performer: string;
  readonly title: string;
  readonly file: string;
  /** `WAVE`, `MP3`, `AIFF`, `BINARY`, `MOTOROLA`; readers reject others. */
  readonly filetype: string;
  /** Marks the sheet for a later run; absent in exported sheets. */
  readonly setId?: string;
}

const EXTENSIONS: Readonly<Record<string, string>> = { MP3: 'mp3', AIFF: 'aiff' };

/** Names the audio file like its sheet, if no other name is known. `sheet`: without extension. */
export function withFile(header: CueHeader, sheet: string): CueHeader {
  return { ...header, file: header.file || `${sheet}.${EXTENSIONS[header.filetype] ?? 'wav'}` };
}

/** Fills empty names of the header. `date`: of the first track. */
export function namedHeader(header: CueHeader, { dj, heading }: SetNames, date: string): CueHeader {
  return {
    ...header,
    performer: header.performer || dj,
    title: header.title || `${heading} ${date}`,
  };
}

export interface CueTrack extends Pick<Track, 'artist' | 'title' | 'filename' | 'isrc'> {
  readonly startMs: number;
}

const SET_REMARK = 'REM DECKCAST_SET ';
export const TRACKS_A_SHEET = 99;
const FRAMES_A_SECOND = 75;

/** Sheets of 99 tracks, all with times from the set's start. */
export function cueSheets(header: CueHeader, tracks: readonly CueTrack[]): string[] {
  const frames = startFrames(tracks);
  const sheets: string[] = [];
  for (let first = 0; first < tracks.length; first += TRACKS_A_SHEET) {
    const lines = [
      ...(header.setId === undefined ? [] : [`${SET_REMARK}${header.setId}`]),
      `PERFORMER ${quoted(header.performer)}`,
      `TITLE ${quoted(header.title)}`,
      `FILE ${quoted(header.file)} ${header.filetype}`,
    ];
    tracks.slice(first, first + TRACKS_A_SHEET).forEach((found, index) => {
      const track = namesInLists(found);
      // The file name replaces missing names.
      const title = track.artist === '' ? nameLine(track) : track.title;
      lines.push(
        `  TRACK ${twoDigits(index + 1)} AUDIO`,
        `    TITLE ${quoted(title)}`,
        `    PERFORMER ${quoted(track.artist)}`,
        ...(track.isrc === '' ? [] : [`    ISRC ${track.isrc}`]),
        `    INDEX 01 ${cueTime(frames[first + index] ?? 0)}`,
      );
    });
    sheets.push(`${lines.join('\n')}\n`);
  }
  return sheets;
}

export function setIdIn(sheet: string): string | undefined {
  const line = sheet.split(/\r?\n/).find((one) => one.startsWith(SET_REMARK));
  return line?.slice(SET_REMARK.length).trim();
}

function startFrames(tracks: readonly CueTrack[]): number[] {
  let earliest = 0;
  return tracks.map(({ startMs }) => {
    const frame = Math.max(earliest, Math.floor((startMs * FRAMES_A_SECOND) / 1_000));
    earliest = frame + 1;
    return frame;
  });
}

function cueTime(frames: number): string {
  const seconds = Math.floor(frames / FRAMES_A_SECOND);
  return [Math.floor(seconds / 60), seconds % 60, frames % FRAMES_A_SECOND].map(twoDigits).join(':');
}

/** No reader supports escapes, so quotes and backslashes become similar characters. */
function quoted(text: string): string {
  return `"${cleanText(text).replaceAll('"', "'").replaceAll('\\', '/')}"`;
}
