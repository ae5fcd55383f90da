/**
 * Appends one line for each featured track to a file; lines never change afterwards. The line of a track without any
 * name is written when its names come, at the latest when the next track is featured or the program stops.
 */
import { filePath, text } from '../config/kinds.ts';
import type { SinkPart } from '../core/contracts.ts';
import { defineOptions, readLive } from '../core/option.ts';
import { fillTemplate } from '../core/template.ts';
import { isNamed, type Publication } from '../core/track.ts';
import { namesInRecords } from '../setlist/set.ts';
import { writing } from './files.ts';

const group = 'Sinks';

const options = defineOptions({
  'history.filename': {
    kind: filePath,
    default: '',
    help: 'file that gets a line for each featured track',
    group,
  },
  'history.format': {
    kind: text,
    default: '$ARTIST$ - $SONG$',
    help: 'what a line of the history file holds',
    live: true,
    group,
  },
});

export const historySink: SinkPart<typeof options> = {
  name: 'history',
  options,
  async diagnose(settings, { disk }) {
    const { folderFindings } = await import('../computer/folders.ts');
    return folderFindings(
      [
        {
          option: '--history.filename',
          path: settings['history.filename'],
          without: 'the history of the set is not written',
        },
      ],
      disk,
    );
  },
  create(settings, { disk, earlierSet }) {
    const path = settings['history.filename'];
    if (path === '') {
      return undefined;
    }
    /** The newest publication of a track whose line is not written yet. */
    let unwritten: Publication | undefined;

    async function write(): Promise<void> {
      if (unwritten !== undefined) {
        const line = fillTemplate(readLive(settings, 'history.format'), unwritten, namesInRecords(unwritten));
        if (!(await isWritten(unwritten, line))) {
          // The file is opened for each line, so that it may be moved away or deleted at any time.
          await writing(path, disk.append(path, `${line}\n`));
        }
        unwritten = undefined;
      }
    }

    /**
     * Whether the line exists already: the track was on when the program ended, which may have been before the write.
     */
    async function isWritten({ position }: Publication, line: string): Promise<boolean> {
      if (earlierSet()?.entries.at(-1)?.position !== position) {
        return false;
      }
      return Buffer.from((await writing(path, disk.read(path))) ?? [])
        .toString()
        .endsWith(`${line}\n`);
    }

    return {
      kind: 'record',
      prepare: () => disk.prepare(path),
      async publish(publication) {
        if (unwritten?.playId !== publication.playId) {
          await write();
          if (publication.kind !== 'track') {
            return;
          }
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
