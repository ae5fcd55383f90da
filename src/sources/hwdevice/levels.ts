/** How loud the audience hears a deck: decides which of the reported values counts, by hardware. */
import { clampLevel, SILENT_LEVEL } from '../../core/level.ts';
import { deckId } from '../../decks/index.ts';

/** Both 0 to 1; undefined when unknown. */
export interface DeckLevel {
  readonly level?: number | undefined;
  readonly fader?: number | undefined;
}

/** The faders and levels that a device reports. */
export type LevelReading =
  /** `ExternalMixerVolume` of a deck: crossfader included, where a mixer writes it. */
  | { readonly kind: 'effectiveLevel'; readonly number: number; readonly level: number }
  | { readonly kind: 'fader'; readonly channel: number; readonly level: number }
  /** The deck (its id) that a mixer channel carries; null for none. */
  | { readonly kind: 'carries'; readonly channel: number; readonly deck: string | null }
  /** 0 is left, 1 is right. */
  | { readonly kind: 'crossfader'; readonly position: number };

interface MixerChannel {
  /** 0 to 1. */
  fader?: number;
  /** The deck that the channel carries; null: none. Absent when the hardware does not report it. */
  carries?: string | null;
}

interface EffectiveLevel {
  /** 0 to 1. */
  level: number;
  /** At which ends it was seen to follow the deck's own fader. */
  followedClosed: boolean;
  followedOpen: boolean;
}

interface Unit {
  /** One of its decks reported an effective level above zero. */
  effectiveLevelSeen: boolean;
  /** By number of the deck. */
  readonly effective: Map<number, EffectiveLevel>;
  /** The mixer's channels by number, from 1. */
  readonly channels: Map<number, MixerChannel>;
  crossfader?: number;
}

/** What a mixer reports about the channel that carries a deck. */
interface MixerStrip {
  /** 0 to 1. */
  readonly fader: number;
  /** 0 to 1: the crossfader's gain. */
  readonly gain: number;
}

export class DeckLevels {
  readonly #units = new Map<string, Unit>();

  /** Of several mixers that claim to carry a deck, the one that joined first counts. */
  join(device: string): void {
    this.#unitOf(device);
  }

  /** Returns whether more levels than that of the reading's own deck may have changed. */
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

  /** The device was switched off: without its faders it must not look like a player that a mixer writes into. */
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
   * An effective level that is gone while the fader is closed, and at least half of it while it is open, follows the
   * fader.
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
        // A level that rests a little above zero is half of a fader that has just been opened, and follows nothing.
        effective.followedOpen ||= effective.level > SILENT_LEVEL && effective.level >= fader / 2;
      }
    }
  }

  /**
   * Undefined where it does not count. What the effective level of an all-in-one means is disputed, so its own faders
   * come first. A player knows of faders only what a mixer of the same make writes into it; beside any other mixer the
   * level is 0 all night, so that it means silence only where more was seen before.
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

  /** A mixer gave a deck on this network a level. */
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

/** Whether the device has a mixer of its own that reports its faders. */
function reportsFaders({ channels }: Unit): boolean {
  return [...channels.values()].some(({ fader }) => fader !== undefined);
}

function channelCarrying(deck: string, { channels }: Unit): number | undefined {
  return [...channels].find(([, { carries }]) => carries === deck)?.[0];
}

/** Without assignments channel n carries the mixer's own deck n. */
function ownChannel({ channels }: Unit, deck: number): number | undefined {
  return [...channels.values()].some(({ carries }) => typeof carries === 'string') ? undefined : deck;
}

/**
 * 0 to 1. The hardware publishes neither assign switch nor curve: odd channels are taken to be on the left,
 * full up to the middle and cut at 0.8; even ones mirror them.
 */
function crossfaderGain(channel: number, crossfader: number | undefined): number {
  if (crossfader === undefined) {
    return 1;
  }
  const away = channel % 2 === 1 ? crossfader : 1 - crossfader;
  return Math.min(1, Math.max(0, (0.8 - away) / 0.3));
}
