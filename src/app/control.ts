/** Connects the server's operator routes to the pipeline and the source, which may be replaced. */
import type { Source } from '../core/contracts.ts';
import type { LoggedLine } from '../core/tools.ts';
import type { PlayId } from '../core/track.ts';
import type { Pipeline } from '../show/pipeline/index.ts';
import type { Control, SettingsStore } from '../web/index.ts';

export function createControl(
  source: () => Source,
  pipeline: Pipeline,
  logAfter: (seq: number) => readonly LoggedLine[],
  settings?: SettingsStore,
): Control {
  function onAir(deck: string, play?: PlayId): boolean {
    if (source().putOnAir?.(deck, play) !== true) {
      return false;
    }
    // The operator has decided, so the hold ends.
    if (pipeline.held()?.deck === deck) {
      pipeline.skipHold();
    }
    return true;
  }

  async function hideNextTime(): Promise<string | undefined> {
    if (settings === undefined) {
      return 'this program reads no configuration file, so it cannot remember that';
    }
    const entry = pipeline.listForLater();
    if (entry === undefined || entry === '') {
      return entry === undefined ? 'nothing is on air' : 'the track on air has no name to recognize it by';
    }
    const { options, revision } = await settings.read(false);
    const listed = options.find(({ name }) => name === 'hide.tracks')?.items ?? [];
    if (listed.includes(entry)) {
      return undefined;
    }
    const set = { 'hide.tracks': [...listed, entry] };
    const { outcome, ...answer } = await settings.save({ revision, set }, false);
    return outcome === 'saved' ? undefined : 'reason' in answer ? answer.reason : 'it was not saved';
  }

  return {
    hideNextTime,
    hide: (position) => pipeline.hide(position),
    isOnAir: (position) => pipeline.isOnAir(position),
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
    get deck() {
      const now = source();
      return now.acceptDeck?.bind(now);
    },
    held: () => pipeline.held(),
    isWaiting: () => pipeline.isWaiting(),
    hiddenBy: () => pipeline.hiddenBy(),
    decks: () => (source().decks?.() ?? []).map((deck) => pipeline.view(deck)),
    audible: () => (source().audible?.() ?? []).map((one) => pipeline.viewHeard(one)),
    logAfter: (seq) => logAfter(seq).map((line) => pipeline.viewLine(line)),
  };
}
