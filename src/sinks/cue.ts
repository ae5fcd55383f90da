/** Complete and valid after every track. */

import { extname } from 'node:path';
import type { SinkPart } from '../core/contracts/sink.ts';
import { say } from '../core/message.ts';
import { defineOptions, type SettingsOf } from '../core/option.ts';
import { cleanText } from '../core/text.ts';
import type { Disk, Logger } from '../core/tools.ts';
import { type Publication, type SetEntry, withoutRemoved } from '../core/track.ts';
import { type CueHeader, type CueTrack, cueSheets, namedHeader, setIdIn } from '../sets/formats/cue.ts';
import { begunOn } from '../sets/formats/file-name.ts';
import { namesInRecords } from '../sets/formats/set.ts';
import { filePath, text } from '../settings/kinds.ts';
import { writing } from './files.ts';

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

/** 99 tracks each. */
const MOST_SHEETS = 99;

const options = defineOptions('Sinks', {
  'cue.filename': {
    kind: filePath,
    default: '',
    help: 'file that gets a CUE sheet of the set',
    without: say('cue.cue-sheet-not-written'),
    more: (path) => Array.from({ length: MOST_SHEETS - 1 }, (_, index) => pathOfSheet(path, index + 2)),
    words: 'recording mix marks chapters',
  },
  ...cueHeaderOptions,
});

/** CUE readers ignore other types. */
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
    about: say('cue.track-marks-recording-set-complete-after'),
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
        text: say('cue.name-file-audio-file-recording-too'),
        set: ['cue.filename', 'cue.header.file'],
      },
    ],
  },
  create(settings, { disk, log, earlierSet, setId, setNames }) {
    const path = settings['cue.filename'];
    if (path === '') {
      return undefined;
    }
    const header = cueHeader(settings, log);
    /** Undefined before the first publication. */
    let current: CueSet | undefined;
    /** Set before the current one, until that has its first track. */
    let before: CueSet | undefined;
    /** Earlier set whose sheets still have the track that moved to the current one. */
    let left: CueSet | undefined;

    function begin(publication: Publication): CueSet {
      const entries = withoutRemoved(earlierSet(publication)?.entries ?? []);
      const tracks = new Map(entries.map((entry) => [entry.position, cueTrack(entry)]));
      const date = begunOn((entries[0] ?? publication).at);
      return { date, number: publication.set, id: setId(publication), tracks, written: undefined };
    }

    async function write(set: CueSet): Promise<void> {
      const { id, tracks, date } = set;
      const sheets = (): readonly string[] =>
        cueSheets({ ...namedHeader(header, setNames(), date), setId: id }, inOrder(tracks));
      set.written ??= await makeRoom(path, id, disk, log);
      const { written } = set;
      for (const [index, rendered] of sheets().entries()) {
        if (rendered === written[index]) {
          continue;
        }
        const sheetPath = pathOfSheet(path, index + 1);
        if (index > 0 && written[index] === undefined) {
          log.info('CUE sheet full; continuing in another file', { path: sheetPath });
        }
        const found = await textIn(sheetPath, disk);
        if (found !== undefined && setIdIn(found) !== id) {
          // Another program writes this file.
          await moveAside([sheetPath], disk, log);
        }
        // Renders again: a slow disk may have answered after a hide.
        const sheet = sheets()[index] ?? '';
        await writing(sheetPath, disk.replace(sheetPath, sheet, { durable: true }));
        written[index] = sheet;
      }
    }

    return {
      kind: 'record',
      prepare: () => disk.prepare(path, { durable: true }),
      hide(publication) {
        const tracks = publication.set === current?.number ? current?.tracks : undefined;
        if (publication.kind !== 'retract' && tracks?.has(publication.position)) {
          tracks.set(publication.position, cueTrack(publication));
        }
      },
      async publish(publication) {
        const { kind, position, movedFrom } = publication;
        if (current === undefined || publication.set !== current.number) {
          before = current;
          current = begin(publication);
        }
        if (movedFrom !== undefined && before?.tracks.delete(movedFrom)) {
          left = before;
        }
        if (kind === 'retract') {
          current.tracks.delete(position);
        } else if (position > 0) {
          current.tracks.set(position, cueTrack(publication));
        }
        if (left !== undefined) {
          await write(left);
          left = undefined;
        }
        // A new set gets its sheet with its first track.
        if (position > 0) {
          before = undefined;
          await write(current);
        }
      },
    };
  },
};

interface CueSet {
  /** Of its first track. */
  readonly date: string;
  /** `Publication.set`. */
  readonly number: number | undefined;
  readonly id: string;
  readonly tracks: Map<number, CueTrack>;
  /** Undefined until sheets of other sets are out of the way. */
  written: (string | undefined)[] | undefined;
}

/** A removed track that is put back comes last in the map. */
function inOrder(tracks: CueSet['tracks']): CueTrack[] {
  return [...tracks].sort(([one], [other]) => one - other).map(([, track]) => track);
}

function cueTrack(entry: SetEntry): CueTrack {
  const { artist, title, filename, isrc } = namesInRecords(entry);
  return { artist, title, filename, isrc, startMs: entry.elapsedMs };
}

/** Checked even if lower ones are missing, which users may have moved. */
const SHEETS_CHECKED = 9;

/** Moves other sets' sheets aside. Returns this set's. */
async function makeRoom(path: string, id: string, disk: Disk, log: Logger): Promise<(string | undefined)[]> {
  const written: (string | undefined)[] = [];
  const others: string[] = [];
  for (let number = 1; ; number += 1) {
    const sheetPath = pathOfSheet(path, number);
    const found = await textIn(sheetPath, disk);
    if (found === undefined && number >= SHEETS_CHECKED) {
      break;
    }
    const isOurs = found !== undefined && setIdIn(found) === id;
    written.push(isOurs ? found : undefined);
    if (found !== undefined && !isOurs) {
      others.push(sheetPath);
    }
  }
  if (others.length > 0) {
    await moveAside(others, disk, log);
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

export function pathOfSheet(path: string, number: number): string {
  const extension = extname(path);
  return number === 1 ? path : `${path.slice(0, path.length - extension.length)}-${number}${extension}`;
}

/** `recording`: name of the audio file, in place of the configured one. */
export function cueHeader(
  settings: SettingsOf<typeof cueHeaderOptions>,
  log: Logger,
  recording = '',
): CueHeader {
  const file = recording || settings['cue.header.file'];
  const given = recording === '' ? cleanText(settings['cue.header.filetype']).toUpperCase() : '';
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
