import type { LogFields, Logger } from '../../src/core/tools.ts';

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: LogFields;
}

/** A logger that keeps its lines for the test to read. */
export interface KeptLog extends Logger {
  readonly lines: LogLine[];
  /** The messages at one level. */
  at(level: LogLine['level']): string[];
}

export function keptLog(): KeptLog {
  const lines: LogLine[] = [];
  const keep =
    (level: LogLine['level']) =>
    (message: string, fields: LogFields = {}): void => {
      lines.push({ level, message, fields });
    };
  return {
    lines,
    at: (level) => lines.filter((line) => line.level === level).map((line) => line.message),
    debug: keep('debug'),
    info: keep('info'),
    warn: keep('warn'),
    error: keep('error'),
  };
}
