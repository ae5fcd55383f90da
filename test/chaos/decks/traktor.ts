/** Traktor with its API client, and the way from its requests to the table of decks. It reports everything once. */

import { type Letter, SimulatedTraktor } from '@deckcast/simulator';
import { Timer } from '../../../src/core/waiting.ts';
import type { DeckEvent } from '../../../src/decks/index.ts';
import { TraktorDecks } from '../../../src/sources/traktor/deck-events.ts';
import { readMessage } from '../../../src/sources/traktor/message.ts';
import type { ChaosDecks, DeckKind, ListenTools } from './index.ts';
import { TableListener } from './listener.ts';

const LETTERS: readonly Letter[] = ['A', 'B', 'C', 'D'];
/** Milliseconds by which requests on different connections overtake each other. */
const REORDERED_BY_MS = 30;
/** It is started after deckcast. */
const STARTS_AFTER_MS = 500;

type Receive = (path: string, body: string) => void;

export const traktor: DeckKind = {
  name: 'Traktor',
  deckCount: 4,
  isHardware: false,
  open(tracks, { clock, chance }): ChaosDecks {
    /** Who takes the requests; undefined while nobody listens, and they are lost. */
    let receive: Receive | undefined;
    const program = new SimulatedTraktor(0, clock, (path, body) => {
      clock.after(chance.between(0, REORDERED_BY_MS), () => receive?.(path, body));
    });
    clock.after(STARTS_AFTER_MS, () => program.start());
    return {
      move(move) {
        const letter = LETTERS[move.deck - 1] ?? 'A';
        switch (move.do) {
          case 'load': {
            const track = tracks[move.track];
            program.load(letter, track && { ...track, filePath: `/music/${track.filename}` });
            break;
          }
          case 'unload':
            program.load(letter, undefined);
            break;
          case 'play':
          case 'pause':
            program.play(letter, move.do === 'play');
            break;
          case 'fader':
            program.fader(letter, move.level);
            break;
          default:
            // It has neither platters nor colors.
            break;
        }
      },
      listen(settings, tools) {
        const reader = new MessageReader(tools);
        const held: (readonly [path: string, body: string])[] = [];
        receive = undefined;
        return new TableListener({
          source: 'traktor',
          settings,
          tools,
          // The client waits with its requests until the network is back.
          lose: () => undefined,
          connect: (apply) => {
            reader.apply = apply;
            for (const [path, body] of held.splice(0)) {
              reader.receive(path, body);
            }
            receive = (path, body) => reader.receive(path, body);
            return () => {
              receive = (path, body) => held.push([path, body]);
            };
          },
        });
      },
    };
  },
};

/** What the source does with a request, without its server. */
class MessageReader {
  apply: (...events: readonly DeckEvent[]) => void = () => undefined;
  readonly #decks = new TraktorDecks('127.0.0.1', 'Traktor');
  readonly #tools: ListenTools;
  readonly #silence: Timer;

  constructor(tools: ListenTools) {
    this.#tools = tools;
    this.#silence = new Timer(tools.clock);
  }

  receive(path: string, body: string): void {
    this.#tools.arrive(() => {
      const message = readMessage(path, Buffer.from(body));
      if (message !== undefined) {
        this.#apply(this.#decks.receive(message, this.#tools.clock.monotonic()));
      }
    });
  }

  #apply(events: readonly DeckEvent[]): void {
    this.apply(...events);
    const { silentAt } = this.#decks;
    const { clock } = this.#tools;
    if (silentAt === undefined) {
      this.#silence.cancel();
    } else {
      this.#silence.set(silentAt - clock.monotonic(), () =>
        this.#apply(this.#decks.checkSilence(clock.monotonic())),
      );
    }
  }
}
