/**
 * Writes an unchanging line per featured track. A nameless track's line waits for names until the next track or the
 * stop, then has the file name, or `ID`.
 */

import type { EarlierSet } from '../core/contracts/set.ts';
import type { SinkPart } from '../core/contracts/sink.ts';
import { evictOldest } from '../core/evict.ts';
import { say } from '../core/message.ts';
import { defineOptions, readLive } from '../core/option.ts';
import { fillTemplate } from '../core/template.ts';
import {
  isNamed,
  type PlayId,
  type Publication,
  type SetEntry,
  UNKNOWN_TRACK,
  withoutRemoved,
} from '../core/track.ts';
import { namesInRecords } from '../sets/formats/set.ts';
import { filePath, template } from '../settings/kinds.ts';
import { writing } from './files.ts';

/** More than are on air again, but bounded in a run of months. */
const REMEMBERED_PLAYS = 1_000;

const options = defineOptions('Sinks', {
  'history.filename': {
    kind: filePath,
    default: '',
    help: 'file that gets a line for each featured track',
    without: say('history.history-set-not-written'),
    words: 'tracklist setlist playlist',
  },
  'history.format': {
    kind: template,
    default: '$ARTIST$ - $SONG$',
    help: 'format of a line in the history file; $ARTIST$ and $SONG$ stand for the names, $ALBUM$, $BPM$, $KEY$ and more for other data of the track',
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
  create(settings, { disk, earlierSet, sessions, setId }) {
    const path = settings['history.filename'];
    if (path === '') {
      return undefined;
    }
    /** Newest publication of a track without its line. */
    let unwritten: Publication | undefined;
    /** Left the set after their line, which stays, and counts if they are featured again. */
    const retracted = new Set<PlayId>();
    /** Plays that have a line, or wait for their names. */
    const known = new Set<PlayId>();
    /** Last written line; undefined until an earlier run's are counted. */
    let last: number | undefined;
    let isComplete = false;
    /** Undefined before the first publication. */
    let current: Pick<Publication, 'set'> | undefined;

    async function write(): Promise<void> {
      if (unwritten !== undefined) {
        await append(unwritten);
        unwritten = undefined;
      }
    }

    async function append(entry: SetEntry): Promise<void> {
      // Users may move or delete the file at any time.
      await writing(path, disk.append(path, lineOf(entry), { durable: true }));
      await note(entry.position);
    }

    /** Tells the next run how much of the set the file has. */
    async function note(position: number): Promise<void> {
      last = position;
      const file = await disk.stat(path).catch(() => undefined);
      if (file?.kind === 'file') {
        sessions.noteHistory({ path, position, size: file.size }, setId(current ?? {}));
      }
    }

    function lineOf(entry: SetEntry): string {
      const names = namesInRecords(entry);
      const shown = isNamed(names) ? names : { ...names, artist: 'ID', title: names.filename || 'ID' };
      return `${fillTemplate(readLive(settings, 'history.format'), entry, shown)}\n`;
    }

    /** Appends lines that an earlier run missed, except its last track's, which is published again. */
    async function complete(): Promise<void> {
      if (isComplete) {
        return;
      }
      const set = earlierSet(current ?? {});
      const entries = withoutRemoved(set?.entries ?? []);
      last ??= set === undefined ? 0 : await positionWritten({ ...set, entries });
      for (const { playId } of set?.isOfThisRun ? entries : []) {
        known.add(playId);
      }
      for (const entry of entries.slice(0, -1)) {
        if (entry.position > last) {
          await append(entry);
        }
      }
      isComplete = true;
    }

    /** Lines stay. The play that moves to the new set may have its own. */
    async function begin(publication: Publication): Promise<void> {
      if (unwritten?.playId !== publication.playId) {
        await write();
      }
      current = publication;
      retracted.clear();
      await note(hasLine(publication) ? 1 : 0);
    }

    function hasLine({ playId }: Publication): boolean {
      return known.has(playId) && unwritten?.playId !== playId;
    }

    /** Lines are in order, but a kill may come between a line and its note. */
    async function positionWritten({ entries, history, isOfThisRun }: EarlierSet): Promise<number> {
      if (isOfThisRun) {
        return entries.at(-1)?.position ?? 0;
      }
      const file = await writing(path, disk.stat(path));
      if (file?.kind !== 'file') {
        return 0;
      }
      const mark = history?.path === path ? history : undefined;
      // A shorter file is another one.
      const notedTo = mark === undefined || file.size < mark.size ? 0 : mark.size;
      if (mark === undefined || mark.position === 0) {
        // An earlier set may have written a line after its note.
        const lines = await linesFrom(Math.max(notedTo, file.size - MOST_READ));
        return entries[countAtEnd(lines, entries) - 1]?.position ?? 0;
      }
      const lines = await linesFrom(notedTo);
      const since = entries.filter((entry) => entry.position > mark.position);
      return since[Math.min(lines.length, since.length) - 1]?.position ?? mark.position;
    }

    async function linesFrom(start: number): Promise<readonly string[]> {
      const text = Buffer.from((await writing(path, disk.read(path, MOST_READ, start))) ?? []).toString();
      return text.split(/(?<=\n)/).filter((line) => line.endsWith('\n'));
    }

    /** Counts how many first entries are the last lines. A hidden one may have its names in the file. */
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
          // The program may stop before the next attempt.
          unwritten = publication;
        }
      },
      async publish(publication) {
        current ??= publication;
        await complete();
        if (publication.set !== current.set) {
          await begin(publication);
        }
        const { kind, playId, position, movedFrom } = publication;
        if (kind === 'new set' && position === 0) {
          return;
        }
        if (movedFrom !== undefined && hasLine(publication)) {
          await note(position);
          return;
        }
        if (kind === 'retract') {
          if (unwritten?.playId === playId) {
            unwritten = undefined;
            return;
          }
          retracted.add(playId);
          if (!publication.removed) {
            // The next track takes its position.
            await note(position - 1);
          }
          return;
        }
        if (kind === 'track' && retracted.delete(playId)) {
          await write();
          await note(position);
          return;
        }
        if (unwritten?.playId !== publication.playId) {
          const isFirst = kind === 'track' || kind === 'new set';
          if (isFirst) {
            known.add(playId);
            evictOldest(known, REMEMBERED_PLAYS);
          }
          const isWritten = publication.isResumed && position <= (last ?? 0);
          if (!isFirst || isWritten) {
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

/** Enough for a set of a thousand tracks. */
const MOST_READ = 1024 * 1024;

function hiddenOf(entry: SetEntry): SetEntry {
  return { ...entry, hidden: true, track: { ...entry.track, ...UNKNOWN_TRACK } };
}
