import { resolve as wholePath } from 'node:path';
import type { Source, SourceListener, SourceTools } from '../../core/contracts/source.ts';
import type { SourceHealth } from '../../core/health.ts';
import { problemOf } from '../../core/health.ts';
import { say, type Text } from '../../core/message.ts';
import { PlayEnd } from '../../core/play-end.ts';
import type { Clock, Disk, Logger } from '../../core/tools.ts';
import { unlessAborted, WakeSignal } from '../../core/waiting.ts';
import { PlayIds } from '../shared/play-ids.ts';
import type { Content } from './content.ts';
import { decodeText } from './decode.ts';
import { CHOOSE_ENCODING, NOT_UTF8 } from './examine.ts';
import { Follower } from './follower.ts';
import { readContent } from './formats.ts';
import type { TextFileSettings } from './options.ts';
import { type Reading, WatchedFile } from './watch.ts';

/** Network shares and some file systems have no events. */
const POLL_MS = 1000;
/** Writers on Windows lock the file for a moment. */
const FAILED_READS = 5;
const RETRY_READ_MS = 100;
const NOT_READ = say('softa.not-looked-yet');
const FORMATS: Readonly<Record<Content['format'], Text>> = {
  empty: say('softa.empty'),
  'key: value lines': say('softa.key-value-lines'),
  playlist: say('softa.playlist'),
  'single line': say('softa.single-line'),
  tracklist: say('softa.tracklist'),
  unknown: say('softa.unknown-format'),
};

const NO_CONTENT: Content = { format: 'empty', entries: [], state: 'unfinished' };

export interface TextFileTools {
  readonly log: Logger;
  readonly clock: Clock;
  readonly disk: Disk;
  readonly goesOn?: SourceTools['goesOn'];
}

export class TextFileSource implements Source {
  /** File, or folder of daily playlists. */
  readonly #path: string;
  readonly #encoding: string;
  readonly #tools: TextFileTools;
  readonly #follower: Follower;
  readonly #plays: PlayIds;
  #failedReads = 0;
  #content = NO_CONTENT;
  #bytes: Uint8Array = new Uint8Array();
  /** Read last; in a folder, a playlist. */
  #file: string | undefined;
  #isDoubtful = false;
  #state: Text = NOT_READ;
  #problem: Text | undefined;
  #lastHeardAt: number | undefined;

  constructor(settings: TextFileSettings, tools: TextFileTools) {
    this.#path = settings['softa.filename'];
    this.#encoding = settings['softa.encoding'];
    this.#tools = tools;
    this.#follower = new Follower(tools.goesOn);
    this.#plays = new PlayIds('softa', tools.clock);
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const wake = new WakeSignal(this.#tools.clock);
    const file = new WatchedFile(this.#path, this.#tools.disk, () => wake.notify(), signal);
    const end = new PlayEnd(this.#tools.clock, listener);
    this.#tools.log.info('watching file', { source: 'softa', file: this.#path });
    for (let rang = true; !signal.aborted; ) {
      // A read from a lost network share may never end, and must not delay the stop.
      const reading: Reading | undefined = await unlessAborted(file.read(rang), signal);
      const readAgainAfterMs: number | undefined =
        reading === undefined ? undefined : this.#apply(reading, end);
      // Pending content is read again even if the file's time, which may be coarse, is unchanged.
      rang = (await wake.wait(readAgainAfterMs ?? POLL_MS, signal)) || readAgainAfterMs !== undefined;
    }
    end.close();
  }

  health(): SourceHealth {
    return {
      watching: this.#path,
      lastHeardAt: this.#lastHeardAt,
      problem: this.#problem,
      details: [{ name: this.#file ?? this.#path, state: this.#state }],
    };
  }

  /** Milliseconds until the next read; undefined if the next poll is soon enough. */
  #apply(reading: Reading, end: PlayEnd): number | undefined {
    if (reading.is === 'unreadable') {
      this.#failedReads += reading.lasts ? FAILED_READS : 1;
      if (this.#failedReads < FAILED_READS) {
        return RETRY_READ_MS;
      }
      this.#setState(say('softa.unreadable'), say('softa.file-cannot-read', { reason: reading.why }));
      return undefined;
    }
    this.#failedReads = 0;
    if (reading.is === 'content') {
      this.#parse(reading.bytes, reading.path);
    } else if (reading.is === 'missing') {
      this.#content = NO_CONTENT;
      this.#bytes = new Uint8Array();
    }
    const now = this.#tools.clock.monotonic();
    const { plays, accepted, readAgainAfterMs } = this.#follower.update(this.#content, now);
    for (const track of plays) {
      end.announce(this.#plays.next(track));
    }
    if (accepted) {
      if (this.#content.format === 'empty') {
        end.stopped();
      } else {
        end.goesOn();
      }
      this.#lastHeardAt = this.#tools.clock.now();
    }
    if (readAgainAfterMs === undefined) {
      this.#describe(reading.is === 'missing');
    }
    return readAgainAfterMs;
  }

  #parse(bytes: Uint8Array, path: string): void {
    if (this.#file !== undefined && path !== this.#file) {
      this.#tools.log.info('watching the playlist of a new day', { source: 'softa', file: path });
      this.#follower.beginFile();
    } else if (path === this.#file && Buffer.compare(bytes, this.#bytes) === 0) {
      return;
    }
    this.#file = path;
    const { text, cut, doubtful = false } = decodeText(bytes, this.#encoding);
    const content = readContent(text, path);
    this.#isDoubtful = doubtful;
    this.#bytes = bytes;
    this.#content = cut ? { ...content, state: 'unfinished' } : content;
  }

  #describe(missing: boolean): void {
    if (missing) {
      // Later, a missing file is being replaced or its player was closed.
      if (this.#state === NOT_READ) {
        this.#tools.log.warn('the track file is not there yet', {
          source: 'softa',
          file: wholePath(this.#path),
          hint: 'the DJ software makes it; if that plays already, correct --softa.filename',
        });
      }
      this.#setState(say('softa.waiting-file'));
      return;
    }
    const { format } = this.#content;
    if (format === 'unknown') {
      this.#setState(FORMATS[format], say('softa.file-no-format-deckcast-knows'));
    } else if (this.#isDoubtful) {
      const problem = problemOf({ finding: NOT_UTF8, todo: CHOOSE_ENCODING });
      this.#setState(FORMATS[format], problem, 'names in the track file may be wrong');
    } else {
      this.#setState(FORMATS[format]);
    }
  }

  #setState(state: Text, problem?: Text, warning = 'cannot use the track file'): void {
    if (String(state) === String(this.#state) && String(problem) === String(this.#problem)) {
      return;
    }
    this.#state = state;
    this.#problem = problem;
    const fields = { source: 'softa', file: this.#file ?? this.#path };
    if (problem === undefined) {
      this.#tools.log.debug('file state', { ...fields, state });
    } else {
      this.#tools.log.warn(warning, { ...fields, problem });
    }
  }
}
