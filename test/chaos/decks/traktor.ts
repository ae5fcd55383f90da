/** Traktor reports each change once. */

import { type Letter, SimulatedTraktor } from '@deckcast/simulator';
import { TraktorDecks } from '../../../src/sources/traktor/deck-events.ts';
import { readMessage } from '../../../src/sources/traktor/message.ts';
import type { ChaosDecks, DeckKind } from './index.ts';
import { Reader, TableListener } from './listener.ts';
import { moveBy, type ProgramHands } from './program-decks.ts';

const LETTERS: readonly Letter[] = ['A', 'B', 'C', 'D'];
/** Requests on different connections may overtake each other. */
const REORDERED_BY_MS = 30;
const STARTS_AFTER_MS = 500;

type Receive = (path: string, body: string) => void;

export const traktor: DeckKind = {
  name: 'Traktor',
  deckCount: 4,
  isHardware: false,
  open(tracks, { clock, chance }): ChaosDecks {
    /** Undefined without a listener: requests are lost. */
    let receive: Receive | undefined;
    const program = new SimulatedTraktor(0, clock, (path, body) => {
      clock.after(chance.between(0, REORDERED_BY_MS), () => receive?.(path, body));
    });
    clock.after(STARTS_AFTER_MS, () => program.start());
    const hands: ProgramHands = {
      load: (deck, track) =>
        program.load(letterOf(deck), track && { ...track, filePath: `/music/${track.filename}` }),
      play: (deck, plays) => program.play(letterOf(deck), plays),
      fader: (deck, level) => program.fader(letterOf(deck), level),
    };
    return {
      move: (move) => moveBy(hands, move, tracks),
      listen(settings, tools) {
        const decks = new TraktorDecks('127.0.0.1', 'Traktor');
        const reader = new Reader(
          tools,
          () => decks.silentAt,
          (now) => decks.checkSilence(now),
        );
        const read: Receive = (path, body) =>
          reader.receive((now) => {
            const message = readMessage(path, Buffer.from(body));
            return message === undefined ? [] : decks.receive(message, now);
          });
        const held: (readonly [path: string, body: string])[] = [];
        receive = undefined;
        return new TableListener({
          source: 'traktor',
          settings,
          tools,
          // The client keeps requests until the network is back.
          lose: () => undefined,
          connect: (apply) => {
            reader.apply = apply;
            for (const [path, body] of held.splice(0)) {
              read(path, body);
            }
            receive = read;
            return () => {
              receive = (path, body) => held.push([path, body]);
            };
          },
        });
      },
    };
  },
};

function letterOf(deck: number): Letter {
  return LETTERS[deck - 1] ?? 'A';
}
