import type { LogFields } from '../../src/core/tools.ts';

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: LogFields;
}

export type KeptLog = ReturnType<typeof keptLog>;

/** Logger that keeps its lines for the test. */
export function keptLog() {
  const lines: LogLine[] = [];
  const keep =
    (level: LogLine['level']) =>
    (message: string, fields: LogFields = {}): void => {
      lines.push({ level, message, fields: JSON.parse(JSON.stringify(fields)) });
    };
  return {
    lines,
    at: (level: LogLine['level']) => lines.filter((line) => line.level === level).map((line) => line.message),
    debug: keep('debug'),
    info: keep('info'),
    warn: keep('warn'),
    error: keep('error'),
  };
}
