import { say, type Text } from '../../core/message.ts';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { type DeckEvent, type DeckId, deckId, type Tags } from '../../decks/index.ts';

export interface DeckReport {
  /** Undefined without a track. */
  readonly tags: Tags | undefined;
  /** Undefined if unknown: a loaded deck then counts as playing. */
  readonly playing: boolean | undefined;
  /** Loudness for the audience, 0 to 1; undefined if unknown. */
  readonly level: number | undefined;
  readonly master: boolean;
}

export const EMPTY_DECK: DeckReport = { tags: undefined, playing: false, level: undefined, master: false };

const NOTHING_KNOWN: Tags = { ...UNKNOWN_TRACK, location: '' };
/** 0 to 16, or A to P. */
const LABEL = /^(?:\d|1[0-6]|[A-P])$/;

/** Undefined if invalid. Labels are few, so callers may remember all. */
export function deckLabelOf(text: string): string | undefined {
  const label = text.toUpperCase();
  return LABEL.test(label) ? label : undefined;
}

/** Loaded decks without play state and level; undefined for fewer than two. */
export function unknownDecksProblem(labels: readonly string[]): Text | undefined {
  return labels.length < 2 ? undefined : say('decks.unknown', { decks: labels.join(', ') });
}

export class ReportedDecks {
  readonly #name: string;
  readonly #connected = new Set<string>();
  readonly #tags = new Map<string, Tags | undefined>();

  /** `name`: shown to users. */
  constructor(name: string) {
    this.#name = name;
  }

  /** `label`: from `deckLabelOf`. */
  idOf(label: string): DeckId {
    const { device, number } = this.#placeOf(label);
    return deckId(device, number);
  }

  /** `label`: from `deckLabelOf`. */
  report(label: string, { tags, playing, level, master }: DeckReport): readonly DeckEvent[] {
    const labels = /\d/.test(label) ? 'number' : 'letters';
    const { device, number } = this.#placeOf(label);
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

  /** Numbered and lettered decks are two devices. */
  #placeOf(label: string): { readonly device: string; readonly number: number } {
    return /\d/.test(label)
      ? { device: `${this.#name}/number`, number: Number(label) }
      : { device: `${this.#name}/letters`, number: label.charCodeAt(0) - 64 };
  }
}

function isMoreOf(tags: Tags, before: Tags): boolean {
  const fields = Object.keys(before) as readonly (keyof Tags)[];
  return fields.every((field) => before[field] === tags[field] || before[field] === NOTHING_KNOWN[field]);
}
