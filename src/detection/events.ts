/** What can happen to the deck table, and what it makes of it. */
import { type ColorTeller, colorOf, noteColor } from './color.ts';
import {
  type Deck,
  type DeckId,
  type Detection,
  type Device,
  type DeviceId,
  deckId,
  type LoadedTrack,
  type MixerChannel,
  newDeck,
  newDevice,
  type Tags,
  type TextTag,
} from './deck.ts';
import { noteFollowing, tellsFaders } from './level.ts';
import { changeLoaded, changeNumber, changeText, forgetNames } from './loaded-track.ts';
import { changeTransport, type StopGrace } from './transport.ts';

export type DeckEvent = DeviceEvent | PlayerEvent;

type DeviceEvent = { readonly device: DeviceId } & (
  | { readonly kind: 'connected' }
  /** The connection broke. Its decks are taken to play on for a while. */
  | { readonly kind: 'lost' }
  /** It said good-bye, or has been silent for so long that it must be off. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'role'; readonly role: Device['role'] }
  | { readonly kind: 'player'; readonly player: number }
  | { readonly kind: 'fader'; readonly channel: number; readonly level: number }
  /** Which deck a mixer channel carries; null for none. */
  | { readonly kind: 'carries'; readonly channel: number; readonly deck: DeckId | null }
  | { readonly kind: 'crossfader'; readonly position: number }
  /** Of deck `of`, which the device need not have. */
  | { readonly kind: 'color'; readonly teller: ColorTeller; readonly of: number; readonly color: string }
);

/** About deck `number` of `device`. */
type PlayerEvent = { readonly device: DeviceId; readonly number: number } & (
  | { readonly kind: 'engaged'; readonly engaged: boolean }
  | { readonly kind: 'running'; readonly running: boolean }
  | { readonly kind: 'songLoaded'; readonly songLoaded: boolean }
  | { readonly kind: 'text'; readonly tag: TextTag; readonly value: string }
  | { readonly kind: 'number'; readonly tag: Exclude<keyof Tags, TextTag>; readonly value: number }
  | { readonly kind: 'effectiveLevel'; readonly level: number }
  | { readonly kind: 'master'; readonly master: boolean }
);

/** Devices that are remembered; beyond that the one that left first is forgotten. */
const DEVICES = 32;

/** The table after the event; the same object when the event says nothing new. */
export function applyEvent(before: Detection, event: DeckEvent, at: number, grace: StopGrace): Detection {
  const device = before.devices.get(event.device) ?? newDevice(event.device, at);
  if ('number' in event) {
    return applyToDeck(before, device, event, at, grace);
  }
  if ((event.kind === 'lost' || event.kind === 'gone') && !before.devices.has(event.device)) {
    // It was announced, but never connected.
    return before;
  }
  const table = withDevice(changeDecksOf(before, event, at), changeDevice(device, event, at));
  switch (event.kind) {
    case 'fader':
    case 'carries':
      return noteFollowing(table, event.device);
    case 'role':
    case 'color':
      return paint(table, event.device);
    default:
      return table;
  }
}

function applyToDeck(
  before: Detection,
  device: Device,
  event: PlayerEvent,
  at: number,
  grace: StopGrace,
): Detection {
  const known = before.decks.get(deckId(event.device, event.number));
  const deck = known ?? { ...newDeck(event.device, event.number), color: colorOf(device, event.number) };
  const changed = changeDeck(deck, device, event, at, grace);
  if (changed === deck && (known !== undefined || event.kind === 'text')) {
    // A deck that has only empty names to tell need not exist.
    return before;
  }
  const heard = event.kind === 'effectiveLevel' && event.level > 0 && !device.effectiveLevelSeen;
  const table = withDevice(before, heard ? { ...device, effectiveLevelSeen: true } : device);
  const told = { ...table, decks: new Map(table.decks).set(deck.id, changed) };
  return event.kind === 'effectiveLevel' ? noteFollowing(told, device.id) : told;
}

/** Gives the decks of a device the colours that it tells now. A colour alone makes no deck. */
function paint(table: Detection, id: DeviceId): Detection {
  const device = table.devices.get(id);
  const painted = [...table.decks.values()].filter((deck) => deck.device === id);
  if (device === undefined || painted.every(({ color, number }) => color === colorOf(device, number))) {
    return table;
  }
  const decks = new Map(table.decks);
  for (const deck of painted) {
    decks.set(deck.id, { ...deck, color: colorOf(device, deck.number) });
  }
  return { ...table, decks };
}

function withDevice(table: Detection, device: Device): Detection {
  if (table.devices.get(device.id) === device) {
    return table;
  }
  const devices = new Map(table.devices).set(device.id, device);
  if (devices.size <= DEVICES) {
    return { ...table, devices };
  }
  const [oldest] = [...devices.values()]
    .filter((other) => other.lostAt !== undefined && other !== device)
    .sort((a, b) => (a.lostAt ?? 0) - (b.lostAt ?? 0));
  if (oldest === undefined) {
    return { ...table, devices };
  }
  devices.delete(oldest.id);
  return {
    ...table,
    devices,
    decks: new Map([...table.decks].filter(([, deck]) => deck.device !== oldest.id)),
  };
}

/** What a device that comes or goes means to its decks. */
function changeDecksOf(table: Detection, event: DeviceEvent, at: number): Detection {
  if (event.kind !== 'connected' && event.kind !== 'gone') {
    return table;
  }
  const decks = new Map(table.decks);
  for (const deck of table.decks.values()) {
    if (deck.device === event.device) {
      // It repeats all its values now, in any order: none of its names counts before all have come.
      const loaded = { ...forgetNames(deck.loaded), unsettled: true, changedAt: at };
      decks.set(deck.id, event.kind === 'gone' ? { ...deck, transport: {} } : { ...deck, loaded });
    }
  }
  return { ...table, decks };
}

function changeDevice(device: Device, event: DeviceEvent, at: number): Device {
  switch (event.kind) {
    case 'connected': {
      const { lostAt: _back, ...present } = device;
      return { ...present, since: at };
    }
    case 'lost':
      return device.lostAt === undefined ? { ...device, lostAt: at } : device;
    case 'gone': {
      const { crossfader: _unknown, ...rest } = device;
      // Without its faders it must not look like a player that a mixer writes into.
      const effectiveLevelSeen = device.effectiveLevelSeen && !tellsFaders(device);
      return { ...rest, effectiveLevelSeen, channels: new Map(), lostAt: Number.NEGATIVE_INFINITY };
    }
    case 'role':
      return event.role === device.role ? device : { ...device, role: event.role };
    case 'player':
      return event.player === device.player ? device : { ...device, player: event.player };
    case 'fader':
      return changeChannel(device, event.channel, { fader: clamp(event.level) });
    case 'carries':
      return changeChannel(device, event.channel, { carries: event.deck });
    case 'crossfader':
      return clamp(event.position) === device.crossfader
        ? device
        : { ...device, crossfader: clamp(event.position) };
    case 'color':
      return noteColor(device, event.teller, event.of, event.color);
  }
}

function changeChannel(device: Device, number: number, change: MixerChannel): Device {
  const before = device.channels.get(number);
  const channel = { ...before, ...change };
  return channel.fader === before?.fader && channel.carries === before?.carries
    ? device
    : { ...device, channels: new Map(device.channels).set(number, channel) };
}

function changeDeck(deck: Deck, device: Device, event: PlayerEvent, at: number, grace: StopGrace): Deck {
  switch (event.kind) {
    case 'engaged':
    case 'running': {
      const change = event.kind === 'engaged' ? { engaged: event.engaged } : { running: event.running };
      const transport = changeTransport(deck.transport, change, at, grace, device.since);
      return transport === deck.transport ? deck : { ...deck, transport };
    }
    case 'songLoaded':
      return withTray(deck, changeLoaded(deck.loaded, event.songLoaded, at));
    case 'text':
      return withTray(deck, changeText(deck.loaded, event.tag, event.value, at));
    case 'number':
      return withTray(deck, changeNumber(deck.loaded, event.tag, event.value));
    case 'effectiveLevel':
      return clamp(event.level) === deck.effectiveLevel
        ? deck
        : { ...deck, effectiveLevel: clamp(event.level) };
    case 'master': {
      const { masterSince, ...rest } = deck;
      if (event.master === (masterSince !== undefined)) {
        return deck;
      }
      return event.master ? { ...rest, masterSince: at } : rest;
    }
  }
}

function withTray(deck: Deck, loaded: LoadedTrack): Deck {
  return loaded === deck.loaded ? deck : { ...deck, loaded };
}

/** Values a little beyond the range have been seen (1.27), and bytes from the network can say anything. */
function clamp(level: number): number {
  return level >= 0 ? Math.min(1, level) : 0;
}
