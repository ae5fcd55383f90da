import { once } from 'node:events';
import { dirname } from 'node:path';
import { SonicBoom } from 'sonic-boom';
import { messageOf, RunError } from '../core/errors.ts';
import type { LogFields, LoggedLine, Logger } from '../core/tools.ts';
import { rfc3339 } from '../core/units.ts';
import { makeFolder } from './disk/node-disk.js';
import { jsonLine, LOG_LEVELS, type LogFormat, type LogLevel, textLine } from './log-line.ts';
import { LogTail } from './log-tail.ts';

export interface LogSettings {
  /** Empty: standard error. */
  readonly 'log.file': string;
  readonly 'log.format': LogFormat;
  /** Read at every line, so that it can change while running. */
  readonly 'log.level': LogLevel;
  /** Add `_source`, the file and line that logged. */
  readonly 'log.line': boolean;
}

export interface Log extends Logger {
  /** The lines that were logged after the one with this number, oldest first; a few hundred are kept. */
  after(seq: number): readonly LoggedLine[];
  /** Writes text as it is, among the lines: for a terminal. */
  print(text: string): void;
  /** Opens the file again, after a log rotator moved it away. */
  reopen(): void;
  /** Writes out what is still in memory. The last thing a program does. */
  close(): void;
}

/** Lines that a reader who does not read (a full pipe, a hanging disk) may keep in memory, in bytes. */
const BUFFER_LIMIT = 4 * 1024 * 1024;
const STANDARD_ERROR = 2;
/** How long the end of the program waits for such a reader. */
const LAST_LINES_WITHIN_MS = 1_000;

/** Where diagnostics go. A file that cannot be opened is a RunError at once. */
export async function openLog(settings: LogSettings): Promise<Log> {
  const file = settings['log.file'];
  const format = settings['log.format'] === 'json' ? jsonLine : textLine;
  let giveUpAt = Number.POSITIVE_INFINITY;
  const retryEAGAIN = (): boolean => performance.now() < giveUpAt;
  const output =
    file === ''
      ? new SonicBoom({ fd: STANDARD_ERROR, maxLength: BUFFER_LIMIT, retryEAGAIN })
      : await openFile(file);
  const tail = new LogTail();
  // Nobody can be told that the log cannot be written; the show goes on.
  output.on('error', () => undefined);
  if (settings['log.line']) {
    // For the configuration file that asks; flag and variable were seen in `bin/deckcast.js`. Code that was loaded
    // before keeps its place in the bundle.
    process.setSourceMapsEnabled(true);
  }

  function write(level: LogLevel, message: string, fields: LogFields = {}): void {
    if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(settings['log.level'])) {
      return;
    }
    const now = Date.now();
    if (level !== 'debug' && level !== 'fatal') {
      tail.keep(now, level, message, fields);
    }
    const all = settings['log.line'] ? { ...fields, _source: callerOf(write) } : fields;
    output.write(format(rfc3339(now), level, message, all));
  }

  return {
    debug: (message, fields) => write('debug', message, fields),
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, fields) => write('error', message, fields),
    after: (seq) => tail.after(seq),
    print: (text) => void output.write(text),
    reopen() {
      if (file !== '') {
        output.reopen();
      }
    },
    close() {
      giveUpAt = performance.now() + LAST_LINES_WITHIN_MS;
      try {
        output.flushSync();
      } catch {
        // The terminal is gone, nobody reads, or the disk is full: see above.
      }
    },
  };
}

async function openFile(file: string): Promise<SonicBoom> {
  try {
    await makeFolder(dirname(file));
    const output = new SonicBoom({ dest: file, append: true, maxLength: BUFFER_LIMIT });
    // Before it is open, a program that ends at once could not write out what it has logged.
    await once(output, 'ready');
    return output;
  } catch (error) {
    throw new RunError(`cannot write the log to ${file} (--log.file): ${messageOf(error)}`);
  }
}

/** Folder and file of the place that called one of the logger's methods, and its line: `app/start.ts:12`. */
function callerOf(write: (...args: never[]) => unknown): string {
  const at: { stack?: string } = {};
  Error.captureStackTrace(at, write);
  // Line 0 is the heading, line 1 the logger's own method.
  const place = at.stack?.split('\n')[2]?.match(/([^\s(/]+\/[^\s(/]+:\d+):\d+\)?$/);
  return place?.[1] ?? 'unknown';
}
