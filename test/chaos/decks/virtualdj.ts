/** VirtualDJ as it answers queries, twice a second, and the way from its answers to the table of decks. */
import { SimulatedVirtualDj } from '@deckcast/simulator';
import { DeckReader } from '../../../src/sources/virtualdj/deck-reader.ts';
import type { ChaosDecks, DeckKind } from './index.ts';
import { TableListener } from './listener.ts';

const READ_EVERY_MS = 500;

export const virtualDj: DeckKind = {
  name: 'VirtualDJ',
  deckCount: 4,
  isHardware: false,
  open(tracks): ChaosDecks {
    const program = new SimulatedVirtualDj();
    return {
      move(move) {
        switch (move.do) {
          case 'load': {
            const track = tracks[move.track];
            program.load(move.deck, track && { ...track, path: `/music/${track.filename}` });
            break;
          }
          case 'unload':
            program.load(move.deck, undefined);
            break;
          case 'play':
          case 'pause':
            program.play(move.deck, move.do === 'play');
            break;
          case 'fader':
            program.volume(move.deck, move.level);
            break;
          default:
            // It has neither platters nor colors.
            break;
        }
      },
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
