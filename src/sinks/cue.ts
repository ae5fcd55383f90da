/** A CUE sheet of the set, complete and valid after every track. */
import { extname } from 'node:path';
import { filePath, text } from '../config/kinds.ts';
import type { SinkPart } from '../core/contracts.ts';
import { defineOptions, type SettingsOf } from '../core/option.ts';
import { cleanText } from '../core/text.ts';
import type { Logger } from '../core/tools.ts';
import { type CueHeader, type CueTrack, cueSheets, TRACKS_A_SHEET } from '../setlist/cue.ts';
import { namesInRecords } from '../setlist/set.ts';
import { writing } from './files.ts';

const group = 'Sinks';

/** The header of the sheet, which `deckcast export` writes too. */
export const cueHeaderOptions = defineOptions({
  'cue.header.file': {
    kind: text,
    default: '',
    help: "name of the set's audio file, for the CUE sheet",
    group,
  },
  'cue.header.filetype': {
    kind: text,
    default: '',
    help: 'type of that file: WAVE, MP3, AIFF; empty goes by its name',
    group,
  },
  'cue.header.performer': { kind: text, default: '', help: 'performer of the set, for the CUE sheet', group },
  'cue.header.title': { kind: text, default: '', help: 'title of the set, for the CUE sheet', group },
});

const options = defineOptions({
  'cue.filename': { kind: filePath, default: '', help: 'file that gets a CUE sheet of the set', group },
  ...cueHeaderOptions,
});

/** The types that the CUE readers we know accept; at any other they lose the FILE line. */
const FILE_TYPES = ['WAVE', 'MP3', 'AIFF', 'BINARY', 'MOTOROLA'];
const TYPE_OF_EXTENSION: Readonly<Record<string, string>> = {
  '.mp3': 'MP3',
  '.aif': 'AIFF',
  '.aiff': 'AIFF',
};

export const cueSink: SinkPart<typeof options> = {
  name: 'cue',
  options,
  create(settings, { disk, log }) {
    const path = settings['cue.filename'];
    if (path === '') {
      return undefined;
    }
    const header = cueHeader(settings, log);
    /** Those of the newest sheet, by position in the set: the sheets before it are done. */
    const tracks = new Map<number, CueTrack>();
    let sheetPath = path;
    let sheets = 1;
    return {
      kind: 'record',
      async publish(publication) {
        const { artist, title, filename } = namesInRecords(publication);
        if (tracks.size === TRACKS_A_SHEET && !tracks.has(publication.position)) {
          tracks.clear();
          sheets += 1;
          sheetPath = pathOfSheet(path, sheets);
          log.info('the CUE sheet is full; the set goes on in another file', { path: sheetPath });
        }
        tracks.set(publication.position, { artist, title, filename, startMs: publication.elapsedMs });
        const [sheet = ''] = cueSheets(header, [...tracks.values()]);
        await writing(sheetPath, disk.replace(sheetPath, sheet));
      },
    };
  },
};

/** `set.cue`, `set-2.cue`, `set-3.cue`. */
export function pathOfSheet(path: string, number: number): string {
  const extension = extname(path);
  return number === 1 ? path : `${path.slice(0, path.length - extension.length)}-${number}${extension}`;
}

export function cueHeader(settings: SettingsOf<typeof cueHeaderOptions>, log: Logger): CueHeader {
  const file = settings['cue.header.file'];
  const given = cleanText(settings['cue.header.filetype']).toUpperCase();
  if (given !== '' && !FILE_TYPES.includes(given)) {
    log.warn('CUE readers do not know this file type; WAVE serves for FLAC and M4A too', { type: given });
  }
  return {
    performer: settings['cue.header.performer'],
    title: settings['cue.header.title'],
    file,
    filetype: given === '' ? (TYPE_OF_EXTENSION[extname(file).toLowerCase()] ?? 'WAVE') : given,
  };
}
