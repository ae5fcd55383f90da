/** Reports our own mistakes as ours. */
import { isFileMissing, messageOf } from '../core/errors.ts';
import type { Logger } from '../core/tools.ts';

/** The most kinds that are logged. */
const KINDS = 100;
/** Lines of a stack that identify a kind: where it happened, and the callers. */
const FRAMES = 3;

/**
 * Logs uncaught errors, each kind once: a fault that a fader triggers repeats a hundred times a second. The show goes
 * on. `count` is called for every one.
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

/** Where it happened; its message may hold a name or a number that differs each time. */
function kindOf(fault: unknown): string {
  const stack = fault instanceof Error ? fault.stack : undefined;
  const frames = stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return frames.length === 0 ? messageOf(fault) : frames.slice(0, FRAMES).join('\n');
}
