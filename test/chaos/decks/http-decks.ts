import type { SourceListener, SourceTools } from '../../../src/core/contracts/source.ts';
import type { DeckSettings } from '../../../src/decks/options.ts';
import { HttpDecksSource } from '../../../src/sources/httpdecks/source.ts';
import type { ChaosDecks, ChaosListener, DeckKind, ListenTools } from './index.ts';
import { DECK_COUNT, moveBy, type ProgramDeck, ProgramDecks } from './program-decks.ts';

/** Well below the time after which the source counts it as silent. */
const REPEATS_EVERY_MS = 20_000;

export const httpDecks: DeckKind = {
  name: 'HTTP decks',
  deckCount: DECK_COUNT,
  isHardware: false,
  open(tracks, { clock }): ChaosDecks {
    let put: ((deck: number, body: unknown) => void) | undefined;
    const send = (): void => {
      for (const [index, deck] of program.decks.entries()) {
        put?.(index + 1, bodyOf(deck));
      }
    };
    const program = new ProgramDecks(clock, REPEATS_EVERY_MS, send);
    return {
      move(move) {
        moveBy(program, move, tracks);
        const deck = program.decks[move.deck - 1];
        put?.(move.deck, deck && bodyOf(deck));
      },
      listen: (settings, tools) =>
        new HttpListener(settings, tools, (to) => {
          put = to;
          // A script repeats everything after failures.
          send();
        }),
    };
  },
};

export function bodyOf({ track, plays, level }: ProgramDeck): object {
  if (track === undefined) {
    return { level };
  }
  const { artist, title, genre, filename } = track;
  return { track: { artist, title, genre }, playing: plays, level, path: `/music/${filename}` };
}

export class HttpListener extends HttpDecksSource implements ChaosListener {
  readonly #arrive: ListenTools['arrive'];
  readonly #sendTo: (put: ((deck: number, body: unknown) => void) | undefined) => void;

  constructor(
    settings: DeckSettings,
    tools: ListenTools & Pick<SourceTools, 'faders'>,
    sendTo: (put: ((deck: number, body: unknown) => void) | undefined) => void,
  ) {
    super(settings, tools);
    this.#arrive = tools.arrive;
    this.#sendTo = sendTo;
  }

  override async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const running = super.run(listener, signal);
    this.find();
    await running;
    this.lose();
  }

  lose(): void {
    this.#sendTo(undefined);
  }

  find(): void {
    this.#sendTo((deck, body) => this.#arrive(() => this.acceptDeck(String(deck), body)));
  }
}
