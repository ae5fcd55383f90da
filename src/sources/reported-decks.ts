/** Decks that a program describes in its own words, as events of the deck table. */
import { UNKNOWN_TRACK } from '../core/track.ts';
import type { DeckEvent, Tags } from '../decks/index.ts';

/** What is known of a deck. */
export interface DeckReport {
  /** Undefined while nothing is loaded. */
  readonly tags: Tags | undefined;
  /** Undefined when nobody says: a loaded deck is then taken to play. */
  readonly playing: boolean | undefined;
  /** How loud the audience hears it, 0 to 1; undefined when unknown. */
  readonly level: number | undefined;
  /** It sets the tempo. */
  readonly master: boolean;
}

export const EMPTY_DECK: DeckReport = { tags: undefined, playing: false, level: undefined, master: false };

const NOTHING_KNOWN: Tags = { ...UNKNOWN_TRACK, location: '' };
/** A number to 16, or a letter to P. */
const LABEL = /^(?:\d|1[0-6]|[A-P])$/;

/** The deck's label as pages show it; undefined for what is none. Few enough to remember all of them. */
export function deckLabelOf(text: string): string | undefined {
  const label = text.toUpperCase();
  return LABEL.test(label) ? label : undefined;
}

/** The problem with loaded decks of which neither is known whether they play nor how loud; undefined for less than two. */
export function whichPlays(labels: readonly string[]): string | undefined {
  return labels.length < 2
    ? undefined
    : `decks ${labels.join(', ')}: whether they play, and how loud, is unknown`;
}

/** The decks of one program. */
export class ReportedDecks {
  readonly #name: string;
  readonly #connected = new Set<string>();
  readonly #tags = new Map<string, Tags | undefined>();

  /** `name`: for people. */
  constructor(name: string) {
    this.#name = name;
  }

  /** The events of what is known now of the deck with this label (`deckLabelOf`); they are simultaneous. */
  report(label: string, { tags, playing, level, master }: DeckReport): readonly DeckEvent[] {
    const labels = /\d/.test(label) ? 'number' : 'letters';
    // Each way of labeling is that of a device.
    const device = `${this.#name}/${labels}`;
    const number = labels === 'number' ? Number(label) : label.charCodeAt(0) - 64;
    const about = { device, number };
    const events: DeckEvent[] = [];
    if (!this.#connected.has(device)) {
      this.#connected.add(device);
      events.push({ device, kind: 'connected', name: this.#name, labels });
    }
    const before = this.#tags.get(label);
    this.#tags.set(label, tags);
    if (tags === undefined || before === undefined || !isMoreOf(tags, before)) {
      events.push({ ...about, kind: 'loaded', loaded: false });
    }
    if (tags !== undefined) {
      events.push({ ...about, kind: 'tags', tags }, { ...about, kind: 'loaded', loaded: true });
    }
    return [
      ...events,
      { ...about, kind: 'engaged', engaged: playing ?? tags !== undefined },
      { ...about, kind: 'level', level },
      { ...about, kind: 'master', master },
    ];
  }
}

/** The same track, of which more may be known by now. */
function isMoreOf(tags: Tags, before: Tags): boolean {
  const fields = Object.keys(before) as readonly (keyof Tags)[];
  return fields.every((field) => before[field] === tags[field] || before[field] === NOTHING_KNOWN[field]);
}
