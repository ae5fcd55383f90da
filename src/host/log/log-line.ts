/** Outside text is escaped: it must not control a terminal. */
import { printable } from '../../core/printable.ts';
import type { LogFields } from '../../core/tools.ts';

/** Most verbose first. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'fatal'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_FORMATS = ['text', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

type Format = (time: string, level: LogLevel, message: string, fields: LogFields) => string;

/** logfmt: `time=… level=info msg="…" key=value`. */
export const textLine: Format = (time, level, message, fields) => {
  let line = `time=${time} level=${level} msg=${JSON.stringify(message)}`;
  for (const [key, value] of Object.entries(fields)) {
    if (value !== undefined) {
      line += ` ${key}=${key === '_source' ? JSON.stringify(value) : logfmtValue(String(value))}`;
    }
  }
  return `${printable(line)}\n`;
};

export const jsonLine: Format = (time, level, message, fields) =>
  `${printable(JSON.stringify({ time, level, msg: message, ...fields }))}\n`;

/** Quotes control characters, and text that misleads a reader that splits at spaces and `=`. */
function logfmtValue(text: string): string {
  return /^[^\s"=\p{C}]+$/u.test(text) ? text : JSON.stringify(text);
}
