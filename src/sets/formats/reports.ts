/** Play reports for collecting societies, without hidden tracks. */
import { say, type Text } from '../../core/message.ts';
import { filledIn, identityOf, isNamed } from '../../core/track.ts';
import { counted, hoursMinutesSeconds, rfc3339 } from '../../core/units.ts';
import { separated } from './separated.ts';
import { nameLine, type SetTrack } from './set.ts';

/** Facts of the user; empty or 0 if unknown. */
export interface ReportHeader {
  /** Station or event. */
  readonly service: string;
  /** Channel, program or venue. */
  readonly channel: string;
  /** SoundExchange's letter for the type of service. */
  readonly category: string;
  /** Sum over all listeners. */
  readonly hours: number;
}

/** A play, or all plays of a recording. */
interface ReportLine extends SetTrack {
  /** Position from 1, without hidden tracks. */
  readonly number: number;
  /** Whole seconds, without stops after which it went on; 0 if unknown. */
  readonly playedMs: number;
  readonly outMs: number;
  readonly plays: number;
}

type Value = (line: ReportLine, header: ReportHeader) => string;

interface Form {
  readonly separator: ',' | '\t';
  readonly countsPlays?: true;
  readonly columns: Readonly<Record<string, Value>>;
  /** Required facts, each with alternatives of one or more columns. */
  readonly needs: readonly (readonly (readonly string[])[])[];
}

const unlessZero = (value: number): string => (value === 0 ? '' : String(value));
const lasting = (ms: number): string => (ms === 0 ? '' : hoursMinutesSeconds(ms));
const day: Value = ({ at }) => rfc3339(at).slice(0, 10);
const timeOfDay: Value = ({ at }) => rfc3339(at).slice(11, 19);
const unknown: Value = () => '';

export const REPORTS = {
  // Report of Use, 37 CFR 370.4.
  soundexchange: {
    separator: '\t',
    countsPlays: true,
    columns: {
      NAME_OF_SERVICE: (_, { service }) => service,
      TRANSMISSION_CATEGORY: (_, { category }) => category,
      FEATURED_ARTIST: ({ artist }) => artist,
      SOUND_RECORDING_TITLE: ({ title }) => title,
      ISRC: ({ isrc }) => isrc,
      ALBUM_TITLE: ({ album }) => album,
      MARKETING_LABEL: ({ label }) => label,
      ACTUAL_TOTAL_PERFORMANCES: unknown,
      AGGREGATE_TUNING_HOURS: (_, { hours }) => unlessZero(hours),
      CHANNEL_OR_PROGRAM_NAME: (_, { channel }) => channel,
      PLAY_FREQUENCY: ({ plays }) => String(plays),
    },
    needs: [
      [['NAME_OF_SERVICE']],
      [['TRANSMISSION_CATEGORY']],
      [['FEATURED_ARTIST']],
      [['SOUND_RECORDING_TITLE']],
      [['ISRC'], ['ALBUM_TITLE', 'MARKETING_LABEL']],
      [['ACTUAL_TOTAL_PERFORMANCES'], ['AGGREGATE_TUNING_HOURS', 'CHANNEL_OR_PROGRAM_NAME']],
    ],
  },
  // PRS for Music, for radio stations: mandatory columns, and optional ones known of tracks. Its licence
  // asks for composers besides performers; albums, labels and ISRCs are optional.
  prs: {
    separator: ',',
    columns: {
      Station: (_, { service }) => service,
      Programme: (_, { channel }) => channel,
      'Transmission Date': day,
      'Transmission Time': timeOfDay,
      'Music Title': ({ title }) => title,
      Composer: unknown,
      Performer: ({ artist }) => artist,
      'Music Duration': ({ playedMs }) => lasting(playedMs),
      'Number of Plays': ({ plays }) => String(plays),
      'Album Title': ({ album }) => album,
      'Record Label': ({ label }) => label,
      ISRC: ({ isrc }) => isrc,
    },
    needs: [[['Station']], [['Music Title']], [['Composer']], [['Performer']], [['Music Duration']]],
  },
  // Columns for ASCAP, BMI, GEMA, GVL, SUISA and others, for a broadcast or recording.
  'cuesheet-csv': {
    separator: ',',
    columns: {
      Broadcaster: (_, { service }) => service,
      Programme: (_, { channel }) => channel,
      'Broadcast Date': day,
      'Broadcast Time': timeOfDay,
      'Cue Number': ({ number }) => String(number),
      'Time In': ({ startMs }) => hoursMinutesSeconds(startMs),
      'Time Out': ({ playedMs, outMs }) => lasting(playedMs && outMs),
      Duration: ({ playedMs }) => lasting(playedMs),
      'Music Title': ({ title }) => title,
      Composer: unknown,
      Publisher: unknown,
      Performer: ({ artist }) => artist,
      'Record Label': ({ label }) => label,
      ISRC: ({ isrc }) => isrc,
    },
    needs: [
      [['Broadcaster']],
      [['Programme']],
      [['Duration']],
      [['Music Title']],
      [['Composer']],
      [['Publisher']],
      [['Performer']],
      [['ISRC'], ['Record Label']],
    ],
  },
} as const satisfies Record<string, Form>;

export type ReportName = keyof typeof REPORTS;

export interface Lack {
  /** Line in the file (headings: 1); absent if every line lacks the facts. */
  readonly line?: number;
  /** Known names, and the first play (RFC 3339). */
  readonly track?: string;
  readonly at?: string;
  /** Alternative headings: `ISRC, or ALBUM_TITLE and MARKETING_LABEL`. */
  readonly missing: readonly string[];
}

export interface Report {
  readonly text: string;
  /** Facts for the user to add: first those that every line lacks, then by line. */
  readonly lacks: readonly Lack[];
  readonly hidden: number;
}

export function isReport(format: string): format is ReportName {
  return Object.hasOwn(REPORTS, format);
}

/** The first day is after the last one, so that no play is between them. */
export function isReversed(since = 0, until = Number.POSITIVE_INFINITY): boolean {
  return since >= until;
}

/** Whether a play began in this time. `since` and `until`: epoch milliseconds; `until` is not included. */
export function playedBetween(
  since = 0,
  until = Number.POSITIVE_INFINITY,
): (play: Pick<SetTrack, 'at'>) => boolean {
  return ({ at }) => at >= since && at < until;
}

/** `recordings`: a set heard in one may have been played live, so reports of days leave them out. */
export function nothingPlayed(recordings: readonly string[]): Text {
  return recordings.length === 0
    ? say('web.nothing-was-played')
    : say('web.only-recordings', { recordings: recordings.join(', ') });
}

/** Excel reads a CSV file without it in the computer's own encoding. */
const BYTE_ORDER_MARK = '\u{feff}';

/** `sets`: complete and in order, with removed tracks. `isMeant`: whether to include a play. */
export function report(
  name: ReportName,
  sets: readonly (readonly SetTrack[])[],
  header: ReportHeader,
  isMeant: (play: Pick<SetTrack, 'at'>) => boolean = () => true,
): Report {
  const form: Form = REPORTS[name];
  const headings = Object.keys(form.columns);
  const plays = sets.flatMap(linesOf).filter(isMeant);
  const lines = form.countsPlays ? byRecording(plays) : plays;
  const rows = lines.map((line) => Object.values(form.columns).map((value) => value(line, header)));
  return {
    text: (form.separator === ',' ? BYTE_ORDER_MARK : '') + separated([headings, ...rows], form.separator),
    lacks: lacksOf(form, lines, rows),
    hidden: sets.flat().filter((play) => play.hidden && !play.removed && isMeant(play)).length,
  };
}

/** Lines per missing fact, without track names: `ISRC, or ALBUM_TITLE and MARKETING_LABEL (3 lines)`. */
export function lacksInShort(lacks: readonly Lack[]): string {
  const everywhere = lacks
    .filter(({ line }) => line === undefined)
    .flatMap(({ missing }) => missing.map((heading) => `${heading} (all lines)`));
  const counts = new Map<string, number>();
  for (const heading of lacks.filter(({ line }) => line !== undefined).flatMap(({ missing }) => missing)) {
    counts.set(heading, (counts.get(heading) ?? 0) + 1);
  }
  const somewhere = [...counts].map(([heading, count]) => `${heading} (${counted(count, 'line')})`);
  return [...everywhere, ...somewhere].join('; ');
}

/** Omits hidden and removed plays. */
function linesOf(set: readonly SetTrack[]): ReportLine[] {
  return set
    .map((track, index) => {
      const outMs = wholeSeconds(endOf(track, set[index + 1]));
      const playedMs = outMs - wholeSeconds(track.startMs) - wholeSeconds(track.silentMs ?? 0);
      return { ...track, outMs, playedMs: Math.max(0, playedMs), plays: 1 };
    })
    .filter(({ hidden, removed }) => !hidden && !removed)
    .map((play, index) => ({ ...play, number: index + 1 }));
}

/** The last track is assumed to play to its end, unless it was cut off. Its start if that is all we know. */
function endOf({ startMs, durationMs, silentMs = 0, endMs }: SetTrack, next: SetTrack | undefined): number {
  const itself = durationMs > 0 && next === undefined ? startMs + durationMs + silentMs : undefined;
  const known = [next?.startMs, endMs, itself].filter((end) => end !== undefined);
  return known.length === 0 ? startMs : Math.min(...known);
}

function wholeSeconds(ms: number): number {
  return Math.floor(ms / 1_000) * 1_000;
}

/** Ordered by first play. A fact of one play counts for all. */
function byRecording(plays: readonly ReportLine[]): ReportLine[] {
  const found = new Map<string, ReportLine>();
  for (const [index, play] of plays.entries()) {
    const recording = isNamed(play) ? identityOf(play) : `unnamed ${index}`;
    const first = found.get(recording);
    found.set(
      recording,
      first === undefined ? play : { ...first, ...filledIn(first, play), plays: first.plays + 1 },
    );
  }
  return [...found.values()];
}

function lacksOf(form: Form, lines: readonly ReportLine[], rows: readonly (readonly string[])[]): Lack[] {
  const headings = Object.keys(form.columns);
  const missingIn = (row: readonly string[]): string[] =>
    form.needs
      .map((need) => need.map((columns) => columns.filter((column) => row[headings.indexOf(column)] === '')))
      .filter((need) => need.every((columns) => columns.length > 0))
      .map((need) => need.map((columns) => columns.join(' and ')).join(', or '));
  const byLine = rows.map(missingIn);
  const everywhere = (byLine[0] ?? []).filter((fact) => byLine.every((facts) => facts.includes(fact)));
  const each = lines.flatMap((line, index) => {
    const missing = (byLine[index] ?? []).filter((fact) => !everywhere.includes(fact));
    return missing.length === 0
      ? []
      : [{ line: index + 2, track: nameLine(line), at: rfc3339(line.at), missing }];
  });
  return [...everywhere.map((fact) => ({ missing: [fact] })), ...each];
}
