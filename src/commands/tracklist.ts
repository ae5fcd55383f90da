/** `deckcast tracklist`: hears which tracks of the DJ's library a recording consists of. */

import { UsageError } from '../core/errors.ts';
import { defineOptions } from '../core/option.ts';
import { isUnsure } from '../core/track.ts';
import type { Command } from '../settings/command.ts';
import { exportOptions, exportSession } from './export.ts';

const {
  session: _session,
  since: _since,
  until: _until,
  offset: _offset,
  recording: _recording,
  correct: _correct,
  ...formatOptions
} = exportOptions;

const tracklistOptions = defineOptions('Command flags', formatOptions);

export const tracklist: Command<typeof tracklistOptions> = {
  details:
    'Compares a recorded set with your own music (--hear.library) and stores its tracklist like a set that was played ' +
    '(--session.filename), then writes it in the given format. Nothing leaves this computer. Several files in order ' +
    'count as one set. It reads MP3, FLAC, WAV, AIFF, Ogg and Opus, and with ffmpeg M4A and videos too.\n\n' +
    'What is not in your music becomes ID - ID. CSV and JSON also say when each track is first and last heard, and mark ' +
    'entries to check. The first time, your music is indexed, which takes about a second for each track. Ctrl-C stops; ' +
    'the same command goes on from there.',
  arguments: [{ name: 'recording', required: true, repeats: true }],
  options: tracklistOptions,
  configuration: 'own',
  check: ({ settings }) =>
    settings['hear.library'].length > 0
      ? []
      : [{ where: '--hear.library', what: 'name your music: folders, mixxx, serato or engine' }],
  async run({ settings, args, environment, tools, print, signal }) {
    if (settings['session.filename'] === '') {
      throw new UsageError([
        { where: '--session.filename', what: 'the tracklist is kept there, so it needs a name' },
      ]);
    }
    const { resolve } = await import('node:path');
    const { storeTracklist } = await import('../app/tracklist.ts');
    const paths = args.map((path) => resolve(environment.cwd, path));
    const stored = await storeTracklist(paths, settings, tools, signal).catch((error: unknown) => {
      if (!signal.aborted) {
        throw error;
      }
    });
    if (stored === undefined) {
      tools.log.info('stopped; the same command goes on from here');
      return;
    }
    const { session, entries } = stored;
    const unsure = entries.filter(isUnsure);
    const hidden = entries.filter((entry) => entry.hidden);
    const counts = { entries: entries.length, unsure: unsure.length, hidden: hidden.length };
    tools.log.info('tracklist stored', { session, ...counts });
    const format = settings.format === '' ? 'mixcloud' : settings.format;
    const whole = { session, offset: 0, recording: '', correct: '', since: undefined, until: undefined };
    await exportSession({ settings: { ...settings, ...whole, format }, tools, print, signal });
  },
};
