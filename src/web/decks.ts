import type { DeckView } from '../core/contracts/deck.ts';
import type { Clock } from '../core/tools.ts';
import { rfc3339 } from '../core/units.ts';
import { Feed } from './feed.ts';
import type { DecksMessage, WireAudibleDeck } from './wire/decks.ts';
import { WIRE_VERSION } from './wire/events.ts';

const SPEAK_EVERY_MS = 5_000;
/** Hysteresis, so that a trembling fader changes nothing. */
const AUDIBLE_FROM = 0.1;
const AUDIBLE_UNTIL = 0.03;
const STEPS = 20;

/** Omits silent decks, whose tracks are still to come. `views`: masked by the judgement. */
export function decksFeed(clock: Clock, views: () => readonly DeckView[]): Feed<DecksMessage> {
  let before: ReadonlySet<string> = new Set();
  return new Feed<DecksMessage>({
    clock,
    message() {
      const audible = views().filter((view) => isAudible(view, before.has(view.deck)));
      before = new Set(audible.map(({ deck }) => deck));
      const at = rfc3339(clock.now());
      return { v: WIRE_VERSION, type: 'decks', at, decks: audible.map(wireAudibleDeck) };
    },
    news: ({ decks }) => decks,
    speakEveryMs: SPEAK_EVERY_MS,
  });
}

function isAudible({ playing, featured, level }: DeckView, wasAudible: boolean): boolean {
  // Lacking a level, only the deck on air is known to be audible.
  return playing && (level === undefined ? featured : level >= (wasAudible ? AUDIBLE_UNTIL : AUDIBLE_FROM));
}

function wireAudibleDeck({ deck, track, level, featured, hidden }: DeckView): WireAudibleDeck {
  const { artist, title, album, genre, label, key, bpm, year } = track;
  const rounded = level === undefined ? null : Math.round(level * STEPS) / STEPS;
  return { deck, artist, title, album, genre, label, key, bpm, year, level: rounded, featured, hidden };
}
