import { SimulatedVirtualDj } from '@deckcast/simulator';
import { DeckReader } from '../../../src/sources/virtualdj/deck-reader.ts';
import type { ChaosDecks, DeckKind } from './index.ts';
import { TableListener } from './listener.ts';
import { moveBy, type ProgramHands } from './program-decks.ts';

const READ_EVERY_MS = 500;

export const virtualDj: DeckKind = {
  name: 'VirtualDJ',
  deckCount: 4,
  isHardware: false,
  open(tracks): ChaosDecks {
    const program = new SimulatedVirtualDj();
    const hands: ProgramHands = {
      load: (deck, track) => program.load(deck, track && { ...track, path: `/music/${track.filename}` }),
      play: (deck, plays) => program.play(deck, plays),
      fader: (deck, level) => program.volume(deck, level),
    };
    return {
      move: (move) => moveBy(hands, move, tracks),
      listen(settings, tools) {
        const reader = new DeckReader(async (script) => program.answer(script));
        return new TableListener({
          source: 'virtualdj',
          settings,
          tools,
          lose: (apply) => apply(...reader.lost()),
          connect: (apply) => {
            let isOver = false;
            const read = async (): Promise<void> => {
              const events = await reader.read();
              if (!isOver) {
                apply(...events);
                cancel = tools.clock.after(READ_EVERY_MS, read);
              }
            };
            let cancel = tools.clock.after(0, read);
            return () => {
              isOver = true;
              cancel();
            };
          },
        });
      },
    };
  },
};
