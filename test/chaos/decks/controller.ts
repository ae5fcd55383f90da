import type { DeckSettings } from '../../../src/decks/options.ts';
import { FollowedFaders } from '../../../src/midi/followed.ts';
import { MidiPart } from '../../../src/midi/index.ts';
import { midiOptions } from '../../../src/midi/options.ts';
import { settingsOf } from '../../support/settings.ts';
import { bodyOf, HttpListener } from './http-decks.ts';
import type { ChaosDecks, DeckKind, ListenTools } from './index.ts';
import { DECK_COUNT, moveBy, type ProgramDeck, ProgramDecks } from './program-decks.ts';

const REPEATS_EVERY_MS = 20_000;
const ALIVE_EVERY_MS = 500;
const PORT = 'Faders';
const CONTROLLER = 'Faders = 1:1/1/33 2:1/2/34 3:1/3/35 4:1/4/36';
const HIGHEST = 16_383;

export const controller: DeckKind = {
  name: 'HTTP decks with a controller',
  deckCount: DECK_COUNT,
  isHardware: false,
  open(tracks, { clock }): ChaosDecks {
    let put: ((deck: number, body: unknown) => void) | undefined;
    let says: ((message: object) => void) | undefined;
    const report = (deck: ProgramDeck, number: number): void => {
      // Rounded up, the level of a fader at rest would be an audible one.
      const value = Math.floor(HIGHEST * deck.level);
      says?.({
        port: PORT,
        changes: [
          [1, number, value >> 7],
          [1, number + 32, value & 127],
        ],
      });
      put?.(number, { ...bodyOf(deck), level: undefined });
    };
    const send = (): void => {
      for (const [index, deck] of program.decks.entries()) {
        report(deck, index + 1);
      }
    };
    const program = new ProgramDecks(clock, REPEATS_EVERY_MS, send);
    return {
      move(move) {
        moveBy(program, move, tracks);
        const deck = program.decks[move.deck - 1];
        if (deck !== undefined) {
          report(deck, move.deck);
        }
      },
      listen: (settings, tools) =>
        new ControlledListener(settings, tools, (to, page) => {
          put = to;
          says = page;
          send();
        }),
    };
  },
};

type Put = (deck: number, body: unknown) => void;

class ControlledListener extends HttpListener {
  constructor(
    settings: DeckSettings,
    tools: ListenTools,
    sendTo: (put: Put | undefined, page: (message: object) => void) => void,
  ) {
    const faders = new FollowedFaders();
    const midi = settingsOf(midiOptions, { 'midi.input': ['page'], 'midi.controllers': [CONTROLLER] });
    const page = new MidiPart(midi, tools, faders).openPage(() => undefined);
    const says = (message: object): void => tools.arrive(() => page?.push(JSON.stringify(message)));
    super(settings, { ...tools, faders }, (put) => sendTo(put, says));
    const live = (): void => {
      says({ ports: [PORT] });
      tools.clock.after(ALIVE_EVERY_MS, live);
    };
    live();
  }
}
