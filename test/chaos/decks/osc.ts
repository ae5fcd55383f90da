/**
 * A program that speaks OSC, and the path from its datagrams to the deck table. Datagrams without a listener are lost.
 */
import { Bundle, encode, Message } from 'node-osc';
import { readPacket } from '../../../src/core/osc-packet.ts';
import { OscDecks } from '../../../src/sources/osc/deck-messages.ts';
import { presetOf } from '../../../src/sources/osc/presets.ts';
import type { ChaosDecks, DeckKind } from './index.ts';
import { Reader, TableListener } from './listener.ts';
import { DECK_COUNT, moveBy, type ProgramDeck, ProgramDecks } from './program-decks.ts';

const REPEATS_EVERY_MS = 500;

export const oscProgram: DeckKind = {
  name: 'OSC',
  deckCount: DECK_COUNT,
  isHardware: false,
  // OSC has no address for a genre.
  hiddenBy: ['title', 'artist', 'filename'],
  open(tracks, { clock }): ChaosDecks {
    let receive: ((datagram: Buffer) => void) | undefined;
    const send = (): void => receive?.(datagramOf(program.decks));
    const program = new ProgramDecks(clock, REPEATS_EVERY_MS, send);
    return {
      move(move) {
        moveBy(program, move, tracks);
        send();
      },
      listen(settings, tools) {
        const decks = new OscDecks(presetOf('deckcast'));
        const reader = new Reader(
          tools,
          () => decks.nextAt,
          (now) => decks.advance(now),
        );
        return new TableListener({
          source: 'osc',
          settings,
          tools,
          // Datagrams are lost silently.
          lose: () => undefined,
          connect: (apply) => {
            reader.apply = apply;
            receive = (datagram) =>
              reader.receive((now) => {
                for (const message of readPacket(datagram)) {
                  decks.receive(message, now);
                }
                return [];
              });
            return () => {
              receive = undefined;
            };
          },
        });
      },
    };
  },
};

function datagramOf(decks: readonly ProgramDeck[]): Buffer {
  const messages = decks.flatMap(({ track, plays, level }, index) => [
    new Message(`/deck/${index + 1}/title`, track?.title ?? ''),
    new Message(`/deck/${index + 1}/artist`, track?.artist ?? ''),
    new Message(`/deck/${index + 1}/path`, track === undefined ? '' : `/music/${track.filename}`),
    new Message(`/deck/${index + 1}/playing`, plays ? 1 : 0),
    new Message(`/deck/${index + 1}/level`, { type: 'float', value: level }),
  ]);
  const [first = [], ...rest] = messages;
  return encode(new Bundle(first, ...rest));
}
