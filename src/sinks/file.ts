/** Text and art are always of one track. */

import type { SinkPart } from '../core/contracts/sink.ts';
import { messageOf } from '../core/errors.ts';
import { say } from '../core/message.ts';
import { defineOptions, readLive } from '../core/option.ts';
import { fillTemplate } from '../core/template.ts';
import { type Publication, TRANSPARENT_PIXEL } from '../core/track.ts';
import { filePath, template } from '../settings/kinds.ts';
import { allWritten, writing } from './files.ts';

const options = defineOptions('Sinks', {
  'outfile.featured': {
    kind: filePath,
    default: '',
    help: 'file that holds the featured track',
    without: say('file.file-featured-track-not-written'),
    words: 'now playing text txt file',
  },
  'outfile.format': {
    kind: template,
    default: '$ARTIST$ - $SONG$',
    help: 'format of the featured file; $ARTIST$ and $SONG$ stand for the names, $ALBUM$, $BPM$, $KEY$ and more for other data of the track',
    live: true,
  },
  'outfile.art': {
    kind: filePath,
    default: '',
    help: 'file that holds the art of the featured track, a PNG',
    without: say('file.file-art-not-written'),
  },
});

export const fileSink: SinkPart<typeof options> = {
  name: 'file',
  options,
  card: {
    title: 'Text and cover as files',
    about: say('file.programs-show-text-file-picture-such'),
    settings: {
      group: 'Files',
      common: {
        'outfile.featured': 'Text file with the track on air',
        'outfile.format': 'What that file says',
        'outfile.art': 'Picture file with the cover',
      },
    },
    steps: () => [
      {
        text: say('file.name-file-text-cover-both'),
        set: ['outfile.featured', 'outfile.art'],
      },
      { text: say('file.choose-same-files-program-shows-them') },
    ],
  },
  create(settings, { disk, log }) {
    const featured = settings['outfile.featured'];
    const art = settings['outfile.art'];
    if (featured === '' && art === '') {
      return undefined;
    }
    const rendered = (publication: Publication): string =>
      publication.hidden ? '' : fillTemplate(readLive(settings, 'outfile.format'), publication);
    let cleared: Promise<unknown> = Promise.resolve();

    const files = [
      { path: featured, nothing: new Uint8Array() },
      { path: art, nothing: TRANSPARENT_PIXEL.png },
    ].filter(({ path }) => path !== '');

    /** Programs would show an earlier track. */
    async function empty(path: string, nothing: Uint8Array): Promise<void> {
      try {
        const found = await disk.stat(path);
        if (found?.kind === 'file' && found.size !== nothing.length) {
          await disk.replace(path, nothing);
        }
      } catch (error) {
        log.warn('cannot clear the track of an earlier set', { path, reason: messageOf(error) });
      }
    }

    return {
      kind: 'state',
      rendered,
      prepare() {
        for (const { path } of files) {
          disk.prepare(path);
        }
      },
      clear() {
        cleared = Promise.all(files.map(({ path, nothing }) => empty(path, nothing)));
      },
      async publish(publication) {
        await cleared;
        const picture = (publication.art ?? TRANSPARENT_PIXEL).png;
        await allWritten([
          ...(featured === '' ? [] : [writing(featured, disk.replace(featured, rendered(publication)))]),
          ...(art === '' ? [] : [writing(art, disk.replace(art, picture))]),
        ]);
      },
    };
  },
};
