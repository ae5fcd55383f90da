/** One line for each featured track, added to the end of a file; never changed afterwards. */
import { filePath, text } from '../config/kinds.ts';
import type { SinkPart } from '../core/contracts.ts';
import { defineOptions } from '../core/option.ts';
import { fillTemplate } from '../core/template.ts';
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
  create(settings, { disk, earlierSet }) {
    const path = settings['history.filename'];
    if (path === '') {
      return undefined;
    }
    return {
      kind: 'record',
      async publish(publication) {
        if (publication.kind !== 'track') {
          return;
        }
        const line = fillTemplate(settings['history.format'], publication, namesInRecords(publication));
        if (earlierSet()?.entries.at(-1)?.position === publication.position) {
          // The track was on when the program ended, and has its line unless that was the end of it.
          const lines = Buffer.from((await disk.read(path)) ?? []).toString();
          if (lines.endsWith(`${line}\n`)) {
            return;
          }
        }
        // The file is opened for each line, so that it may be moved away or deleted at any time.
        await writing(path, disk.append(path, `${line}\n`));
      },
    };
  },
};
