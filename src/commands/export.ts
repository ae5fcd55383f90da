/** `deckcast export`: a stored session as text for other programs and sites. */

import { RunError, UsageError } from '../core/errors.ts';
import { defineOptions } from '../core/option.ts';
import { rfc3339 } from '../core/units.ts';
import { globalOptions } from '../desk/global-options.ts';
import { cueSheets, SET_FORMATS, setTracks } from '../sets/formats/index.ts';
import type { SetTrack } from '../sets/formats/set.ts';
import { SessionStore } from '../sets/store.ts';
import type { Command, CommandContext } from '../settings/command.ts';
import { choice, duration, filePath, uint } from '../settings/kinds.ts';
import { cueHeader, cueHeaderOptions, pathOfSheet } from '../sinks/cue.ts';
import { writing } from '../sinks/files.ts';
import { sessionOptions } from '../sinks/session.ts';

const group = 'Command flags';

const FORMATS = [
  '',
  'cue',
  'csv',
  'json',
  'm3u',
  'markdown',
  'youtube',
  'mixcloud',
  '1001tracklists',
] as const;

const exportOptions = defineOptions({
  ...globalOptions,
  ...sessionOptions,
  ...cueHeaderOptions,
  format: { kind: choice(FORMATS), default: '', help: 'what to write', group },
  offset: {
    kind: duration,
    default: 0,
    help: 'how long after the first track the recording began, such as 1m30s',
    group,
  },
  session: { kind: uint(), default: 0, help: 'number of the session; 0 is the latest', group },
  output: { kind: filePath, default: '', help: 'file to write; standard output without it', group },
});

type Context = Pick<CommandContext<typeof exportOptions>, 'settings' | 'tools' | 'print'>;

/** How many sessions an error names. */
const NAMED_SESSIONS = 5;

export const exportCommand: Command<typeof exportOptions> = {
  details:
    'Writes a session that was kept while it was played (--session.filename). Tracks before the offset are left ' +
    'out, and the one that was playing then starts at zero: for a recording that began later than the set. ' +
    'CUE sheets take their header from the --cue.header flags.',
  options: exportOptions,
  configuration: 'own',
  run: exportSession,
};

export async function exportSession(context: Context): Promise<void> {
  const { settings } = context;
  if (settings.format === '') {
    throw new UsageError([
      { where: '--format', what: `choose one of ${FORMATS.filter((format) => format !== '').join(', ')}` },
    ]);
  }
  const tracks = setTracks(storedEntries(settings['session.filename'], settings.session), settings.offset);
  if (settings.format === 'cue') {
    await writeSheets(tracks, context);
  } else {
    await write(SET_FORMATS[settings.format](tracks), settings.output, context);
  }
}

function storedEntries(path: string, wanted: number) {
  if (path === '') {
    throw new RunError('no session is kept: --session.filename is empty');
  }
  const store = SessionStore.existing(path);
  try {
    const stored = store?.sessions(NAMED_SESSIONS) ?? [];
    const session = wanted === 0 ? (stored[0]?.id ?? 0) : wanted;
    const entries = store?.entries(session) ?? [];
    if (entries.length === 0) {
      const last = stored.map(
        ({ id, startedAt, tracks }) => `${id} (${rfc3339(startedAt)}, ${tracks} tracks)`,
      );
      throw new RunError(
        stored.length === 0
          ? `no session was stored yet in ${path} (--session.filename)`
          : `there is no session ${session}; the last ones are ${last.join(', ')}`,
      );
    }
    return entries;
  } finally {
    store?.close();
  }
}

async function writeSheets(tracks: readonly SetTrack[], context: Context): Promise<void> {
  const { settings, tools } = context;
  const sheets = cueSheets(cueHeader(settings, tools.log), tracks);
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
