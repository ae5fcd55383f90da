/**
 * Forms of the set list that a press opens, one at a time.
 *
 * @import { WireHistoryEntry } from '../src/web/wire/events.ts'
 */
import { createNewSet } from './new-set.js';
import { createReview } from './review.js';
import { createLater } from './view.js';

/**
 * @param {() => void} redraw
 * @param {object} given
 * @param {() => void} given.close
 * @param {() => unknown} given.refresh  reads the set again
 * @param {Parameters<typeof import('./export.js').createExport>[1]} given.exported
 * @param {() => Promise<unknown>} given.chooseRecording
 */
export function createForms(redraw, { close, refresh, exported, chooseRecording }) {
  const newSet = createNewSet(close, refresh);
  const review = createReview(redraw, close, refresh);
  const exporting = createLater(
    redraw,
    async () => (await import('./export.js')).createExport(redraw, exported, chooseRecording),
    'export',
  );
  return {
    /** @param {string} id @param {Parameters<typeof newSet.view>[0]} tracks @param {string | undefined} set */
    view: (id, tracks, set) =>
      id === 'end' ? newSet.endView() : id === 'new-set' ? newSet.view(tracks, set) : undefined,
    review,
    exporting,
    /** @param {string} id  of the button whose form opens; empty if it closes @param {WireHistoryEntry} [entry]  its track */
    async begin(id, entry) {
      review.begin(id, entry);
      await (id === 'export' && exporting.loaded());
      // Once the form is drawn, perhaps in the next frame.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          const form = document.querySelector('.export, .ask, .review');
          form?.scrollIntoView({ block: 'nearest' });
          form?.closest('.review')?.querySelector('input')?.focus({ preventScroll: true });
        }),
      );
    },
  };
}
