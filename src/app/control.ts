/** Connects the server's operator routes to the pipeline and the source, which may be replaced. */
import type { Source } from '../core/contracts.ts';
import type { LoggedLine } from '../core/tools.ts';
import type { Pipeline } from '../pipeline/index.ts';
import type { Control } from '../server/index.ts';

export function createControl(
  source: () => Source,
  pipeline: Pipeline,
  logAfter: (seq: number) => readonly LoggedLine[],
): Control {
  function onAir(deck: string): boolean {
    if (source().putOnAir?.(deck) !== true) {
      return false;
    }
    // The operator has decided, so the hold ends.
    if (pipeline.held()?.deck === deck) {
      pipeline.skipHold();
    }
    return true;
  }

  return {
    hide: () => pipeline.hide(),
    reveal: () => pipeline.reveal(),
    skip: () => pipeline.skipHold(),
    edit: (names) => pipeline.edit(names),
    get onAir() {
      return source().putOnAir && onAir;
    },
    get track() {
      const now = source();
      return now.accept?.bind(now);
    },
    held: () => pipeline.held(),
    isWaiting: () => pipeline.isWaiting(),
    decks: () => (source().decks?.() ?? []).map((deck) => pipeline.view(deck)),
    logAfter: (seq) => logAfter(seq).map((line) => pipeline.viewLine(line)),
  };
}
