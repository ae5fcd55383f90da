import { clampLevel, SILENT_LEVEL } from '../../core/level.ts';
import { deckId } from '../../decks/index.ts';

export interface DeckLevel {
  readonly level?: number | undefined;
  readonly fader?: number | undefined;
}

export type LevelReading =
  /** `ExternalMixerVolume`: written by a mixer with the crossfader applied. */
  | { readonly kind: 'effectiveLevel'; readonly number: number; readonly level: number }
  | { readonly kind: 'fader'; readonly channel: number; readonly level: number }
  /** Deck id or null. */
  | { readonly kind: 'carries'; readonly channel: number; readonly deck: string | null }
  /** Left 0, right 1. */
  | { readonly kind: 'crossfader'; readonly position: number };

interface MixerChannel {
  fader?: number;
  /** Deck id or null; absent if not reported. */
  carries?: string | null;
}

interface EffectiveLevel {
  level: number;
  /** Positions of the deck's own fader at which the level followed it. */
  followedClosed: boolean;
  followedOpen: boolean;
}

interface Unit {
  /** A deck of the unit reported one above zero. */
  effectiveLevelSeen: boolean;
  readonly effective: Map<number, EffectiveLevel>;
  readonly channels: Map<number, MixerChannel>;
  crossfader?: number;
}

interface MixerStrip {
  readonly fader: number;
  readonly gain: number;
}

export class DeckLevels {
  readonly #units = new Map<string, Unit>();

  /** The first to join counts, of several mixers that claim a deck. */
  join(device: string): void {
    this.#unitOf(device);
  }

  /** Returns whether other decks' levels may have changed too. */
  note(device: string, reading: LevelReading): boolean {
    const unit = this.#unitOf(device);
    switch (reading.kind) {
      case 'effectiveLevel': {
        const known = unit.effective.get(reading.number);
        const ends = known ?? { followedClosed: false, followedOpen: false };
        unit.effective.set(reading.number, { ...ends, level: clampLevel(reading.level) });
        this.#compareWithFaders(device, unit);
        if (unit.effectiveLevelSeen || reading.level <= 0) {
          return false;
        }
        unit.effectiveLevelSeen = true;
        return true;
      }
      case 'fader':
        channelOf(unit, reading.channel).fader = clampLevel(reading.level);
        break;
      case 'carries':
        channelOf(unit, reading.channel).carries = reading.deck;
        break;
      case 'crossfader':
        unit.crossfader = clampLevel(reading.position);
        return true;
    }
    this.#compareWithFaders(device, unit);
    return true;
  }

  /**
   * Forgets the effective level seen beside faders, too: without faders, the unit would look like a player
   * that a mixer writes into.
   */
  leave(device: string): void {
    const unit = this.#units.get(device);
    if (unit !== undefined) {
      unit.effectiveLevelSeen &&= !reportsFaders(unit);
      unit.channels.clear();
    }
  }

  forget(device: string): void {
    this.#units.delete(device);
  }

  of(device: string, number: number): DeckLevel {
    const strip = this.#stripOf(device, number);
    const level = this.#effectiveLevelOf(device, number) ?? (strip && strip.fader * strip.gain);
    return { level, fader: strip?.fader };
  }

  /**
   * A level follows its fader if it is silent while closed, and at least half the fader's value while open.
   */
  #compareWithFaders(device: string, unit: Unit): void {
    for (const [number, effective] of unit.effective) {
      const fader = this.#stripOf(device, number)?.fader;
      if (fader === undefined) {
        continue;
      }
      if (fader <= SILENT_LEVEL) {
        effective.followedClosed ||= effective.level <= SILENT_LEVEL;
      } else {
        // Excludes a constant small level, half of a barely opened fader.
        effective.followedOpen ||= effective.level > SILENT_LEVEL && effective.level >= fader / 2;
      }
    }
  }

  /**
   * Undefined if the level does not count. An all-in-one's faders come first, because the meaning of its
   * effective level is disputed. A player gets one only from a mixer of the same make; beside others it stays
   * 0, which is no silence.
   */
  #effectiveLevelOf(device: string, number: number): number | undefined {
    const unit = this.#units.get(device);
    const effective = unit?.effective.get(number);
    if (unit === undefined || effective === undefined) {
      return undefined;
    }
    const counts = reportsFaders(unit)
      ? effective.followedClosed && effective.followedOpen
      : this.#mixerWrites();
    return counts ? effective.level : undefined;
  }

  #mixerWrites(): boolean {
    return [...this.#units.values()].some((unit) => unit.effectiveLevelSeen && !reportsFaders(unit));
  }

  #stripOf(device: string, number: number): MixerStrip | undefined {
    for (const [id, mixer] of this.#units) {
      const channel =
        channelCarrying(deckId(device, number), mixer) ??
        (id === device ? ownChannel(mixer, number) : undefined);
      const fader = channel === undefined ? undefined : mixer.channels.get(channel)?.fader;
      if (channel !== undefined && fader !== undefined) {
        return { fader, gain: crossfaderGain(channel, mixer.crossfader) };
      }
    }
    return undefined;
  }

  #unitOf(device: string): Unit {
    const unit = this.#units.get(device) ?? {
      effectiveLevelSeen: false,
      effective: new Map(),
      channels: new Map(),
    };
    this.#units.set(device, unit);
    return unit;
  }
}

function channelOf({ channels }: Unit, number: number): MixerChannel {
  const channel = channels.get(number) ?? {};
  channels.set(number, channel);
  return channel;
}

function reportsFaders({ channels }: Unit): boolean {
  return [...channels.values()].some(({ fader }) => fader !== undefined);
}

function channelCarrying(deck: string, { channels }: Unit): number | undefined {
  return [...channels].find(([, { carries }]) => carries === deck)?.[0];
}

/** Without assignments, channel n has the mixer's own deck n. */
function ownChannel({ channels }: Unit, deck: number): number | undefined {
  return [...channels.values()].some(({ carries }) => typeof carries === 'string') ? undefined : deck;
}

/**
 * The hardware publishes neither assign switches nor curve. Assumes odd channels on the left, full up to the
 * middle and cut at 0.8; even channels mirrored.
 */
function crossfaderGain(channel: number, crossfader: number | undefined): number {
  if (crossfader === undefined) {
    return 1;
  }
  const away = channel % 2 === 1 ? crossfader : 1 - crossfader;
  return Math.min(1, Math.max(0, (0.8 - away) / 0.3));
}
