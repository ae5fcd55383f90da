import type { DeviceInfo, StateValue } from '@deckcast/stagelinq';
import { printable } from '../../core/printable.ts';
import type { DeckEvent, Tags } from '../../decks/index.ts';
import { DeckColors, type DeviceRole } from './deck-colors.ts';
import { type DeckLevel, DeckLevels } from './levels.ts';
import { READERS, type StateReading } from './states.ts';
import { durationMsOf, filenameOf, locationOf, type TrackLocations } from './track.ts';

/** Stand-alone players, whose decks are layers; others are all-in-ones. */
const PLAYERS: ReadonlySet<string> = new Set(['JP07', 'JP08', 'JP13', 'JP14']);

/** The first to leave is evicted. */
const MAX_DEVICES = 32;

interface Device {
  role: DeviceRole;
  readonly colors: DeckColors;
  readonly decks: Map<number, HardwareDeck>;
}

interface HardwareDeck {
  locations: TrackLocations;
  length: number;
  sampleRate: number;
  level: DeckLevel;
}

/** Chooses between conflicting paths, faders and colors. Events of one call are simultaneous. */
export class DeckEvents {
  readonly #devices = new Map<string, Device>();
  /** Earliest first. */
  readonly #left = new Set<string>();
  readonly #levels = new DeckLevels();

  connected({ token: device, software, source }: DeviceInfo): DeckEvent[] {
    const isPlayer = PLAYERS.has(software);
    this.#left.delete(device);
    this.#deviceOf(device).role = isPlayer ? 'player' : 'all-in-one';
    const labels = isPlayer ? 'layers' : 'number';
    return [{ device, kind: 'connected', name: printable(source), labels }, ...this.#colorsOf(device)];
  }

  lost(device: string): DeckEvent[] {
    this.#leave(device);
    return [{ device, kind: 'lost' }];
  }

  gone(device: string): DeckEvent[] {
    this.#leave(device);
    this.#levels.leave(device);
    return [{ device, kind: 'gone' }, ...this.#changedLevels()];
  }

  state(device: string, path: string, value: StateValue): DeckEvent[] {
    const reading = READERS.get(path)?.(value.value);
    return reading === undefined ? [] : this.#eventsFrom(device, reading);
  }

  #eventsFrom(device: string, reading: StateReading): DeckEvent[] {
    switch (reading.kind) {
      case 'player':
        return [{ device, ...reading }];
      case 'effectiveLevel': {
        // Mixers send many levels a second.
        const deck = this.#deckOf(device, reading.number);
        return this.#levels.note(device, reading)
          ? this.#changedLevels()
          : this.#addLevel([], device, reading.number, deck);
      }
      case 'fader':
      case 'carries':
      case 'crossfader':
        this.#deviceOf(device);
        this.#levels.note(device, reading);
        return this.#changedLevels();
      case 'color':
        this.#deviceOf(device).colors.note(reading.reporter, reading.number, reading.color);
        return this.#colorsOf(device);
      case 'locations':
      case 'length':
      case 'sampleRate':
        return this.#withLevels(device, reading.number, () => ({
          ...{ device, number: reading.number, kind: 'tags' },
          tags: this.#tagsFrom(device, reading),
        }));
      default:
        return this.#withLevels(device, reading.number, () => ({ device, ...reading }));
    }
  }

  /** Includes levels reported before the deck itself. */
  #withLevels(device: string, number: number, eventOf: () => DeckEvent): DeckEvent[] {
    const isNew = !this.#deviceOf(device).decks.has(number);
    this.#deckOf(device, number);
    return [eventOf(), ...(isNew ? this.#changedLevels() : [])];
  }

  #tagsFrom(
    device: string,
    reading: Extract<StateReading, { kind: 'locations' | 'length' | 'sampleRate' }>,
  ): Partial<Tags> {
    const deck = this.#deckOf(device, reading.number);
    if (reading.kind === 'locations') {
      deck.locations = { ...deck.locations, ...reading.locations };
      return { location: locationOf(deck.locations), filename: filenameOf(deck.locations) };
    }
    Object.assign(
      deck,
      reading.kind === 'length' ? { length: reading.length } : { sampleRate: reading.sampleRate },
    );
    return { durationMs: durationMsOf(deck.length, deck.sampleRate) };
  }

  /** A fader, crossfader or departing device may affect many decks. */
  #changedLevels(): DeckEvent[] {
    const events: DeckEvent[] = [];
    for (const [device, { decks }] of this.#devices) {
      for (const [number, deck] of decks) {
        this.#addLevel(events, device, number, deck);
      }
    }
    return events;
  }

  #addLevel(events: DeckEvent[], device: string, number: number, deck: HardwareDeck): DeckEvent[] {
    const level = this.#levels.of(device, number);
    if (level.level !== deck.level.level || level.fader !== deck.level.fader) {
      deck.level = level;
      events.push({ device, number, kind: 'level', ...level });
    }
    return events;
  }

  #colorsOf(device: string): DeckEvent[] {
    const { colors, role } = this.#deviceOf(device);
    return [...colors.all(role)].map((color) => ({ device, kind: 'color', ...color }));
  }

  #leave(device: string): void {
    if (this.#devices.has(device)) {
      this.#left.add(device);
    }
  }

  #deviceOf(id: string): Device {
    const known = this.#devices.get(id);
    if (known !== undefined) {
      return known;
    }
    const device: Device = { role: 'all-in-one', colors: new DeckColors(), decks: new Map() };
    this.#devices.set(id, device);
    this.#levels.join(id);
    const [oldest] = this.#left;
    if (this.#devices.size > MAX_DEVICES && oldest !== undefined) {
      this.#left.delete(oldest);
      this.#devices.delete(oldest);
      this.#levels.forget(oldest);
    }
    return device;
  }

  #deckOf(id: string, number: number): HardwareDeck {
    const { decks } = this.#deviceOf(id);
    const deck = decks.get(number) ?? {
      locations: { networkPath: '', file: '', uri: '' },
      length: 0,
      sampleRate: 0,
      level: {},
    };
    decks.set(number, deck);
    return deck;
  }
}
