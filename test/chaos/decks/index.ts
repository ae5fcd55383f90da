/** Every kind of deck source that chaos plays on. A new one is its file and its line here. */
import type { Source } from '../../../src/core/contracts.ts';
import type { Clock, Tools } from '../../../src/core/tools.ts';
import type { DeckSettings } from '../../../src/decks/options.ts';
import type { Chance } from '../chance.ts';
import type { ChaosTrack, DeckMove, HidingField } from '../script.ts';
import { eventDecks, onAirLights } from './event-decks.ts';
import { httpDecks } from './http-decks.ts';
import { oscProgram } from './osc.ts';
import { linkPlayers } from './prodjlink.ts';
import { playersAndMixer, primeFour } from './simulated.ts';
import { traktor } from './traktor.ts';
import { virtualDj } from './virtualdj.ts';

/** The hardware or the DJ program: it plays on whatever happens to deckcast. */
export interface ChaosDecks {
  move(move: DeckMove): void;
  /** What a start of deckcast listens with. The one before it is gone. */
  listen(settings: DeckSettings, tools: ListenTools): ChaosListener;
}

export interface ListenTools extends Pick<Tools, 'clock' | 'log'> {
  /** ProgramHands over what arrives: at once, or when the program has its processor again. */
  arrive(run: () => void): void;
}

export interface ChaosListener extends Source {
  /** Every connection breaks. */
  lose(): void;
  /** The connections are back: everything is reported again. */
  find(): void;
}

export interface DeckKind {
  readonly name: string;
  readonly deckCount: number;
  /** Its decks have colors, and platters that a hand can hold. */
  readonly isHardware: boolean;
  /** What of a track an expression can hide it by; absent: all of them. */
  readonly hiddenBy?: readonly HidingField[];
  open(tracks: readonly ChaosTrack[], tools: { readonly clock: Clock; readonly chance: Chance }): ChaosDecks;
}

/** Those of which each tells deckcast something else come first: each run of the tests plays on four. */
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
];
