import {
  type HeardInRecording,
  isNamed,
  isUnsure,
  type SetEntry,
  type Shown,
  type ShownTrack,
  type Track,
} from '../../core/track.ts';
import { hoursMinutesSeconds, rfc3339 } from '../../core/units.ts';

export interface SetTrack extends Track {
  readonly startMs: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly hidden: boolean;
  /** Absent if only the next track tells. */
  readonly endMs?: number;
  /** Stops after which it went on. */
  readonly silentMs?: number;
  /** The operator removed it; only reports get it, because it ends the track before. */
  readonly removed?: true;
  /** Only of sets heard in a recording. */
  readonly heard?: Pick<HeardInRecording, 'firstMs' | 'lastMs' | 'sureness'> & { readonly unsure: boolean };
}

const HIDDEN_NAMES = { artist: 'ID', title: 'ID' } as const;

/** Records of the set name a hidden track `ID`. */
export function namesInRecords({ hidden, track }: Shown): ShownTrack {
  return hidden ? { ...track, ...HIDDEN_NAMES } : track;
}

/** Answers to people name a nameless track `ID` too. */
export function namesToTell({ hidden, track }: Shown): ShownTrack {
  return namesInRecords({ hidden: hidden || !isNamed(track), track });
}

/**
 * The recording began `offsetMs` after the first track. Earlier tracks are omitted; the one then playing starts at
 * zero.
 */
export function setTracks(entries: readonly SetEntry[], offsetMs: number): SetTrack[] {
  const playing = entries.findLastIndex(({ elapsedMs }) => elapsedMs <= offsetMs);
  return entries.slice(Math.max(0, playing)).map((entry) => ({
    ...namesInRecords(entry),
    startMs: Math.max(0, entry.elapsedMs - offsetMs),
    at: entry.at,
    hidden: entry.hidden,
    ...(entry.endedAt !== undefined && { endMs: entry.elapsedMs + entry.endedAt - entry.at - offsetMs }),
    ...(entry.silentMs !== undefined && { silentMs: entry.silentMs }),
    ...(entry.removed && { removed: entry.removed }),
    ...(entry.heard && {
      heard: {
        firstMs: Math.max(0, entry.heard.firstMs - offsetMs),
        lastMs: Math.max(0, entry.heard.lastMs - offsetMs),
        sureness: entry.heard.sureness,
        unsure: isUnsure(entry),
      },
    }),
  }));
}

/** A track with neither names nor a file reads like a hidden one. */
export function namesInLists<Named extends Pick<Track, 'artist' | 'title' | 'filename'>>(
  track: Named,
): Named {
  const isUnknown = track.artist === '' && track.title === '' && track.filename === '';
  return isUnknown ? { ...track, ...HIDDEN_NAMES } : track;
}

/** Columns. `index` from 0; durations in whole seconds. */
export function rowOf(track: SetTrack, index: number) {
  const { heard } = track;
  const { artist, title } = heard === undefined ? track : namesInLists(track);
  return {
    position: index + 1,
    start: hoursMinutesSeconds(track.startMs),
    start_ms: track.startMs,
    artist,
    title,
    album: track.album,
    genre: track.genre,
    filename: track.filename,
    duration: Math.round(track.durationMs / 1_000),
    timestamp: rfc3339(track.at),
    label: track.label,
    remixer: track.remixer,
    comment: track.comment,
    key: track.key,
    bpm: track.bpm,
    year: track.year,
    isrc: track.isrc,
    hidden: track.hidden,
    ...(heard && {
      first_heard: hoursMinutesSeconds(heard.firstMs),
      first_heard_ms: heard.firstMs,
      last_heard: hoursMinutesSeconds(heard.lastMs),
      last_heard_ms: heard.lastMs,
      sureness: Math.round(heard.sureness * 100) / 100,
      unsure: heard.unsure,
    }),
  } satisfies Record<Exclude<keyof Track, 'durationMs'>, unknown> & Record<string, unknown>;
}

/** `Artist - Title`, the only name, the file name, or `ID - ID`. */
export function nameLine(track: Pick<Track, 'artist' | 'title' | 'filename'>): string {
  const { artist, title, filename } = namesInLists(track);
  return [artist, title].filter((name) => name !== '').join(' - ') || filename;
}
