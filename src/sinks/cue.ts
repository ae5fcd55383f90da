/** A CUE sheet of the set, complete and valid after every track. */
import { extname } from 'node:path';
import type { SinkPart } from '../core/contracts.ts';
import { defineOptions, type SettingsOf } from '../core/option.ts';
import { cleanText } from '../core/text.ts';
import type { Disk, Logger } from '../core/tools.ts';
import type { SetEntry } from '../core/track.ts';
import { type CueHeader, type CueTrack, cueSheets } from '../sets/formats/cue.ts';
import { namesInRecords } from '../sets/formats/set.ts';
import { filePath, text } from '../settings/kinds.ts';
import { writing } from './files.ts';

/** The header of the sheet, which `deckcast export` writes too. */
export const cueHeaderOptions = defineOptions('Sinks', {
  'cue.header.file': {
    kind: text,
    default: '',
    help: "name of the set's audio file, for the CUE sheet",
  },
  'cue.header.filetype': {
    kind: text,
    default: '',
    help: 'type of that file: WAVE, MP3, AIFF; derived from the file name if empty',
  },
  'cue.header.performer': { kind: text, default: '', help: 'performer of the set, for the CUE sheet' },
  'cue.header.title': { kind: text, default: '', help: 'title of the set, for the CUE sheet' },
});

/** Sheets of 99 tracks that have names of their own: more than anybody plays in one set. */
const MOST_SHEETS = 99;

const options = defineOptions('Sinks', {
  'cue.filename': {
    kind: filePath,
    default: '',
    help: 'file that gets a CUE sheet of the set',
    without: 'the CUE sheet is not written',
    more: (path) => Array.from({ length: MOST_SHEETS - 1 }, (_, index) => pathOfSheet(path, index + 2)),
    words: 'recording mix marks chapters',
  },
  ...cueHeaderOptions,
});

/** The types that CUE readers accept; they ignore a FILE line of any other type. */
const FILE_TYPES = ['WAVE', 'MP3', 'AIFF', 'BINARY', 'MOTOROLA'];
const TYPE_OF_EXTENSION: Readonly<Record<string, string>> = {
  '.mp3': 'MP3',
  '.aif': 'AIFF',
  '.aiff': 'AIFF',
};

export const cueSink: SinkPart<typeof options> = {
  name: 'cue',
  options,
  card: {
    title: 'CUE sheet',
    about: 'Track marks for the recording of the set, complete after every track.',
    settings: {
      group: 'Files',
      common: {
        'cue.filename': 'CUE sheet of the set',
      },
      rest: {
        'cue.header.file': 'CUE sheet: audio file',
        'cue.header.filetype': 'CUE sheet: type of the audio file',
        'cue.header.performer': 'CUE sheet: performer',
        'cue.header.title': 'CUE sheet: title',
      },
    },
    steps: () => [
      {
        text: 'Name the file; the audio file of the recording, too, if you know it',
        set: ['cue.filename', 'cue.header.file'],
      },
    ],
  },
  create(settings, { disk, log, earlierSet }) {
    const path = settings['cue.filename'];
    if (path === '') {
      return undefined;
    }
    const header = cueHeader(settings, log);
    /** The whole set, by position. */
    const tracks = new Map<number, CueTrack>();
    /** Whether the set began before this sink did. */
    let goesOn = false;
    /** The sheets as they are on the disk; absent until they were read. */
    let written: (string | undefined)[] | undefined;

    return {
      kind: 'record',
      prepare: () => disk.prepare(path, { durable: true }),
      hide(publication) {
        if (publication.kind !== 'retract' && tracks.has(publication.position)) {
          // The sheet is written whole, also for another track that comes first.
          tracks.set(publication.position, cueTrack(publication));
        }
      },
      async publish(publication) {
        if (tracks.size === 0) {
          for (const entry of earlierSet()?.entries ?? []) {
            tracks.set(entry.position, cueTrack(entry));
          }
          goesOn = tracks.size > 0;
        }
        if (publication.kind === 'retract') {
          tracks.delete(publication.position);
        } else {
          tracks.set(publication.position, cueTrack(publication));
        }
        const sheets = (): readonly string[] => cueSheets(header, [...tracks.values()]);
        written ??= await makeRoom(path, sheets(), goesOn, disk, log);
        for (const index of sheets().keys()) {
          if (sheets()[index] === written[index]) {
            continue;
          }
          const sheetPath = pathOfSheet(path, index + 1);
          if (index > 0 && written[index] === undefined) {
            log.info('the CUE sheet is full; the set goes on in another file', { path: sheetPath });
          }
          const found = await textIn(sheetPath, disk);
          // A slow disk may have answered after a hide.
          const sheet = sheets()[index] ?? '';
          if (found !== undefined && found !== written[index] && !isEarlierState(found, sheet)) {
            // Edited by hand since, or by another program that has the same file.
            await moveAside([sheetPath], disk, log);
          }
          await writing(sheetPath, disk.replace(sheetPath, sheet, { durable: true }));
          written[index] = sheet;
        }
      },
    };
  },
};

function cueTrack(entry: SetEntry): CueTrack {
  const { artist, title, filename, isrc } = namesInRecords(entry);
  return { artist, title, filename, isrc, startMs: entry.elapsedMs };
}

/** Sheet numbers that are checked even where lower ones are missing: some sheets may have been moved. */
const SHEETS_CHECKED = 9;

/** Whether the file is what this sheet was before. What was hidden or revealed since has other names there. */
function isEarlierState(file: string, sheet: string): boolean {
  const wanted = blocksOf(sheet);
  return (
    sheet.startsWith(file) ||
    blocksOf(file).every((block, index) => {
      const other = wanted[index] ?? '';
      const isHidden = NAMES_HIDDEN.test(block) || NAMES_HIDDEN.test(other);
      return block === other || (isHidden && block.replace(NAMES, '') === other.replace(NAMES, ''));
    })
  );
}

/** The header, and each track. */
function blocksOf(sheet: string): readonly string[] {
  return sheet.split(/^(?= {2}TRACK )/m);
}

const NAMES = /^ {4}TITLE .*\n {4}PERFORMER .*\n/m;
const NAMES_HIDDEN = /^ {4}TITLE "ID"\n {4}PERFORMER "ID"\n/m;

/**
 * Moves the sheets of an earlier set aside. A file with which this set's sheet begins belongs to this set, and stays. So
 * does an earlier state of it when the set goes on; of a new set there is none, and one that begins with a hidden track
 * would take the only track of the set before for its own. Returns the content of each sheet's file.
 */
async function makeRoom(
  path: string,
  sheets: readonly string[],
  goesOn: boolean,
  disk: Disk,
  log: Logger,
): Promise<(string | undefined)[]> {
  const written: (string | undefined)[] = [];
  const earlier: string[] = [];
  for (let number = 1; ; number += 1) {
    const sheetPath = pathOfSheet(path, number);
    const found = await textIn(sheetPath, disk);
    if (found === undefined && number >= SHEETS_CHECKED) {
      break;
    }
    const sheet = sheets[number - 1] ?? '';
    if (found === undefined || (goesOn ? isEarlierState(found, sheet) : sheet.startsWith(found))) {
      written.push(found);
    } else {
      written.push(undefined);
      earlier.push(sheetPath);
    }
  }
  if (earlier.length > 0) {
    await moveAside(earlier, disk, log);
  }
  return written;
}

async function textIn(path: string, disk: Disk): Promise<string | undefined> {
  const found = await writing(path, disk.read(path));
  return found && Buffer.from(found).toString();
}

async function moveAside(sheets: readonly string[], disk: Disk, log: Logger): Promise<void> {
  const [first = ''] = sheets;
  log.info('previous CUE sheet renamed', { path: await writing(first, disk.setAside(sheets)) });
}

/** `set.cue`, `set-2.cue`, `set-3.cue`. */
export function pathOfSheet(path: string, number: number): string {
  const extension = extname(path);
  return number === 1 ? path : `${path.slice(0, path.length - extension.length)}-${number}${extension}`;
}

export function cueHeader(settings: SettingsOf<typeof cueHeaderOptions>, log: Logger): CueHeader {
  const file = settings['cue.header.file'];
  const given = cleanText(settings['cue.header.filetype']).toUpperCase();
  if (given !== '' && !FILE_TYPES.includes(given)) {
    log.warn('CUE players do not know this file type; use WAVE, also for FLAC and M4A', { type: given });
  }
  return {
    performer: settings['cue.header.performer'],
    title: settings['cue.header.title'],
    file,
    filetype: given === '' ? (TYPE_OF_EXTENSION[extname(file).toLowerCase()] ?? 'WAVE') : given,
  };
}
