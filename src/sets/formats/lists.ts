/** A new format is a function, a line in `index.ts` and a test. */
import { shortened } from '../../core/text.ts';
import { clockTime, hoursMinutesSeconds } from '../../core/units.ts';
import { separated } from './separated.ts';
import { nameLine, namesInLists, rowOf, type SetTrack } from './set.ts';

/** Append only: scripts count on the order. */
const COLUMNS = [
  'position',
  'start',
  'artist',
  'title',
  'album',
  'genre',
  'duration',
  'timestamp',
  'label',
  'remixer',
  'comment',
  'key',
  'bpm',
  'year',
  'isrc',
] as const;

const HEARD_COLUMNS = ['first_heard', 'last_heard', 'sureness', 'unsure'] as const;

/** 0 means unknown and must not be read as a value. */
const BLANK_WHEN_UNKNOWN: ReadonlySet<string> = new Set(['duration', 'bpm', 'year']);

/** If one is shorter, YouTube shows no chapters. */
const SHORTEST_CHAPTER_MS = 10_000;

/** RFC 4180, UTF-8. Times `HH:MM:SS`, durations in whole seconds, empty if unknown. */
export function csv(tracks: readonly SetTrack[]): string {
  const isHeard = tracks.some(({ heard }) => heard !== undefined);
  const columns = isHeard ? [...COLUMNS, ...HEARD_COLUMNS] : COLUMNS;
  const rows = tracks.map((track, index) => {
    const row = rowOf(track, index);
    return columns.map((column) =>
      String(BLANK_WHEN_UNKNOWN.has(column) ? row[column] || '' : (row[column] ?? '')),
    );
  });
  return separated([columns, ...rows], ',');
}

/** Keys as in the published record, where they mean the same. */
export function json(tracks: readonly SetTrack[]): string {
  return `${JSON.stringify({ tracks: tracks.map(rowOf) }, undefined, 2)}\n`;
}

/** Extended M3U, UTF-8. Without a file, a track's names take its place. */
export function m3u(tracks: readonly SetTrack[]): string {
  const lines = tracks.flatMap((track) => {
    const seconds = track.durationMs === 0 ? -1 : Math.round(track.durationMs / 1_000);
    const file = track.filename === '' ? nameLine(track) : track.filename;
    // A leading # would begin a comment.
    return [`#EXTINF:${seconds},${nameLine(track)}`, file.startsWith('#') ? `./${file}` : file];
  });
  return ['#EXTM3U', ...lines, ''].join('\n');
}

/** `Artist - Title`, for guests and clients: without times. */
export function txt(tracks: readonly SetTrack[]): string {
  return tracks.map((track) => `${nameLine(track)}\n`).join('');
}

export function markdown(tracks: readonly SetTrack[]): string {
  const rows = tracks.map((track, index) => {
    const { startMs, artist, title } = namesInLists(track);
    return `| ${index + 1} | ${hoursMinutesSeconds(startMs)} | ${plain(artist)} | ${plain(title)} |`;
  });
  return ['| # | Time | Artist | Title |', '|---:|---|---|---|', ...rows, ''].join('\n');
}

function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>|~&!]/g, '\\$&');
}

/** `04:05 Artist - Title`, for Mixcloud's form. */
export function mixcloud(tracks: readonly SetTrack[]): string {
  return tracks.map((track) => `${clockTime(track.startMs, 2)} ${nameLine(track)}\n`).join('');
}

/** `[04:05] Artist - Title`, for 1001Tracklists' form. */
export function tracklists1001(tracks: readonly SetTrack[]): string {
  return tracks.map((track) => `[${clockTime(track.startMs, 2)}] ${nameLine(track)}\n`).join('');
}

const MAX_DESCRIPTION = 5_000;
const SHORTEST_NAME = 20;
const INTRO = 'Intro';

export interface Chapters {
  readonly text: string;
  readonly shortened: number;
  /** Omitted last tracks, if shortening names was not enough. */
  readonly leftOut: number;
  /** Whether the chapter `INTRO` comes before the first track. */
  readonly hasIntro: boolean;
}

/**
 * Fits a description of 5,000 characters: from 0:00, in whole seconds, at least ten apart, for which later chapters are
 * delayed. What comes before the first track is a chapter, or a part of the first track if it is too short for one.
 */
export function youtubeChapters(tracks: readonly SetTrack[]): Chapters {
  const hasIntro = (tracks[0]?.startMs ?? 0) >= SHORTEST_CHAPTER_MS;
  let earliest = 0;
  const ofTracks = tracks.map((track, index) => {
    const isFirst = index === 0 && !hasIntro;
    const startMs = isFirst ? 0 : Math.max(earliest, Math.floor(track.startMs / 1_000) * 1_000);
    earliest = startMs + SHORTEST_CHAPTER_MS;
    return { time: clockTime(startMs, 1), name: described(nameLine(track)) };
  });
  const chapters = [...(hasIntro ? [{ time: clockTime(0, 1), name: INTRO }] : []), ...ofTracks];
  const textWith = (most: number): string =>
    chapters.map(({ time, name }) => `${time} ${shortened(name, most)}\n`).join('');
  let most = Math.max(SHORTEST_NAME, ...chapters.map(({ name }) => name.length));
  while (most > SHORTEST_NAME && textWith(most).length > MAX_DESCRIPTION) {
    most -= 1;
  }
  const lines = textWith(most).split(/(?<=\n)/);
  let text = '';
  let kept = 0;
  for (const line of lines) {
    if (text.length + line.length > MAX_DESCRIPTION) {
      break;
    }
    text += line;
    kept += 1;
  }
  return {
    text,
    shortened: chapters.slice(0, kept).filter(({ name }) => shortened(name, most) !== name).length,
    leftOut: lines.length - kept,
    hasIntro,
  };
}

export function youtube(tracks: readonly SetTrack[]): string {
  return youtubeChapters(tracks).text;
}

/** YouTube rejects angle brackets. */
function described(name: string): string {
  return name.replaceAll('<', '‹').replaceAll('>', '›');
}
