/**
 * Appends one line for each featured track to a file; lines never change afterward. The line of a track without any
 * name is written when its names come, at the latest when the next track is featured or the program stops: then with the
 * name of its file, or `ID`.
 */

import type { EarlierSet, SinkPart } from '../core/contracts.ts';
import { say } from '../core/message.ts';
import { defineOptions, readLive } from '../core/option.ts';
import { fillTemplate } from '../core/template.ts';
import { isNamed, type PlayId, type Publication, type SetEntry, UNKNOWN_TRACK } from '../core/track.ts';
import { nameLine, namesInRecords } from '../sets/formats/set.ts';
import { filePath, text } from '../settings/kinds.ts';
import { writing } from './files.ts';

const options = defineOptions('Sinks', {
  'history.filename': {
    kind: filePath,
    default: '',
    help: 'file that gets a line for each featured track',
    without: say('history.history-set-not-written'),
    words: 'tracklist setlist playlist',
  },
  'history.format': {
    kind: text,
    default: '$ARTIST$ - $SONG$',
    help: 'format of a line in the history file',
    live: true,
  },
});

export const historySink: SinkPart<typeof options> = {
  name: 'history',
  options,
  card: {
    title: 'A line for each track',
    about: say('history.text-file-grows-set'),
    settings: {
      group: 'Files',
      common: {
        'history.filename': 'Text file with every track',
      },
      rest: {
        'history.format': 'What a line for a track says',
      },
    },
    steps: () => [{ text: say('history.name-file'), set: ['history.filename'] }],
  },
  create(settings, { disk, earlierSet, sessions }) {
    const path = settings['history.filename'];
    if (path === '') {
      return undefined;
    }
    /** The newest publication of a track whose line is not written yet. */
    let unwritten: Publication | undefined;
    /** Plays that left the set after their line was written: it stays, and counts when they are featured again. */
    const retracted = new Set<PlayId>();
    /** The position whose line was written last; absent until the lines of an earlier run were counted. */
    let last: number | undefined;
    let isComplete = false;

    async function write(): Promise<void> {
      if (unwritten !== undefined) {
        await append(unwritten);
        unwritten = undefined;
      }
    }

    async function append(entry: SetEntry): Promise<void> {
      // The file is opened for each line, so that it may be moved away or deleted at any time.
      await writing(path, disk.append(path, lineOf(entry), { durable: true }));
      await note(entry.position);
    }

    /** The file has the lines up to this position, as the next run has to know. */
    async function note(position: number): Promise<void> {
      last = position;
      const file = await disk.stat(path).catch(() => undefined);
      if (file?.kind === 'file') {
        sessions.noteHistory({ path, position, size: file.size });
      }
    }

    function lineOf(entry: SetEntry): string {
      const names = namesInRecords(entry);
      const shown = isNamed(names) ? names : { ...names, artist: 'ID', title: nameLine(names) };
      return `${fillTemplate(readLive(settings, 'history.format'), entry, shown)}\n`;
    }

    /** Adds the lines that an earlier run did not come to write, but that of its last track: it is published again. */
    async function complete(): Promise<void> {
      if (isComplete) {
        return;
      }
      const set = earlierSet();
      last ??= set === undefined ? 0 : await positionWritten(set);
      for (const entry of set?.entries.slice(0, -1) ?? []) {
        if (entry.position > last) {
          await append(entry);
        }
      }
      isComplete = true;
    }

    /** The last position of the set that has a line. Each has one, in order; a kill may have come before it was noted. */
    async function positionWritten({ entries, history, isOfThisRun }: EarlierSet): Promise<number> {
      if (isOfThisRun) {
        return entries.at(-1)?.position ?? 0;
      }
      const file = await writing(path, disk.stat(path));
      if (file?.kind !== 'file') {
        return 0;
      }
      const mark = history?.path === path ? history : undefined;
      if (mark === undefined) {
        const lines = await linesFrom(Math.max(0, file.size - MOST_READ));
        return entries[countAtEnd(lines, entries) - 1]?.position ?? 0;
      }
      // One that is shorter than it was is another file.
      const lines = await linesFrom(file.size < mark.size ? 0 : mark.size);
      const since = entries.filter((entry) => entry.position > mark.position);
      return since[Math.min(lines.length, since.length) - 1]?.position ?? mark.position;
    }

    async function linesFrom(start: number): Promise<readonly string[]> {
      const text = Buffer.from((await writing(path, disk.read(path, MOST_READ, start))) ?? []).toString();
      return text.split(/(?<=\n)/).filter((line) => line.endsWith('\n'));
    }

    /** How many of the first entries have the last lines. A hidden one may have been written with its names. */
    function countAtEnd(lines: readonly string[], entries: readonly SetEntry[]): number {
      for (let count = Math.min(lines.length, entries.length); count > 0; count -= 1) {
        const ours = lines.slice(-count);
        if (ours.every((line, index) => isLineOf(line, entries[index]))) {
          return count;
        }
      }
      return 0;
    }

    function isLineOf(line: string, entry: SetEntry | undefined): boolean {
      return entry !== undefined && (entry.hidden || [entry, hiddenOf(entry)].map(lineOf).includes(line));
    }

    return {
      kind: 'record',
      prepare: () => disk.prepare(path, { durable: true }),
      hide(publication) {
        if (unwritten?.playId === publication.playId) {
          // The program may stop before its next attempt.
          unwritten = publication;
        }
      },
      async publish(publication) {
        await complete();
        const { kind, playId } = publication;
        if (kind === 'retract') {
          if (unwritten?.playId === playId) {
            unwritten = undefined;
          } else {
            retracted.add(playId);
            await note(publication.position - 1);
          }
          return;
        }
        if (kind === 'track' && retracted.delete(playId)) {
          await write();
          await note(publication.position);
          return;
        }
        if (unwritten?.playId !== publication.playId) {
          const isWritten = publication.isResumed && publication.position <= (last ?? 0);
          if (publication.kind !== 'track' || isWritten) {
            // It stays as it is.
            return;
          }
          await write();
        }
        unwritten = publication;
        if (publication.hidden || isNamed(publication.track)) {
          await write();
        }
      },
      close: write,
    };
  },
};

/** A set of a thousand tracks. */
const MOST_READ = 1024 * 1024;

function hiddenOf(entry: SetEntry): SetEntry {
  return { ...entry, hidden: true, track: { ...entry.track, ...UNKNOWN_TRACK } };
}
