/** How loud the audience hears a deck, as far as the hardware tells. */
import { SILENT_LEVEL } from '../core/level.ts';
import type { Deck, Detection, Device, DeviceId } from './deck.ts';

export interface LevelRule {
  /** `--detection.crossfader`: whether the crossfader counts. */
  readonly crossfader: 'on' | 'off';
}

/** What a mixer tells of the channel that carries a deck. */
interface Strip {
  /** 0 to 1. */
  readonly fader: number;
  /** 0 to 1: what the crossfader leaves of it. */
  readonly gain: number;
}

/** 0 to 1; undefined when nobody tells. */
export function levelOf(deck: Deck, table: Detection, { crossfader }: LevelRule): number | undefined {
  const strip = stripOf(deck, table);
  if (strip !== undefined && crossfader === 'off') {
    return strip.fader;
  }
  return effectiveLevelCounts(deck, table) ? deck.effectiveLevel : strip && strip.fader * strip.gain;
}

/** The fader of the channel that carries the deck, 0 to 1; undefined when nobody tells. */
export function faderOf(deck: Deck, table: Detection): number | undefined {
  return stripOf(deck, table)?.fader;
}

/**
 * Compares the decks of a device with their faders: an effective level that is gone while the fader is closed, and
 * at least half of it while it is open, follows the fader. The same table when there is nothing new.
 */
export function noteFollowing(table: Detection, device: DeviceId): Detection {
  let decks: Map<string, Deck> | undefined;
  for (const deck of table.decks.values()) {
    const followed = deck.device === device ? followedBy(deck, faderOf(deck, table)) : deck.followed;
    if (followed !== deck.followed) {
      decks ??= new Map(table.decks);
      decks.set(deck.id, { ...deck, followed });
    }
  }
  return decks === undefined ? table : { ...table, decks };
}

function followedBy({ effectiveLevel, followed }: Deck, fader: number | undefined): Deck['followed'] {
  if (effectiveLevel === undefined || fader === undefined) {
    return followed;
  }
  if (fader <= SILENT_LEVEL) {
    return effectiveLevel <= SILENT_LEVEL && !followed.closed ? { ...followed, closed: true } : followed;
  }
  // A level that rests a little above zero is half of a fader that has just been opened, and follows nothing.
  const open = effectiveLevel > SILENT_LEVEL && effectiveLevel >= fader / 2;
  return open && !followed.open ? { ...followed, open: true } : followed;
}

/**
 * What the effective level of an all-in-one means is disputed, so its own faders come first. A player knows of
 * faders only what a mixer of the same make writes into it; beside any other mixer the level is 0 all night, so
 * that it means silence only where more was seen before.
 */
function effectiveLevelCounts({ device: id, effectiveLevel, followed }: Deck, table: Detection): boolean {
  const device = table.devices.get(id);
  if (device === undefined || effectiveLevel === undefined) {
    return false;
  }
  return tellsFaders(device) ? followed.closed && followed.open : mixerWrites(table);
}

/** A mixer gave a deck on this network a level. */
function mixerWrites({ devices }: Detection): boolean {
  return [...devices.values()].some((device) => device.effectiveLevelSeen && !tellsFaders(device));
}

/** The device has a mixer of its own, and says where its faders stand. */
export function tellsFaders({ channels }: Device): boolean {
  return [...channels.values()].some(({ fader }) => fader !== undefined);
}

function stripOf(deck: Deck, table: Detection): Strip | undefined {
  for (const mixer of table.devices.values()) {
    const number = channelOf(deck, mixer);
    const fader = number === undefined ? undefined : mixer.channels.get(number)?.fader;
    if (number !== undefined && fader !== undefined) {
      return { fader, gain: crossfaderGain(number, mixer.crossfader) };
    }
  }
  return undefined;
}

/** The channel of `mixer` that carries the deck. Without assignments channel n carries its own deck n. */
function channelOf(deck: Deck, mixer: Device): number | undefined {
  let assigned = false;
  for (const [number, { carries }] of mixer.channels) {
    if (carries === deck.id) {
      return number;
    }
    assigned ||= typeof carries === 'string';
  }
  return assigned || mixer.id !== deck.device ? undefined : deck.number;
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
