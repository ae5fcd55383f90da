/** A program that speaks OSC, and the way from its datagrams to the table of decks. What nobody hears is lost. */
import { Bundle, encode, Message } from 'node-osc';
import { Timer } from '../../../src/core/waiting.ts';
import { OscDecks } from '../../../src/sources/osc/deck-messages.ts';
import { readPacket } from '../../../src/sources/osc/packet.ts';
import { presetOf } from '../../../src/sources/osc/presets.ts';
import type { ChaosDecks, DeckKind, ListenTools } from './index.ts';
import { type Apply, TableListener } from './listener.ts';
import { DECK_COUNT, moveDeck, type ProgramDecks, programDecks } from './program-decks.ts';

const REPEATS_EVERY_MS = 500;

export const oscProgram: DeckKind = {
  name: 'OSC',
  deckCount: DECK_COUNT,
  isHardware: false,
  // It has no word for a genre.
  hiddenBy: ['title', 'artist', 'filename'],
  open(tracks, { clock }): ChaosDecks {
    const decks = programDecks();
    let receive: ((datagram: Buffer) => void) | undefined;
    const send = (): void => receive?.(datagramOf(decks));
    const repeat = (): void => {
      send();
      clock.after(REPEATS_EVERY_MS, repeat);
    };
    clock.after(REPEATS_EVERY_MS, repeat);
    return {
      move(move) {
        moveDeck(decks, move, tracks);
        send();
      },
      listen(settings, tools) {
        const reader = new DatagramReader(tools);
        return new TableListener({
          source: 'osc',
          settings,
          tools,
          // Datagrams are lost without a word.
          lose: () => undefined,
          connect: (apply) => {
            reader.apply = apply;
            receive = (datagram) => reader.receive(datagram);
            return () => {
              receive = undefined;
            };
          },
        });
      },
    };
  },
};

function datagramOf(decks: ProgramDecks): Buffer {
  const messages = [...decks].flatMap(([number, { track, plays, level }]) => [
    new Message(`/deck/${number}/title`, track?.title ?? ''),
    new Message(`/deck/${number}/artist`, track?.artist ?? ''),
    new Message(`/deck/${number}/path`, track === undefined ? '' : `/music/${track.filename}`),
    new Message(`/deck/${number}/playing`, plays ? 1 : 0),
    new Message(`/deck/${number}/level`, { type: 'float', value: level }),
  ]);
  const [first = [], ...rest] = messages;
  return encode(new Bundle(first, ...rest));
}

/** What the source does with a datagram, without its socket. */
class DatagramReader {
  apply: Apply = () => undefined;
  readonly #decks = new OscDecks(presetOf('deckcast'));
  readonly #tools: ListenTools;
  readonly #next: Timer;

  constructor(tools: ListenTools) {
    this.#tools = tools;
    this.#next = new Timer(tools.clock);
  }

  receive(datagram: Buffer): void {
    this.#tools.arrive(() => {
      for (const message of readPacket(datagram)) {
        this.#decks.receive(message, this.#tools.clock.monotonic());
      }
      this.#wakeLater();
    });
  }

  #wakeLater(): void {
    const { nextAt } = this.#decks;
    const { clock } = this.#tools;
    if (nextAt !== undefined) {
      this.#next.set(nextAt - clock.monotonic(), () => {
        this.apply(...this.#decks.advance(clock.monotonic()));
        this.#wakeLater();
      });
    }
  }
}
