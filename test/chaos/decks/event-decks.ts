/** Sources that send only `DeckEvent`s. */
import type { DeckEvent } from '../../../src/decks/index.ts';
import type { ChaosTrack, DeckMove } from '../script.ts';
import type { ChaosDecks, DeckKind } from './index.ts';
import { TableListener } from './listener.ts';

interface EventDeck {
  track: ChaosTrack | undefined;
  plays: boolean;
  turns: boolean;
  level: number;
  red: boolean;
}

interface EventDecksManner {
  readonly name: string;
  readonly deckCount: number;
  /** The mixer reports only whether a deck is on air. */
  readonly onAirOnly: boolean;
  /** Otherwise new names alone mean a load. */
  readonly reportsLoaded: boolean;
}

const DEVICE = 'unit';

function eventDeckKind(manner: EventDecksManner): DeckKind {
  return {
    name: manner.name,
    deckCount: manner.deckCount,
    isHardware: true,
    open: (tracks, { clock, chance }): ChaosDecks => {
      const decks = new Map<number, EventDeck>();
      for (let number = 1; number <= manner.deckCount; number += 1) {
        decks.set(number, { track: undefined, plays: false, turns: true, level: 0, red: false });
      }
      let report: ((...events: readonly DeckEvent[]) => void) | undefined;

      const about = (number: number, deck: EventDeck, parts: readonly Part[]): DeckEvent[] =>
        parts.flatMap((part) => eventsOf(part, number, deck, manner));

      function move(one: DeckMove): void {
        const deck = decks.get(one.deck);
        if (deck === undefined) {
          return;
        }
        const send = (...parts: readonly Part[]): void => report?.(...about(one.deck, deck, parts));
        switch (one.do) {
          case 'load': {
            deck.plays = false;
            deck.track = undefined;
            send('transport', 'loaded');
            const track = tracks[one.track];
            // Another move may precede the names.
            clock.after(chance.between(20, 120), () => {
              deck.track = track;
              send(...chance.shuffle<Part>(['names', 'place']));
              send('loaded');
            });
            break;
          }
          case 'unload':
            Object.assign(deck, { plays: false, track: undefined });
            send('transport', 'loaded', 'names', 'place');
            break;
          case 'play':
          case 'pause':
            deck.plays = one.do === 'play';
            send('transport');
            break;
          case 'platter':
            deck.turns = one.turns;
            send('transport');
            break;
          case 'fader':
            deck.level = one.level;
            send('level');
            break;
          case 'color':
            deck.red = one.red;
            send('color');
            break;
        }
      }

      return {
        move,
        listen: (settings, tools) =>
          new TableListener({
            source: 'events',
            settings,
            tools,
            lose: (apply) => apply({ device: DEVICE, kind: 'lost' }),
            connect: (apply) => {
              apply({ device: DEVICE, kind: 'connected', name: 'The unit', labels: 'number' });
              for (const [number, deck] of chance.shuffle([...decks])) {
                apply(...about(number, deck, chance.shuffle(PARTS)));
              }
              report = apply;
              return () => {
                report = undefined;
              };
            },
          }),
      };
    },
  };
}

const PARTS = ['transport', 'loaded', 'names', 'place', 'level', 'color'] as const;
type Part = (typeof PARTS)[number];

function eventsOf(part: Part, number: number, deck: EventDeck, manner: EventDecksManner): DeckEvent[] {
  const at = { device: DEVICE, number };
  const { track } = deck;
  switch (part) {
    case 'transport':
      return [
        { ...at, kind: 'engaged', engaged: deck.plays },
        { ...at, kind: 'running', running: deck.plays && deck.turns },
      ];
    case 'loaded':
      return manner.reportsLoaded ? [{ ...at, kind: 'loaded', loaded: track !== undefined }] : [];
    case 'names': {
      const { artist = '', title = '', genre = '' } = track ?? {};
      return [{ ...at, kind: 'tags', tags: { artist, title, genre } }];
    }
    case 'place': {
      const filename = track?.filename ?? '';
      const location = track === undefined ? '' : `stick/${filename}`;
      return [{ ...at, kind: 'tags', tags: { filename, location } }];
    }
    case 'level':
      return [{ ...at, kind: 'level', level: manner.onAirOnly ? Number(deck.level > 0) : deck.level }];
    case 'color':
      return [{ ...at, kind: 'color', color: deck.red ? '#ffea2828' : '#ff1cd2e5' }];
  }
}

export const eventDecks = eventDeckKind({
  name: 'events',
  deckCount: 4,
  onAirOnly: false,
  reportsLoaded: true,
});

export const onAirLights = eventDeckKind({
  name: 'on-air lights',
  deckCount: 2,
  onAirOnly: true,
  reportsLoaded: false,
});
