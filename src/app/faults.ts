/** Our own mistakes: said as ours, and kept from becoming a source's trouble. */
import type { SourceListener } from '../core/contracts.ts';
import { messageOf } from '../core/errors.ts';
import { guarded } from '../core/faults.ts';
import type { Logger } from '../core/tools.ts';

/** Kinds that are told; who has read so many needs no more. */
const KINDS = 100;
/** Lines of a stack that tell one kind from another: where it happened, and who called. */
const FRAMES = 3;

/**
 * Logs what nobody caught: each kind once, for a fault that a fader brings comes a hundred times a second. The show
 * goes on; whoever sees the line can report it.
 */
export function faultLog(log: Pick<Logger, 'error'>): (fault: unknown) => void {
  const told = new Set<string>();
  return (fault) => {
    const kind = kindOf(fault);
    if (told.has(kind) || told.size >= KINDS) {
      return;
    }
    told.add(kind);
    log.error('a fault in deckcast; it goes on', {
      error: messageOf(fault),
      stack: fault instanceof Error ? fault.stack : undefined,
      hint: 'please report this line with what "deckcast version" prints',
    });
  };
}

/** Where it happened; its message may hold a name or a number that differs each time. */
function kindOf(fault: unknown): string {
  const stack = fault instanceof Error ? fault.stack : undefined;
  const frames = stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return frames.length === 0 ? messageOf(fault) : frames.slice(0, FRAMES).join('\n');
}

/** What sources tell: a mistake behind it is not theirs, and they go on. */
export function guardedListener(listener: SourceListener): SourceListener {
  return {
    transition: guarded((transition) => listener.transition(transition)),
    visibility: guarded((playId, hidden) => listener.visibility(playId, hidden)),
    namesChanged: guarded((playId, track) => listener.namesChanged(playId, track)),
    loaded: guarded((track, nativeArt) => listener.loaded(track, nativeArt)),
  };
}
