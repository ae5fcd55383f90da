/**
 * Appends one line for each featured track to a file; lines never change afterward. The line of a track without any
 * name is written when its names come, at the latest when the next track is featured or the program stops: then with the
 * name of its file, or `ID`.
 */

import type { SinkPart } from '../core/contracts.ts';
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
    without: 'the history of the set is not written',
    words: 'tracklist setlist playlist',
  },
  'history.format': {
    kind: text,
    default: '$ARTIST$ - $SONG$',
    help: 'format of a line in the history file',
    live: true,
  },
});

/** File systems round the time of a change down, FAT to two seconds. */
const FILE_TIME_MS = 2_000;

export const historySink: SinkPart<typeof options> = {
  name: 'history',
  options,
  card: {
    title: 'A line for each track',
    about: 'A text file that grows with the set.',
    settings: {
      group: 'Files',
      common: {
        'history.filename': 'Text file with every track',
      },
      rest: {
        'history.format': 'What a line for a track says',
      },
    },
    steps: () => [{ text: 'Name the file', set: ['history.filename'] }],
  },
  create(settings, { disk, earlierSet }) {
    const path = settings['history.filename'];
    if (path === '') {
      return undefined;
    }
    /** The newest publication of a track whose line is not written yet. */
    let unwritten: Publication | undefined;
    /** Plays that left the set after their line was written: it stays, and counts when they are featured again. */
    const retracted = new Set<PlayId>();

    async function write(): Promise<void> {
      if (unwritten !== undefined) {
        if (!(await isWritten(unwritten))) {
          // The file is opened for each line, so that it may be moved away or deleted at any time.
          await writing(path, disk.append(path, lineOf(unwritten), { durable: true }));
        }
        unwritten = undefined;
      }
    }

    function lineOf(entry: SetEntry): string {
      const names = namesInRecords(entry);
      const shown = isNamed(names) ? names : { ...names, artist: 'ID', title: nameLine(names) };
      return `${fillTemplate(readLive(settings, 'history.format'), entry, shown)}\n`;
    }

    /**
     * Whether the line exists already: the track was on when the program ended, which may have been before the write.
     * It may have been hidden then, and be visible now; one that was hidden or corrected after its line was written has a
     * line with names that are no longer known, but nothing else has been written since it was featured.
     */
    async function isWritten(publication: Publication): Promise<boolean> {
      const before = earlierSet()?.entries.at(-1);
      if (before?.position !== publication.position) {
        return false;
      }
      const text = Buffer.from((await writing(path, disk.read(path))) ?? []).toString();
      // It may have been written while the track was hidden.
      const asHidden = { ...before, hidden: true, track: { ...before.track, ...UNKNOWN_TRACK } };
      if ([publication, before, asHidden].some((entry) => text.endsWith(lineOf(entry)))) {
        return true;
      }
      const hadOthers = before.hidden || before.reportedAs !== undefined;
      const about = hadOthers ? await writing(path, disk.stat(path)) : undefined;
      return about !== undefined && about.modifiedMs >= before.at - FILE_TIME_MS;
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
        const { kind, playId } = publication;
        if (kind === 'retract') {
          if (unwritten?.playId === playId) {
            unwritten = undefined;
          } else {
            retracted.add(playId);
          }
          return;
        }
        if (kind === 'track' && retracted.delete(playId)) {
          await write();
          return;
        }
        if (unwritten?.playId !== publication.playId) {
          if (publication.kind !== 'track') {
            // A written line stays.
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
