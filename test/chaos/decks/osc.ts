/** OSC program, and the path of its datagrams. Lost without a listener. */
import { Bundle, encode, Message } from 'node-osc';
import { readPacket } from '../../../src/core/osc-packet.ts';
import { BeatBoard } from '../../../src/decks/index.ts';
import { OscDecks } from '../../../src/sources/osc/deck-messages.ts';
import { presetOf } from '../../../src/sources/osc/presets.ts';
import { bpmOf, type ChaosTrack } from '../script.ts';
import type { ChaosDecks, DeckKind } from './index.ts';
import { Reader, TableListener } from './listener.ts';
import { DECK_COUNT, moveBy, ProgramDecks } from './program-decks.ts';

const REPEATS_EVERY_MS = 500;

export const oscProgram: DeckKind = {
  name: 'OSC',
  deckCount: DECK_COUNT,
  isHardware: false,
  // OSC has no address for a genre.
  hiddenBy: ['title', 'artist', 'filename'],
  open(tracks, { clock }): ChaosDecks {
    let receive: ((datagram: Buffer) => void) | undefined;
    const send = (): void => receive?.(datagramOf(program, tracks));
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
          (now) => {
            const events = decks.advance(now);
            board.report(...decks.takeBeats());
            return events;
          },
        );
        const board = new BeatBoard(() => undefined);
        return new TableListener({
          source: 'osc',
          settings,
          tools,
          board,
          lose: () => undefined,
          connect: (apply) => {
            reader.apply = apply;
            receive = (datagram) =>
              reader.receive((now) => {
                for (const message of readPacket(datagram)) {
                  decks.receive(message, now);
                }
                board.report(...decks.takeBeats());
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

function datagramOf(program: ProgramDecks, tracks: readonly ChaosTrack[]): Buffer {
  const messages = program.decks.flatMap((deck, index) => {
    const { track, plays, level } = deck;
    const number = index + 1;
    const bpm = bpmOf(track === undefined ? 0 : tracks.indexOf(track));
    const seconds = program.playedMs(deck) / 1_000;
    const float = (field: string, value: number) =>
      new Message(`/deck/${number}/${field}`, { type: 'float', value });
    return [
      new Message(`/deck/${number}/title`, track?.title ?? ''),
      new Message(`/deck/${number}/artist`, track?.artist ?? ''),
      new Message(`/deck/${number}/path`, track === undefined ? '' : `/music/${track.filename}`),
      new Message(`/deck/${number}/playing`, plays ? 1 : 0),
      float('level', level),
      float('bpm', bpm),
      float('position', seconds),
      float('beat', (seconds * bpm) / 60),
    ];
  });
  const [first = [], ...rest] = messages;
  return encode(new Bundle(first, ...rest));
}
