import type { DeckView, HeardView, HeldTrack } from '../../src/core/contracts/deck.ts';
import type { Control } from '../../src/core/contracts/operator.ts';
import type { LoggedLine } from '../../src/core/tools.ts';
import { track } from './tracks.ts';

/** Control that records requests. */
export interface KeptControl extends Control {
  readonly calls: unknown[];
  onAir: (deck: string, play?: string) => boolean;
  /** Answer of hide and reveal. */
  isFeatured: boolean;
  /** Position of the current track. `publication`'s unless a test changes it. */
  position: number;
  heldNow: HeldTrack | undefined;
  deckViews: DeckView[];
  heardViews: HeardView[];
  readonly lines: LoggedLine[];
}

export function keptControl(): KeptControl {
  const calls: unknown[] = [];
  const control: KeptControl = {
    calls,
    isFeatured: true,
    position: 3,
    heldNow: undefined,
    deckViews: [],
    heardViews: [],
    lines: [],
    hide(position) {
      calls.push(position === undefined || position === control.position ? 'hide' : { hide: position });
      return control.isFeatured;
    },
    remove(position, isRemoved) {
      calls.push({ remove: position, isRemoved });
      return control.isFeatured;
    },
    isOnAir: (position) => position === control.position,
    reveal(position) {
      calls.push(position === undefined || position === control.position ? 'reveal' : { reveal: position });
      return control.isFeatured;
    },
    async hideNextTime(isListed, play) {
      const call = isListed ? 'hide next time' : 'show next time';
      calls.push(play === undefined ? call : { [call]: play });
      return undefined;
    },
    newSet(leavesAir) {
      calls.push(leavesAir ? 'next set' : 'new set');
      return control.isFeatured;
    },
    endShow() {
      calls.push('end');
      return control.isFeatured;
    },
    skip: () => calls.push('skip'),
    edit(names, position) {
      calls.push(position === undefined || position === control.position ? names : { ...names, position });
      return true;
    },
    onAir(deck, play) {
      calls.push({ deck, ...(play !== undefined && { play }) });
      return control.deckViews.some(
        (view) =>
          view.deck === deck && view.loaded && view.play !== undefined && (play ?? view.play) === view.play,
      );
    },
    track(body) {
      calls.push({ body });
      return typeof body === 'object'
        ? { ok: true }
        : { ok: false, problem: 'the body is not a JSON object' };
    },
    held: () => control.heldNow,
    isWaiting: () => false,
    hiddenBy: () => undefined,
    isListed: () => false,
    endedAt: () => undefined,
    silentMs: () => undefined,
    silence: () => undefined,
    decks: () => control.deckViews,
    audible: () => control.heardViews,
    logged: () => control.lines,
  };
  return control;
}

export function deckView(change: Partial<DeckView> = {}): DeckView {
  return {
    deck: '1',
    device: 'prime4',
    play: 'hwdevice:1',
    track: track({ artist: 'Nightjar Avenue', title: 'Paper Lanterns' }),
    loaded: true,
    reachable: true,
    playing: true,
    level: 0.92,
    color: 'green',
    featured: true,
    announced: change.featured ?? true,
    hidden: false,
    hiddenBy: undefined,
    listed: false,
    reason: 'Deck 1 leads: 92 % against 31 %',
    ...change,
  };
}
