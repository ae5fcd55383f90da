import { RunError } from '../../core/errors.ts';
import { type Live, readLive } from '../../core/option.ts';
import type { Clock, Disk, LogFields, LoggedLine, Logger } from '../../core/tools.ts';
import { rfc3339 } from '../../core/units.ts';
import { whyNotWritten } from '../folders.ts';
import { LineWriter } from './line-writer.ts';
import { jsonLine, LOG_LEVELS, type LogFormat, type LogLevel, textLine } from './log-line.ts';
import { LogTail } from './log-tail.ts';
import { SourcePlaces } from './source-places.ts';
import { writeToStandardError } from './standard-error.ts';

/** Limits for the last lines on standard error, at a normal and a forced end. */
const WRITE_WITHIN_MS = { otherwise: 2_000, now: 50 };
/** Limit for a file's last lines when the log switches to another, which gets the rest. */
const REST_MS = 1_000;

export interface LogSettings {
  /** Empty: standard error. */
  readonly 'log.file': string;
  readonly 'log.format': Live<LogFormat>;
  readonly 'log.level': Live<LogLevel>;
  /** Adds `_source`: file and line of the caller. */
  readonly 'log.line': Live<boolean>;
}

export interface Log extends Logger {
  readonly logged: () => readonly LoggedLine[];
  print(text: string): void;
  /** Rejects with a RunError, and keeps the old file, if the new one cannot be written. */
  reopen(): Promise<void>;
  /** A file may take as long as its disk; standard error gets the lines that fail. */
  close(): Promise<void>;
  /** Doesn't wait for the disk. May interrupt `close`. */
  closeNow(): Promise<void>;
}

/** Rejects with a RunError if the file cannot be written. */
export async function openLog(
  settings: LogSettings,
  { disk, clock }: { readonly disk: Disk; readonly clock: Clock },
): Promise<Log> {
  const format = (...line: Parameters<typeof textLine>): string =>
    (readLive(settings, 'log.format') === 'json' ? jsonLine : textLine)(...line);
  const loss = 'log lines are missing here: they could not be written';
  const lossOf = (count: number): string => format(rfc3339(clock.now()), 'warn', loss, { count });
  const writer = (file: string, put: (text: string) => Promise<void>): LineWriter => {
    const onFailure = (error: unknown): void =>
      standardError.write(
        `deckcast: ${reasonOf(file, error)}; further lines are kept until it can be written\n`,
      );
    return new LineWriter({ clock, lossOf, onFailure, put });
  };
  const standardError: LineWriter = writer('', (text) => writeToStandardError(text, clock));
  const tail = new LogTail();
  const places = new SourcePlaces();
  let { file, output } = await open(settings['log.file']);

  /** Reopened by each write, so that a log rotator may move the file. */
  async function open(file: string): Promise<{ readonly file: string; readonly output: LineWriter }> {
    if (file === '') {
      return { file, output: standardError };
    }
    await disk.append(file, '').catch((error: unknown) => {
      throw new RunError(reasonOf(file, error));
    });
    return { file, output: writer(file, (text) => disk.append(file, text)) };
  }

  async function reopen(): Promise<void> {
    const before = output;
    ({ file, output } = await open(settings['log.file']));
    if (before !== standardError) {
      output.write(await before.close(REST_MS));
    }
  }

  function write(level: LogLevel, message: string, fields: LogFields = {}): void {
    if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(readLive(settings, 'log.level'))) {
      return;
    }
    const now = clock.now();
    if (level !== 'debug' && level !== 'fatal') {
      tail.keep(now, level, message, fields);
    }
    const all = readLive(settings, 'log.line') ? { ...fields, _source: callerOf(write) } : fields;
    output.write(format(rfc3339(now), level, message, all));
  }

  /** Location of the code that called the logger. */
  function callerOf(write: (...args: never[]) => unknown): string {
    const at: { stack?: string } = {};
    Error.captureStackTrace(at, write);
    // Line 0 is the heading, line 1 the logger's method.
    return places.of(at.stack?.split('\n')[2] ?? '') ?? 'unknown';
  }

  /** `fileMs`: undefined waits for the disk. */
  async function close(fileMs: number | undefined, standardErrorMs: number): Promise<void> {
    const rest = file === '' ? '' : await output.close(fileMs);
    if (rest !== '') {
      standardError.write(`deckcast: these lines are missing in ${file} (--log.file):\n${rest}`);
    }
    await standardError.close(standardErrorMs);
  }

  return {
    debug: (message, fields) => write('debug', message, fields),
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, fields) => write('error', message, fields),
    logged: () => tail.lines,
    print: (text) => output.write(text),
    reopen,
    close: () => close(undefined, WRITE_WITHIN_MS.otherwise),
    closeNow: () => close(0, WRITE_WITHIN_MS.now),
  };
}

function reasonOf(file: string, error: unknown): string {
  return `cannot write the log to ${file} (--log.file): ${whyNotWritten(error)}`;
}
