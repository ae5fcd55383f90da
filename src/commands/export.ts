import { basename, extname } from 'node:path';
import { RunError, textOf, UsageError } from '../core/errors.ts';
import { say } from '../core/message.ts';
import { defineOptions } from '../core/option.ts';
import { withoutRemoved } from '../core/track.ts';
import { rfc3339 } from '../core/units.ts';
import { globalOptions } from '../operator/global-options.ts';
import { startOptions } from '../operator/options.ts';
import {
  begunOn,
  cueSheets,
  fileNameOf,
  isReport,
  isReversed,
  namedHeader,
  nothingPlayed,
  playedBetween,
  REPORTS,
  type ReportName,
  report,
  SET_FORMATS,
  setTracks,
  withFile,
  youtubeChapters,
} from '../sets/formats/index.ts';
import type { SetTrack } from '../sets/formats/set.ts';
import { Sessions } from '../sets/index.ts';
import { SessionStore } from '../sets/store.ts';
import type { Command, CommandContext } from '../settings/command.ts';
import {
  choice,
  filePath,
  fileToRead,
  momentFrom,
  momentUntil,
  signedDuration,
  text,
  uint,
} from '../settings/kinds.ts';
import { reportHeader, reportOptions } from '../settings/shared.ts';
import { cueHeader, cueHeaderOptions, pathOfSheet } from '../sinks/cue.ts';
import { writing } from '../sinks/files.ts';
import { sessionOptions } from '../sinks/session.ts';
import { setNames } from '../web/index.ts';

const FORMATS = [
  '',
  'txt',
  'cue',
  'csv',
  'json',
  'm3u',
  'markdown',
  'youtube',
  'mixcloud',
  '1001tracklists',
  'soundexchange',
  'prs',
  'cuesheet-csv',
] as const;

export const exportOptions = defineOptions('Command flags', {
  ...globalOptions,
  ...sessionOptions,
  ...cueHeaderOptions,
  ...reportOptions,
  'page.title': startOptions['page.title'],
  'theme.options': startOptions['theme.options'],
  format: { kind: choice(FORMATS), default: '', help: 'output format' },
  offset: {
    kind: signedDuration,
    default: 0,
    help: 'start of the recording after the first track, such as 1m30s, or before it: -1m30s',
  },
  recording: {
    kind: fileToRead,
    default: '',
    help: 'audio or video file of the set: finds where it begins in the set by its sound, in place of --offset',
  },
  'hear.library': startOptions['hear.library'],
  'hear.index': startOptions['hear.index'],
  'prodjlink.key': startOptions['prodjlink.key'],
  'extract.regex.title': startOptions['extract.regex.title'],
  'extract.regex.artist': startOptions['extract.regex.artist'],
  'hide.contains.artist': startOptions['hide.contains.artist'],
  'hide.contains.title': startOptions['hide.contains.title'],
  'hide.contains.genre': startOptions['hide.contains.genre'],
  'hide.contains.filename': startOptions['hide.contains.filename'],
  'hide.tracks': startOptions['hide.tracks'],
  'hide.regex.artist': startOptions['hide.regex.artist'],
  'hide.regex.title': startOptions['hide.regex.title'],
  'hide.regex.genre': startOptions['hide.regex.genre'],
  'hide.regex.filename': startOptions['hide.regex.filename'],
  correct: {
    kind: text,
    default: '',
    help: 'right names for a track of a recorded set, kept with the set: "3=Artist - Title"',
  },
  session: { kind: uint(), default: 0, help: 'number of the session; 0 is the latest' },
  since: {
    kind: momentFrom,
    default: undefined,
    help: 'for a report of all sessions: the first day or moment, such as 2026-01-01',
  },
  until: {
    kind: momentUntil,
    default: undefined,
    help: 'the last day of the report, or the moment before which it ends',
  },
  output: { kind: filePath, default: '', help: 'file to write; standard output without it' },
});

type Context = Pick<CommandContext<typeof exportOptions>, 'settings' | 'tools' | 'print' | 'signal'>;
type Settings = Context['settings'];

const NAMED_SESSIONS = 5;
const CORRECTION = /^(\d+)=(?:(.*?) - )?(.+)$/;

export const exportCommand: Command<typeof exportOptions> = {
  details:
    'Writes a session that was kept while it was played (--session.filename). Tracks before the offset are left ' +
    'out, and the one that was playing then starts at zero: for a recording that began later than the set. With ' +
    '--recording, deckcast finds the offset by the sound of the recording. ' +
    'A set stays as the audience saw it: hiding rules (--hide) apply to the names of --correct, not to the set. ' +
    'CUE sheets take their header from the --cue.header flags, or else from your name in the look (theme.options.handle ' +
    "in the configuration file), the heading of the set's page (--page.title) and the date of the set. The reports to collecting societies (soundexchange, prs, " +
    'cuesheet-csv) take theirs from the --report flags, can be about all sessions of some time (--since, --until) without those heard in recordings, leave ' +
    'hidden tracks out, and end with a list of what they lack, for you to fill in.',
  options: exportOptions,
  configuration: 'own',
  run: exportSession,
};

export async function exportSession(context: Context): Promise<void> {
  const { settings } = context;
  if (settings.correct !== '') {
    await correct(context);
    if (settings.format === '') {
      return;
    }
  }
  if (settings.format === '') {
    throw new UsageError([
      { where: '--format', what: `choose one of ${FORMATS.filter((format) => format !== '').join(', ')}` },
    ]);
  }
  if (isReport(settings.format)) {
    await writeReport(settings.format, context);
    return;
  }
  if (isOfSomeTime(settings)) {
    throw new UsageError([
      { where: '--format', what: `--since and --until are for reports: ${Object.keys(REPORTS).join(', ')}` },
    ]);
  }
  const { tracks, ...about } = await recordedTracks(context);
  if (settings.format === 'cue') {
    await writeSheets(tracks, about, context);
  } else if (settings.format === 'youtube') {
    await writeChapters(tracks, context);
  } else {
    await write(SET_FORMATS[settings.format](tracks), settings.output, context);
  }
}

async function correct({ settings, tools }: Context): Promise<void> {
  const [, position, artist = '', title = ''] = CORRECTION.exec(settings.correct) ?? [];
  if (position === undefined) {
    const what = 'give the number of the track and its right names, such as "3=Artist - Title"';
    throw new UsageError([{ where: '--correct', what }]);
  }
  const { correctEntry } = await import('../app/tracklist.ts');
  const { session } = storedSet(settings);
  const sessions = new Sessions(() => settings['session.filename'], tools.clock);
  try {
    const names = { artist: artist.trim(), title: title.trim() };
    await correctEntry({ session, position: Number(position), names }, settings, sessions);
  } catch (error) {
    throw new RunError(textOf(error));
  } finally {
    sessions.close();
  }
  tools.log.info('names corrected', { session, position });
}

/** Tracks that the recording holds, the name of its file, if there is a recording, and when the set began. */
async function recordedTracks({ settings, tools, signal }: Context) {
  const { entries, recording: heardIn } = storedSet(settings);
  const recording = basename(settings.recording) || heardIn;
  const begunAt = entries[0]?.at ?? 0;
  if (settings.recording === '' || settings.offset !== 0) {
    return { recording, begunAt, tracks: setTracks(entries, settings.offset) };
  }
  const { findOffset } = await import('../app/tracklist.ts');
  const { offsetMs, seconds, tracks } = await findOffset(
    settings.recording,
    entries,
    settings,
    tools,
    signal,
  );
  const offset = `${(offsetMs / 1_000).toFixed(1)}s`;
  tools.log.info('found where the recording begins in the set', { offset, tracks });
  const held = entries.filter(({ elapsedMs }) => elapsedMs < offsetMs + seconds * 1_000);
  return { recording, begunAt, tracks: setTracks(held, offsetMs) };
}

async function writeChapters(tracks: readonly SetTrack[], context: Context): Promise<void> {
  const { text, shortened, leftOut, hasIntro } = youtubeChapters(tracks);
  await write(text, context.settings.output, context);
  if (hasIntro) {
    context.tools.log.info('added the chapter Intro, because YouTube needs one at 0:00');
  }
  if (shortened > 0 || leftOut > 0) {
    context.tools.log.warn('shortened to the 5,000 characters that YouTube takes', {
      names: shortened,
      left_out: leftOut,
    });
  }
}

function isOfSomeTime({ since, until }: Settings): boolean {
  return since !== undefined || until !== undefined;
}

async function writeReport(name: ReportName, context: Context): Promise<void> {
  const { settings, tools } = context;
  const { since, until } = settings;
  if (isReversed(since, until)) {
    throw new UsageError([{ where: '--until', what: say('web.days-reversed') }]);
  }
  const isMeant = playedBetween(since, until);
  const { sets, recordings } = isOfSomeTime(settings)
    ? setsWith(isMeant, settings)
    : { sets: [setTracks(storedSet(settings).all, settings.offset)], recordings: [] };
  const { text, lacks, hidden } = report(name, sets, reportHeader(settings), isMeant);
  await write(text, settings.output, context);
  for (const { line = 'all', missing, ...play } of lacks) {
    tools.log.warn('the report lacks something', { line, ...play, missing: missing.join('; ') });
  }
  if (hidden > 0) {
    tools.log.info('report omits hidden tracks', { tracks: hidden });
  }
  if (recordings.length > 0) {
    tools.log.warn('report omits recordings, which may repeat sets; export them by --session', {
      recordings: recordings.join(', '),
    });
  }
}

/** Oldest first, without sets that lack such a track. `recordings`: names of those that are left out. */
function setsWith(
  isMeant: (track: SetTrack) => boolean,
  settings: Settings,
): { readonly sets: SetTrack[][]; readonly recordings: string[] } {
  if (settings.session !== 0 || settings.offset !== 0) {
    const where = settings.session === 0 ? '--offset' : '--session';
    throw new UsageError([{ where, what: 'this is about one session, --since and --until about several' }]);
  }
  const path = settings['session.filename'];
  const found = reading(path, (store) =>
    store
      .sessions(Number.MAX_SAFE_INTEGER)
      .toReversed()
      .map(({ id, recording }) => ({ recording, tracks: setTracks(store.entries(id), 0) }))
      .filter(({ tracks }) => tracks.some((track) => !track.removed && isMeant(track))),
  );
  const recordings = (found ?? []).flatMap(({ recording }) => recording ?? []);
  const sets = (found ?? []).flatMap(({ recording, tracks }) => (recording === undefined ? [tracks] : []));
  if (sets.length === 0) {
    throw new RunError(nothingPlayed(recordings));
  }
  return { sets, recordings };
}

function reading<Result>(path: string, read: (store: SessionStore) => Result): Result | undefined {
  if (path === '') {
    throw new RunError('no session is kept: --session.filename is empty');
  }
  const store = SessionStore.existing(path);
  try {
    return store && read(store);
  } finally {
    store?.close();
  }
}

/** The chosen session, or the latest one. */
function storedSet({ 'session.filename': path, session: wanted }: Settings) {
  const [stored, session, all] = reading(path, (store) => {
    const all = store.sessions(Number.MAX_SAFE_INTEGER);
    const chosen = wanted === 0 ? (all[0]?.id ?? 0) : wanted;
    return [all, chosen, store.entries(chosen)] as const;
  }) ?? [[], wanted, []];
  const entries = withoutRemoved(all);
  if (entries.length === 0) {
    const last = stored
      .slice(0, NAMED_SESSIONS)
      .map(({ id, startedAt, tracks }) => `${id} (${rfc3339(startedAt)}, ${tracks} tracks)`);
    throw new RunError(
      stored.length === 0
        ? `no session was stored yet in ${path} (--session.filename)`
        : `there is no session ${session}; the last ones are ${last.join(', ')}`,
    );
  }
  return { session, all, entries, recording: stored.find(({ id }) => id === session)?.recording ?? '' };
}

async function writeSheets(
  tracks: readonly SetTrack[],
  { recording, begunAt }: { readonly recording: string; readonly begunAt: number },
  context: Context,
): Promise<void> {
  const { settings, tools } = context;
  const file = settings['cue.header.file'] === '' ? recording : '';
  const names = setNames(settings);
  const header = namedHeader(cueHeader(settings, tools.log, file), names, begunOn(begunAt));
  const sheetName = basename(settings.output, extname(settings.output)) || fileNameOf(begunAt, names);
  const sheets = cueSheets(withFile(header, sheetName), tracks);
  if (sheets.length > 1 && settings.output === '') {
    throw new RunError(
      `${tracks.length} tracks need ${sheets.length} CUE sheets: name the first file with --output`,
    );
  }
  for (const [index, sheet] of sheets.entries()) {
    const { output } = settings;
    await write(sheet, output === '' ? '' : pathOfSheet(output, index + 1), context);
  }
}

async function write(content: string, path: string, { tools, print }: Context): Promise<void> {
  if (path === '') {
    print(content);
  } else {
    await writing(path, tools.disk.replace(path, content, { durable: true }));
    tools.log.info('set exported', { path });
  }
}
