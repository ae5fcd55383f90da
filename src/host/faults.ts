import { isFileMissing, messageOf } from '../core/errors.ts';
import type { Logger } from '../core/tools.ts';

const KINDS = 100;
/** Location and callers identify a kind. */
const FRAMES = 3;

/**
 * Logs each kind once: a fader can repeat a fault a hundred times a second. `count` is called for every
 * error.
 */
export function faultLog(log: Pick<Logger, 'error'>, count: () => void): (fault: unknown) => void {
  const reported = new Set<string>();
  return (fault) => {
    count();
    const kind = kindOf(fault);
    if (reported.has(kind) || reported.size >= KINDS) {
      return;
    }
    reported.add(kind);
    log.error('internal error; the show continues', {
      error: messageOf(fault),
      stack: fault instanceof Error ? fault.stack : undefined,
      ...(isFileMissing(fault)
        ? {}
        : { hint: 'please report this line with what "deckcast version" prints' }),
    });
  };
}

/** Ignores the message, which may contain changing names or numbers. */
function kindOf(fault: unknown): string {
  const stack = fault instanceof Error ? fault.stack : undefined;
  const frames = stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return frames.length === 0 ? messageOf(fault) : frames.slice(0, FRAMES).join('\n');
}
