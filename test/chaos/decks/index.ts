/** A new kind of deck source is a file and a line here. */
import type { Source } from '../../../src/core/contracts/source.ts';
import type { Clock, Tools } from '../../../src/core/tools.ts';
import type { DeckSettings } from '../../../src/decks/options.ts';
import type { Chance } from '../chance.ts';
import type { ChaosTrack, DeckMove, HidingField } from '../script.ts';
import { controller } from './controller.ts';
import { eventDecks, onAirLights } from './event-decks.ts';
import { httpDecks } from './http-decks.ts';
import { oscProgram } from './osc.ts';
import { linkPlayers } from './prodjlink.ts';
import { playersAndMixer, primeFour } from './simulated.ts';
import { traktor } from './traktor.ts';
import { virtualDj } from './virtualdj.ts';

/** Plays on whatever happens to deckcast. */
export interface ChaosDecks {
  move(move: DeckMove): void;
  /** Connects the newest start of deckcast; the one before is gone. */
  listen(settings: DeckSettings, tools: ListenTools): ChaosListener;
}

export interface ListenTools extends Pick<Tools, 'clock' | 'log'> {
  /** Passes on events at once, or once the program has its processor again. */
  arrive(run: () => void): void;
}

export interface ChaosListener extends Source {
  lose(): void;
  /** Everything is reported again. */
  find(): void;
}

export interface DeckKind {
  readonly name: string;
  readonly deckCount: number;
  readonly isHardware: boolean;
  /** Fields for its rules; absent: all. */
  readonly hiddenBy?: readonly HidingField[];
  open(tracks: readonly ChaosTrack[], tools: { readonly clock: Clock; readonly chance: Chance }): ChaosDecks;
}

/** Most different first: each run of the tests plays on four. */
export const DECK_KINDS: readonly DeckKind[] = [
  playersAndMixer,
  traktor,
  linkPlayers,
  virtualDj,
  primeFour,
  onAirLights,
  eventDecks,
  oscProgram,
  httpDecks,
  controller,
];
