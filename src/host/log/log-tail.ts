import { printable } from '../../core/printable.ts';
import type { LogFields, LoggedLine } from '../../core/tools.ts';

/** Shown on pages opened after a problem. */
const KEPT_LINES = 300;

/** Excludes `debug`, which may name hidden tracks. */
export class LogTail {
  readonly lines: LoggedLine[] = [];
  #seq = 0;

  keep(at: number, level: LoggedLine['level'], message: string, fields: LogFields): void {
    this.#seq += 1;
    this.lines.push({ seq: this.#seq, at, level, message, fields: withoutGaps(fields) });
    if (this.lines.length > KEPT_LINES) {
      this.lines.shift();
    }
  }
}

function withoutGaps(fields: LogFields): LoggedLine['fields'] {
  const given: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) {
      given[name] =
        typeof value === 'number' || typeof value === 'boolean' ? value : printable(String(value));
    }
  }
  return given;
}
